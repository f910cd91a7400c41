#ifndef CAPTURE_PROGRAM_STACKS_H
#define CAPTURE_PROGRAM_STACKS_H

#include <pthread.h>
#include <stdint.h>

#include "base/idmap.h"
#include "base/names.h"
#include "base/tree.h"
#include "capture/format.h"

/*
 * The stacks of a process, all its threads together: a tree of frames, each a
 * kind (enum format_kind), a domain and a text. Nodes are never removed or
 * changed, so that ids may be kept anywhere.
 *
 * In trace mode the tree stays empty and only the table of names is used.
 *
 * Threads: every function takes the lock. Results stay valid.
 */
struct stacks {
	pthread_mutex_t lock; /* of all below */
	struct names names;
	struct tree tree;
	uint32_t max_nodes;
	struct idmap shapes; /* (parent, frame with N for its numbers) of ranges with numbers */
	uint8_t *shape;      /* by index of `shapes`: how many have nodes of their own */
	size_t shape_cap;
	_Atomic(uint32_t) shared; /* nodes that ranges with other numbers share */
	uint32_t overflow;        /* the frame of "(overflow)" */
	uint32_t captured;        /* see stacks_captured(); TREE_ROOT: not needed yet */
};

/* The parts of a frame. `text` lives as long as the stacks. */
struct stack_frame {
	enum format_kind kind;
	uint32_t domain;
	const char *text;
	uint32_t len;
};

bool stacks_init(struct stacks *stacks, uint32_t max_nodes, struct err *err) MUST_CHECK;

/*
 * The node below `parent` for a frame, created if missing: "(overflow)" when
 * the limit of nodes is reached, and `parent` itself when it is such a node or
 * memory ran out. `*stored` is set to the stacks' copy of the text.
 */
uint32_t stacks_child(struct stacks *stacks, uint32_t parent, enum format_kind kind,
	uint32_t domain, const char *text, size_t len, const char **stored);

/*
 * stacks_child() for a range whose name may contain a counter: names that
 * differ only in digits are equal work. The first three below a parent have
 * nodes of their own; all others share one that is named `masked`, with N for
 * each number. While nothing is captured (`is_on` is false) all new ones do,
 * and leave the three to captured ranges. *is_shared: every new name of this
 * shape gets this node.
 */
enum { STACKS_KEPT = 3 };
uint32_t stacks_numbered_child(struct stacks *stacks, uint32_t parent, uint32_t domain,
	const char *text, size_t len, const char *masked, size_t masked_len, bool is_on,
	bool *is_shared, const char **stored, const char **stored_masked);

/* The node below `parent` for the frame that `node` has below its own. */
uint32_t stacks_move(struct stacks *stacks, uint32_t node, uint32_t parent);

/*
 * The node above the stacks in which nodes of CUDA graphs are captured while
 * nothing is recorded: names there do not count against those of recorded ranges.
 */
uint32_t stacks_captured(struct stacks *stacks);

/*
 * Append to `base` all frames from the root, or stacks_captured(), down to `node`,
 * outermost first, but for those it begins with, too, perhaps with other numbers: a graph that was
 * captured in an earlier step. Returns the resulting node.
 */
uint32_t stacks_join(struct stacks *stacks, uint32_t base, uint32_t node);

/* The id of a text (trace mode), counted from 0; NAME_NONE when memory ran out. */
uint32_t stacks_text(struct stacks *stacks, const char *text, size_t len, const char **stored);

/*
 * Copy new nodes: those from `known` on, their parents and frames, up to `room`
 * of them; returns how many. The root, node 0, has no frame.
 */
size_t stacks_copy(struct stacks *stacks, uint32_t known, uint32_t *parents,
	struct stack_frame *frames, size_t room);

/* The texts from id `known` on, up to `room` of them; returns how many (trace mode). */
size_t stacks_copy_texts(
	struct stacks *stacks, uint32_t known, const char **texts, uint32_t *lens, size_t room);

#endif /* CAPTURE_PROGRAM_STACKS_H */

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
 * kind (enum format_kind), a domain and a text. Nodes are never taken away, and
 * what a node stands for never changes, so that ids may be kept anywhere.
 *
 * In trace mode the tree stays empty and the table of names alone is used.
 *
 * Threads: every function takes the lock. What one call gave stays valid.
 */
struct stacks {
	pthread_mutex_t lock; /* of all below */
	struct names names;
	struct tree tree;
	uint32_t max_nodes;
	struct idmap shapes; /* (parent, frame with N for its numbers) of ranges with numbers */
	struct shape *shape; /* by index of `shapes` */
	size_t shape_cap;
	uint32_t overflow; /* the frame of "(overflow)" */
	uint32_t captured; /* see stacks_captured(); TREE_ROOT: it is not needed yet */
	bool is_complete;  /* false: memory ran out once, and a stack stands for others */
};

/* A frame apart. `text` lasts as long as the stacks do. */
struct stack_frame {
	enum format_kind kind;
	uint32_t domain;
	const char *text;
	uint32_t len;
};

bool stacks_init(struct stacks *stacks, uint32_t max_nodes, struct err *err) MUST_CHECK;

/*
 * The node below `parent` for a frame, made when it is missing: "(overflow)"
 * when the cap on nodes leaves no room for it, and `parent` itself when it is
 * such a node or memory ran out. `*stored` gets the text as the stacks keep it.
 */
uint32_t stacks_child(struct stacks *stacks, uint32_t parent, enum format_kind kind,
	uint32_t domain, const char *text, size_t len, const char **stored);

/*
 * stacks_child() of a range whose name may have numbers that make it one of
 * many: names that differ in digits alone are equal work. The first three below
 * a parent have nodes of their own, which is what `collapse --strip auto` needs
 * to know them for a count; all others share the third one's. `masked` is the
 * name with N for each number. While nothing is captured (`is_on` is false) new
 * ones share a node of that name, and leave the three to those that count.
 * *is_shared: every name of this shape that is new has this very node.
 */
uint32_t stacks_numbered_child(struct stacks *stacks, uint32_t parent, uint32_t domain,
	const char *text, size_t len, const char *masked, size_t masked_len, bool is_on,
	bool *is_shared, const char **stored, const char **stored_masked);

/* The node below `parent` for the frame that `node` has below its own. */
uint32_t stacks_move(struct stacks *stacks, uint32_t node, uint32_t parent);

/*
 * Below this node stands what nodes of CUDA graphs are captured in while nothing is
 * recorded: names there take no places from those of what is recorded.
 */
uint32_t stacks_captured(struct stacks *stacks);

/*
 * The node below `base` for all frames from the root, or stacks_captured(), down to
 * `node`, outermost first: a stack on top of a stack.
 */
uint32_t stacks_join(struct stacks *stacks, uint32_t base, uint32_t node);

/* The id of a text (trace mode), counted from 0; NAME_NONE when memory ran out. */
uint32_t stacks_text(struct stacks *stacks, const char *text, size_t len, const char **stored);

/*
 * Copy what came since: the nodes from `known` on, their parents and frames, up
 * to `room` of them; returns how many. The root, node 0, has no frame.
 */
size_t stacks_copy(struct stacks *stacks, uint32_t known, uint32_t *parents,
	struct stack_frame *frames, size_t room);

/* How many ranges of one name but for numbers keep them: see strip_numbers.c in collapse/. */
enum { STACKS_KEPT = 3 };

/* Nodes of the first such ranges below one parent, of which the last stands for more of them. */
struct stack_shared {
	uint32_t kept[STACKS_KEPT];
	const char *text; /* the name with N for numbers; it lasts as long as the stacks do */
	uint32_t len;
};

/* Copy these from index `*known` on, which goes on, up to `room` of them; returns how many. */
size_t stacks_copy_shared(
	struct stacks *stacks, uint32_t *known, struct stack_shared *shared, size_t room);

/* The texts from id `known` on, up to `room` of them; returns how many (trace mode). */
size_t stacks_copy_texts(
	struct stacks *stacks, uint32_t known, const char **texts, uint32_t *lens, size_t room);

#endif /* CAPTURE_PROGRAM_STACKS_H */

#ifndef COLLAPSE_STACKS_PICTURE_COLUMNS_H
#define COLLAPSE_STACKS_PICTURE_COLUMNS_H

#include "base/tree.h"

/*
 * The columns of a picture's data (docs/FORMATS.md, "payload"): what is said of
 * each frame, in planes of bytes. All of it is a stranger's.
 */
enum picture_column {
	COLUMN_CHILDREN,
	COLUMN_NAME,
	COLUMN_SELF,
	COLUMN_OPS,
	COLUMN_MIN,
	COLUMN_MAX,
	COLUMN_OTHER, /* not for us: read over */
	COLUMNS = COLUMN_OTHER,
};

enum { COLUMNS_MAX = 32 };

#define PAYLOAD_MAX_NODES (1u << 24)

struct columns {
	uint32_t nodes; /* in each; to be set before they come */
	enum picture_column order[COLUMNS_MAX];
	unsigned count; /* of those that come */

	unsigned at; /* the one that is coming */
	bool is_open;
	unsigned bits;  /* of its numbers */
	unsigned shift; /* where in them the plane that is coming belongs */
	uint32_t filled;
	struct {
		bool is_told;
		uint64_t *list; /* by frame; NULL: all are 0 */
		size_t cap;
	} columns[COLUMNS];
};

void columns_release(struct columns *columns);

/* One more column will come. ERR_FORMAT. */
bool columns_add(struct columns *columns, const char *name, size_t len, struct err *err) MUST_CHECK;

/* The next bytes, once it is known which columns there are. ERR_FORMAT, ERR_NOMEM. */
bool columns_feed(struct columns *columns, const unsigned char *bytes, size_t len,
	struct err *err) MUST_CHECK;

/* All is there: add its stacks to `tree`, which is empty. ERR_FORMAT, ERR_NOMEM. */
bool columns_to_tree(const struct columns *columns, const uint32_t *frames, size_t frame_count,
	struct tree *tree, struct err *err) MUST_CHECK;

#endif /* COLLAPSE_STACKS_PICTURE_COLUMNS_H */

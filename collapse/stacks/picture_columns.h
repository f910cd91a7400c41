#ifndef COLLAPSE_STACKS_PICTURE_COLUMNS_H
#define COLLAPSE_STACKS_PICTURE_COLUMNS_H

#include "base/tree.h"

/*
 * The columns of a picture's data (docs/FORMATS.md, "payload"): numbers of each frame, in
 * planes of bytes. All of it is untrusted.
 */
enum picture_column {
	COLUMN_CHILDREN,
	COLUMN_NAME,
	COLUMN_SELF,
	COLUMN_OPS,
	COLUMN_MIN,
	COLUMN_MAX,
	COLUMN_OTHER, /* unknown: skipped */
	COLUMNS = COLUMN_OTHER,
};

enum { COLUMNS_MAX = 32 };

#define PAYLOAD_MAX_NODES (1u << 24)

struct columns {
	uint32_t nodes; /* in each column; set before their data comes */
	enum picture_column order[COLUMNS_MAX];
	unsigned count; /* how many there are */

	unsigned at; /* the current one */
	bool is_open;
	unsigned bits;  /* of its numbers */
	unsigned shift; /* bit position of the current plane */
	uint32_t filled;
	struct {
		bool is_present;
		uint64_t *list; /* by frame; NULL: all are 0 */
		size_t cap;
	} columns[COLUMNS];
};

void columns_release(struct columns *columns);

/* Announce one more column. ERR_FORMAT. */
bool columns_add(struct columns *columns, const char *name, size_t len, struct err *err) MUST_CHECK;

/* The next bytes, after all columns have been announced. ERR_FORMAT. */
bool columns_feed(struct columns *columns, const unsigned char *bytes, size_t len,
	struct err *err) MUST_CHECK;

/* All data has come: add its stacks to `tree`, which is empty. ERR_FORMAT. */
bool columns_to_tree(const struct columns *columns, const uint32_t *frames, size_t frame_count,
	struct tree *tree, struct err *err) MUST_CHECK;

#endif /* COLLAPSE_STACKS_PICTURE_COLUMNS_H */

#ifndef COLLAPSE_PAGES_PAGES_RECORD_H
#define COLLAPSE_PAGES_PAGES_RECORD_H

#include "collapse/pages/table_pages.h"

/* Records, the rows' contents: only for the files of this room. */

enum { RECORD_INDEX_MAX = 254, RECORD_UNWANTED = 255 };

/* Which columns are read, and to where. */
struct record_plan {
	uint8_t slots[RECORD_INDEX_MAX + 1]; /* by column: its place in the row, or UNWANTED */
	uint32_t stored;                     /* columns from this one on are not wanted */
	struct pages_column columns[PAGES_COLUMNS_MAX];
	uint32_t count;
	/* columns of the row that are not read by their slot: rowids, or wanted twice */
	uint8_t others[PAGES_COLUMNS_MAX];
	uint32_t other_count;
};

/* False: too many columns. */
bool record_plan_init(
	struct record_plan *plan, const struct pages_column *columns, size_t count) MUST_CHECK;

enum record_state {
	RECORD_READ,
	RECORD_ODD,
	RECORD_CUT, /* what is wanted lies on overflow pages */
};

/*
 * Read the record of `len` bytes, of which the first `there` are at `record`. Texts and blobs
 * point into it.
 */
enum record_state record_read(const struct record_plan *plan, const unsigned char *record,
	size_t there, uint64_t len, int64_t rowid, struct datum *row) MUST_CHECK;

/* "1.5: A variable-length integer": its length, or 0 if it is not complete before `end`. */
static inline size_t record_varint(
	const unsigned char *at, const unsigned char *end, uint64_t *value)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < 9 && at + i < end; i++) {
		if (i == 8) {
			*value = sum << 8 | at[i];
			return 9;
		}
		sum = sum << 7 | (at[i] & 0x7f);
		if (at[i] < 0x80) {
			*value = sum;
			return i + 1;
		}
	}
	return 0;
}

#endif /* COLLAPSE_PAGES_PAGES_RECORD_H */

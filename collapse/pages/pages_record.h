#ifndef COLLAPSE_PAGES_PAGES_RECORD_H
#define COLLAPSE_PAGES_PAGES_RECORD_H

#include "collapse/pages/table_pages.h"

/* Records, the rows' contents: only for the files of this room. */

enum {
	RECORD_INDEX_MAX = 254,
	RECORD_UNWANTED = 255,
	RECORD_SHAPES = 64,
	RECORD_SHAPE_BYTES = 40, /* of the longest header's beginning that is remembered */
	RECORD_LONG_TYPES = 2,   /* serial types of two bytes that are reckoned with */
	RECORD_SLACK = 8,        /* readable bytes behind a record, of any value */
};

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

/*
 * The positions of the columns in records whose headers begin with the same bytes. Most rows of a
 * table have one of a few such headers, which need not be parsed again.
 */
struct record_shape {
	uint8_t header_bytes; /* of the header's beginning; 0: not in use */
	uint8_t steps;
	bool whole;      /* the header's last column is known */
	uint32_t end;    /* of the known columns, in bytes from the record's beginning */
	uint32_t needed; /* of the wanted ones */
	unsigned char header[RECORD_SHAPE_BYTES];
	struct record_step {
		uint8_t slot;
		uint8_t serial; /* the serial type, SERIAL_BLOB for all blobs, SERIAL_TEXT for texts
				 */
		uint8_t shift;  /* of integers: by how many bits 8 bytes are too long */
		bool is_real;   /* of a column that has no integers */
		uint32_t at, size;
	} step[PAGES_COLUMNS_MAX];
};

/* Belongs to one thread. */
struct record_shapes {
	struct record_shape shape[RECORD_SHAPES];
};

/*
 * Read the record of `len` bytes, of which the first `there` are at `record`, with RECORD_SLACK
 * behind them. Texts and blobs point into it. False: odd, or what is wanted is not there.
 */
bool record_read(const struct record_plan *plan, struct record_shapes *shapes,
	const unsigned char *record, size_t there, uint64_t len, int64_t rowid,
	struct datum *row) MUST_CHECK;

/* "1.5: A variable-length integer": its length, or 0 if it is not complete before `end`. */
static inline size_t record_varint(
	const unsigned char *at, const unsigned char *end, uint64_t *value)
{
	uint64_t sum = 0;

	if (at < end && *at < 0x80) { /* most of them */
		*value = *at;
		return 1;
	}
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

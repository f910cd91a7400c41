#ifndef STATS_PARTS_SINK_H
#define STATS_PARTS_SINK_H

#include <assert.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "base/names.h"

/*
 * Rows on their way out: a report gives them one by one, in their order; a
 * printer, or whoever stands in its place, takes them.
 */
enum column_kind {
	COLUMN_TEXT,
	COLUMN_WORD,    /* a short text that stands like a number: never cut, to the right */
	COLUMN_COUNT,   /* how many: whole, or a mean with one decimal */
	COLUMN_ID,      /* a number that is a name: PID, device */
	COLUMN_TIME,    /* a duration in ns */
	COLUMN_STAMP,   /* a point in time in ns */
	COLUMN_PERCENT, /* of 100 */
	COLUMN_MB,      /* 10^6 bytes */
	COLUMN_RATE,    /* 10^6 bytes a second */
	COLUMN_GB_RATE, /* 10^9 bytes a second */
};

struct column {
	const char *name; /* without its unit */
	enum column_kind kind;
	uint8_t decimals; /* of a CELL_REAL: 0 to 3 */
	/* How soon a narrow terminal does without it: 0 never, then the largest first. */
	uint8_t expendable;
};

enum cell_kind {
	CELL_EMPTY,
	CELL_TEXT,
	CELL_INTEGER,
	CELL_REAL,
};

struct cell {
	enum cell_kind kind;
	uint32_t len; /* of the text: any bytes */
	union {
		const char *text; /* borrowed until the row is taken */
		int64_t integer;
		double real;
	} is;
};

struct sink {
	/*
	 * Of which file the rows are that come next, where there are several and rows of
	 * the report are of one each (report_is_by_file()). Borrowed; else NULL.
	 */
	const char *file;
	size_t columns; /* of the report: so many cells has a row */
	bool (*row)(struct sink *sink, const struct cell *cells, struct err *err);
};

/* Give a row of `count` cells, one for each column. The errors of who takes it. */
static inline MUST_CHECK bool sink_row(
	struct sink *sink, const struct cell *cells, size_t count, struct err *err)
{
	assert(count == sink->columns);
	return sink->row(sink, cells, err);
}

static inline struct cell cell_integer(int64_t value)
{
	return (struct cell){ .kind = CELL_INTEGER, .is.integer = value };
}

static inline struct cell cell_real(double value)
{
	return (struct cell){ .kind = CELL_REAL, .is.real = value };
}

/* NUL-terminated text; a string that lives on. */
struct cell cell_text(const char *text);

/* A name as the report has it; empty text for NAME_NONE. */
struct cell cell_name(const struct names *names, uint32_t name);

/* "Total Time (ns)": as nsys heads its columns, and as CSV and JSON have them. */
void column_title(const struct column *column, char *text, size_t size);

/* Round half away from zero to 10^-decimals, as SQL does and nsys's reports with it. */
int64_t sink_scale(double value, unsigned decimals);

#endif /* STATS_PARTS_SINK_H */

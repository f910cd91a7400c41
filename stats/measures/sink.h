#ifndef STATS_MEASURES_SINK_H
#define STATS_MEASURES_SINK_H

#include <assert.h>

#include "base/err.h"
#include "base/names.h"

/*
 * Output of rows: a report passes them one by one, in order, to a printer or a replacement for
 * it.
 */
enum column_kind {
	COLUMN_TEXT,
	COLUMN_WORD,    /* a short text, right-aligned like a number and never cut */
	COLUMN_COUNT,   /* a count: whole, or a mean with one decimal */
	COLUMN_ID,      /* a number used as a name: PID, device */
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
	/* Priority for omission on a narrow terminal: 0 never, otherwise the largest first. */
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
	 * The file of the following rows, if there are several and each row is about one file
	 * (report.by_file); else NULL. Borrowed until the row is taken.
	 */
	const char *file;
	size_t columns; /* of the report: the number of cells in a row */
	bool (*row)(struct sink *sink, const struct cell *cells, struct err *err);
	/* A sentence about all rows, before the first; scripts find it in the rows. */
	bool (*note)(struct sink *sink, const char *text, struct err *err);
};

/* Pass on a row of `count` cells, one per column. The errors of the receiver. */
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

/* NUL-terminated text, which must outlive the row. */
struct cell cell_text(const char *text);

/* A name as in the report; empty text for NAME_NONE. */
struct cell cell_name(const struct names *names, uint32_t name);

/* "Total Time (ns)": column headings of nsys, and of CSV and JSON. */
void column_title(const struct column *column, char *text, size_t size);

/* Round half away from zero to 10^-decimals, as SQL does and nsys's reports with it. */
int64_t sink_scale(double value, unsigned decimals);

#endif /* STATS_MEASURES_SINK_H */

#ifndef STATS_MEASURES_REPORT_H
#define STATS_MEASURES_REPORT_H

#include <assert.h>

#include "collapse/model/trace.h"

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

/*
 * A report: one file in stats/reports/ each, listed in its reports.list (stats/sql/sql_report.h).
 * It is given one trace after the other, so that several files are pooled exactly with only one of
 * them in memory, and then produces its rows.
 */

/* What a trace must contain for a report; several may be combined. */
enum need_number {
#define NEED(name, word, what) NEED_NUMBER_##name,
#include "stats/measures/needs.list"
#undef NEED
	NEEDS,
};

enum report_need {
#define NEED(name, word, what) NEED_##name = 1 << NEED_NUMBER_##name,
#include "stats/measures/needs.list"
#undef NEED
	/* Of those that read a file's own tables: whether they have rows. */
	NEED_EXPORT = NEED_MPI | NEED_MPI_CALLS | NEED_UCX | NEED_OPENACC | NEED_OS_RUNTIME |
		      NEED_OPENMP | NEED_PAGES | NEED_GPU_METRICS | NEED_NETWORK_METRICS,
};

struct gpu_peak;     /* stats/roofline/roofline.h */
struct stated_works; /* likewise */

struct report_options {
	const struct gpu_peak *peak; /* what users give of it; NULL: nothing */
	struct stated_works *stated; /* likewise; those that are used become so */
};

struct report_run {
	const struct report *report;
	struct names *names;
	const struct report_options *options;
	const char *arguments; /* values of its parameters: "gap=1ms:x=2" */
	size_t files;          /* total number; ids of processes are shown for a single file only */
	size_t file;           /* index of the current one */
	const char *const *labels; /* of the files: file_labels() */
	uint64_t refused;          /* set by finish(): rows that contradict the hardware */
	void *state;               /* the report's own: state_size bytes, zeroed */
	const struct trace *trace; /* of a single file, added when its turn comes; or NULL */
	struct rank_facts **ranks; /* of it, which all reports share */
};

/* What produces the rows: SQL, or C whose file names the columns alone. */
struct report_code {
	uint64_t want;     /* enum trace_want; of SQL, its statements say it */
	size_t state_size; /* of report_run.state */
	/*
	 * Add a trace, which, if there are several, is released afterwards; then produce the
	 * rows.
	 */
	bool (*add)(struct report_run *run, const struct trace *trace, struct err *err);
	bool (*finish)(struct report_run *run, struct sink *sink, struct err *err);
	void (*release)(struct report_run *run);
};

/* A table that is made of what was gathered, and of those before it. */
struct sql_stage {
	const char *name, *text;
};

struct sql_parameter {
	const char *name;
	const char *value; /* the default, as it would be given */
};

enum { SQL_PARAMETERS_MAX = 8, SQL_STAGES_MAX = 60 };

struct report {
	const char *name;  /* nsys 2024.2's name, if it has the report */
	const char *alias; /* other names, such as those of nsys 2022, separated by ", "; or NULL */
	const char *title;
	const char *doc; /* a paragraph: what a row is and how it is computed */
	const struct column *columns;
	size_t column_count;
	uint64_t want;      /* enum trace_want */
	unsigned needs;     /* enum report_need */
	bool names_kernels; /* supports ":base" and ":mangled" */
	bool takes_sums;    /* accepts operations that represent many: trace->sums */
	bool is_cpu;        /* its rows are of threads: it cannot be of one device or stream */
	bool is_hardware;   /* its rows are of samples, which cannot be chosen by program */
	bool has_devices;   /* though is_hardware, its rows are of GPUs */
	bool reads_export;  /* it reads the file's own tables: trace->own */
	bool by_file;       /* each row is about one file; with several, it then says which */
	const struct report_code *code; /* NULL: its SQL, until it is settled */
	const char
		*chart; /* what a picture shows (stats/chart/report_chart.h); NULL: none is drawn */
	/* Partial results can hold it: what it gathers of files is in SQL, of no file in
	 * particular. */
	bool merges;
	/* Its SQL (stats/sql/sql_report.h). */
	const char *each; /* what is gathered of each file; NULL: rows are of a file */
	struct sql_stage stages[SQL_STAGES_MAX];
	size_t stage_count;
	const char *rows;
	const char *note; /* its text, if any, comes before the rows; NULL: none */
	struct sql_parameter parameters[SQL_PARAMETERS_MAX];
	size_t parameter_count;
	int file_column; /* the column that says which file a row is of, and is no column; or -1 */
	bool is_settled;
	const char *path;   /* of a user's own; NULL: it is one of ours */
	const char *source; /* all of its text; likewise */
};

/* Whether only its statement says whether a file has what it needs: the file's own tables do. */
static inline bool report_needs_export(const struct report *report)
{
	return report->reads_export && (report->needs & NEED_EXPORT) != 0;
}

/* The needs that a trace meets. */
unsigned report_met(const struct trace *trace);

/* By number: its word in reports' files, "" if it has none, and what a message calls it. */
extern const struct need_words {
	const char *word, *what;
} report_needs[NEEDS];

/* The first missing need, for messages: "NVTX ranges". `lacks` must not be 0. */
const char *report_lack(unsigned lacks);

#endif /* STATS_MEASURES_REPORT_H */

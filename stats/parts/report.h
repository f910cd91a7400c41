#ifndef STATS_PARTS_REPORT_H
#define STATS_PARTS_REPORT_H

#include "collapse/model/trace.h"
#include "stats/parts/sink.h"

/*
 * A report: one file of stats/reports/ each, listed in its registry.c. It sees
 * one trace after the other, so that several files are pooled exactly and only
 * one of them is in memory, and then gives its rows.
 */

/* What a trace must hold for a report to say anything; several add up. See report_lack(). */
enum report_need {
	NEED_EVENTS = 1 << 0, /* single operations: of all reports but those that take sums */
	NEED_KERNELS = 1 << 1,
	NEED_MEMORY = 1 << 2, /* copies or fills */
	NEED_OPS = 1 << 3,    /* any GPU operation */
	NEED_API = 1 << 4,
	NEED_RANGES = 1 << 5,
	NEED_NCCL = 1 << 6,    /* NVTX ranges of the domain NCCL */
	NEED_STEPS = 1 << 7,   /* ranges that number the steps of a training */
	NEED_MPI = 1 << 8,     /* NVTX ranges of the domain MPI */
	NEED_DETAILS = 1 << 9, /* trace->details, which not every format has */
};

struct sums_shape; /* stats/parts/sums.h */

struct report_options {
	uint64_t gap_ns;  /* the shortest gap that gpu_gaps tells */
	const char *pace; /* whose pace: a range's or a kernel's name; NULL: the longest in sum */
	uint64_t chunks;  /* into how many a timeline is cut */
	const char *histogram; /* of which kernel or range; NULL: the kernel with the most time */
};

/* How rows become a picture: which columns say what. */
enum chart_kind {
	CHART_HEAT, /* lanes over time: `to` is a duration, `value` in percent of 100 */
	CHART_BARS, /* bars from `from` to `to`, as high as `value` */
	/*
	 * `value` and, below it, `to` over `from`, all times; a series for each process,
	 * whose id is in `lane`, which begins with a row whose `to` is empty.
	 */
	CHART_PACE,
	/*
	 * The time `value`, its least and most in the columns after it, over the bytes
	 * `from`, both logarithmic; a series for each `label` and number of ranks `lane`;
	 * `to` is a rate, `count` how many the row stands for.
	 */
	CHART_SIZES,
};

struct chart_shape {
	enum chart_kind kind;
	uint8_t from, to, value; /* indices of columns */
	uint8_t lane;            /* CHART_HEAT: of the PID, the device after it */
	uint8_t label;
	uint8_t count;
	bool has_label; /* `label` of the first row says what the picture is about */
};

struct report_run {
	const struct report *report;
	struct names *names;
	const struct report_options *options;
	size_t files; /* how many there will be; ids of processes are shown for one alone */
	size_t file;  /* which one is read, from 0 */
	const char *const *labels; /* of the files: file_labels() */
	void *state;               /* the report's own: state_size bytes, zeroed */
	/* Of reports with show(), the traces that meet their needs, in the order of the files. */
	const struct trace **traces;
	size_t *trace_files; /* by trace: which file it is of */
	size_t trace_files_cap;
	size_t trace_count, traces_cap;
};

struct report {
	const char *name;  /* as nsys 2024.2 calls it, where it has one */
	const char *alias; /* other names, as of nsys 2022, with ", " between them; or NULL */
	const char *title;
	const char *doc; /* a paragraph: what a row is, how it is computed */
	const struct column *columns;
	size_t column_count;
	struct trace_want want;          /* what it needs beside times and names */
	unsigned needs;                  /* enum report_need */
	bool names_kernels;              /* ":base" and ":mangled" say how */
	bool takes_sums;                 /* an operation may stand for many: trace->sums */
	bool by_file;                    /* a row is of one file, though there is no show() */
	size_t state_size;               /* of report_run.state */
	const struct chart_shape *chart; /* NULL: there is no picture of it */
	const char *option; /* the option that applies to it alone, "--chunks"; or NULL */
	/* Of those that show what options->pace names: what that is, and which report lists it. */
	const char *pace_of, *pace_list;

	/* Reports of single operations or ranges: give the rows of a trace. */
	bool (*show)(struct report_run *run, const struct trace *trace, struct sink *sink,
		struct err *err);

	/* All others: take in a trace, which is gone when it returns; then give the rows. */
	bool (*add)(struct report_run *run, const struct trace *trace, struct err *err);
	bool (*finish)(struct report_run *run, struct sink *sink, struct err *err);
	void (*release)(struct report_run *run); /* NULL: the state owns nothing */
	const struct sums_shape *sums;           /* for those whose finish() is sums_finish() */
};

/* Whether a row is about one file alone: of several, it then says which. */
bool report_is_by_file(const struct report *report);

/* Which needs a trace meets. */
unsigned report_met(const struct trace *trace);

/* What is missing first, for people: "NVTX ranges". `lacks` has one bit at least. */
const char *report_lack(unsigned lacks);

#endif /* STATS_PARTS_REPORT_H */

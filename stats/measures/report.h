#ifndef STATS_MEASURES_REPORT_H
#define STATS_MEASURES_REPORT_H

#include "collapse/model/trace.h"
#include "stats/measures/sink.h"

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

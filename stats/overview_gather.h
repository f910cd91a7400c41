#ifndef STATS_OVERVIEW_GATHER_H
#define STATS_OVERVIEW_GATHER_H

#include "stats/overview.h"

/* What the first screen of `gpuflame stats` is made of. */

/* Add operations, which are part of a sum that was checked. */
static inline void ledger_add_to(struct ledger_entry *entry, uint64_t ns, uint64_t count)
{
	entry->ns += ns;
	entry->count += count;
}

struct overview {
	const struct overview_options *options; /* how it is printed; borrowed */
	size_t files;                           /* that were read */
	size_t cut_files; /* of which a part was selected: its idle time is not a finding */
	struct names names;
	struct trace_cutter cutter;
	struct ledger operations, ranges;
	uint64_t ns;            /* of all operations, without: */
	uint64_t validation_ns; /* as pictures leave it out */
	uint64_t outside_ns;    /* of operations in no range */
	uint64_t range_count;
	size_t sum_files;           /* that hold sums: when a device was busy is unknown */
	struct input_format format; /* of all, or "several formats" */
	struct survey survey;       /* of all others; the ranks are of all */
	bool findings_only;         /* of what is shown, the survey alone is made */
};

/* Not of a part of the work, nor of sums and traces together. */
static inline bool overview_has_findings(const struct overview *overview)
{
	return overview->cut_files == 0 &&
	       (overview->sum_files == 0 || overview->sum_files == overview->files);
}

/* Several files are compared as ranks. */
bool overview_begin(
	struct overview *overview, const struct stats_input *input, struct err *err) MUST_CHECK;

/* Add all files. Errors: as overview_gather(). */
bool overview_read(struct overview *overview, const struct stats_input *input,
	struct stats_notes *notes, struct err *err) MUST_CHECK;

/*
 * Begin, add each file, and end. Errors: as stats_run(); ERR_EMPTY when there is neither a GPU
 * operation nor a range; ERR_USAGE for a partial result. To be released after an error, too.
 */
bool overview_gather(struct overview *overview, const struct stats_input *input,
	struct stats_notes *notes, struct err *err) MUST_CHECK;
void overview_release(struct overview *overview);

/* What the tables of the first screen have: of screens for people, and as JSON. */

struct overview_row {
	struct text label; /* as pictures have it; no two of a list are alike */
	uint32_t name;     /* the whole name, or NAME_NONE */
	uint64_t ns, count;
};

struct overview_rows {
	struct overview_row *list; /* the most time first */
	size_t count, more;        /* more: that are not in the list */
};

/* Operations by what they do, as pictures colour them. */
struct overview_rows overview_kinds(const struct overview *overview);

/* The `top` first kernels, copies and fills; and ranges, with all that was launched in them. */
struct overview_rows overview_operations(const struct overview *overview, size_t top);
struct overview_rows overview_ranges(const struct overview *overview, size_t top);

void overview_rows_release(struct overview_rows *rows);

enum { OVERVIEW_FINDINGS = 3 };

/* Devices shared by two processes are busy for both: idle time may then be unknown. */
static inline uint64_t overview_idle_ns(const struct survey *survey)
{
	return survey->span_ns > survey->busy_ns ? survey->span_ns - survey->busy_ns : 0;
}

/* The screen as JSON. */
void overview_put_json(
	const struct overview *overview, const struct stats_input *input, struct text *out);

#endif /* STATS_OVERVIEW_GATHER_H */

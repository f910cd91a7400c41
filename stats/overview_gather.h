#ifndef STATS_OVERVIEW_GATHER_H
#define STATS_OVERVIEW_GATHER_H

#include "stats/overview_ledger.h"
#include "stats/read_files.h"
#include "stats/survey/survey.h"

/* What the first screen of `gpuflame stats` is made of, and a partial result of it. */

struct overview_options; /* stats/overview.h */

struct overview {
	const struct overview_options *options; /* how it is printed; borrowed */
	size_t files;                           /* that were read */
	size_t cut_files; /* of which a part was selected: its idle time is not a finding */
	struct names names;
	struct trace_cutter cutter;
	struct ledger kernels, ranges;
	uint64_t kind_ns[OP_KINDS], kind_ops[OP_KINDS];
	uint64_t ns;         /* of all operations */
	uint64_t outside_ns; /* of operations in no range */
	uint64_t range_count;
	size_t sum_devices;         /* of files that hold sums */
	size_t sum_files;           /* that hold sums: when a device was busy is unknown */
	struct input_format format; /* of several, the last in order of their texts */
	struct survey survey;       /* of all others; the ranks are of all */

	/* To be written (overview_partial.c). */
	uint32_t format_name;
	struct overview_record *records;
	size_t record_count, records_cap;
};

/*
 * Begin, add each file that stats_open() opened, and end; `many`: files are compared as ranks, also
 * if this is one of several partial results. Errors: as stats_run(); ERR_EMPTY when there is
 * neither a GPU operation nor a range, or a partial result was made without this. To be released
 * after an error, too.
 */
bool overview_begin(struct overview *overview, const struct stats_input *input, bool many,
	struct err *err) MUST_CHECK;
bool overview_add(struct overview *overview, const struct stats_input *input, size_t index,
	struct input *file, const char *label, struct stats_notes *notes,
	struct err *err) MUST_CHECK;
bool overview_end(struct overview *overview, const struct stats_input *input,
	const struct stats_notes *notes, struct err *err) MUST_CHECK;

/*
 * All of that with the files of `input`. *is_partial: the error is of a partial result that was
 * made without this, which stays open where `input` holds files.
 */
bool overview_gather(struct overview *overview, const struct stats_input *input,
	struct stats_notes *notes, bool *is_partial, struct err *err) MUST_CHECK;
void overview_release(struct overview *overview);

/*
 * Add a partial result, which has been checked, and its messages to `notes`. ERR_USAGE if options
 * ask for names, which it cannot give; else as partial_read().
 */
bool overview_add_partial(struct overview *overview, struct input *file, struct stats_notes *notes,
	struct err *err) MUST_CHECK;

/* As partial results hold it: its state is a struct overview. */
extern const struct report report_overview;

#endif /* STATS_OVERVIEW_GATHER_H */

#include "stats/overview_gather.h"

#include "base/sum.h"
#include "base/pool.h"
#include "collapse/collapse_files.h"
#include "collapse/fold/nest.h"
#include "collapse/input/input.h"
#include "stats/measures/projection.h"

/* --- reading ------------------------------------------------------------------------ */

/* A trace of which a ledger is added to. */
struct screen_walk {
	struct overview *overview;
	const struct trace *trace;
	const uint32_t *shown; /* by name */
	uint32_t *entries;     /* by name, + 1: the entry, + 1; 0: not known yet */
	uint64_t outside_ns;
	struct nest_sums ranges; /* by entry */
	size_t validation;       /* the depth, from 1, of the outermost such range that is open */
	uint32_t *left_out;      /* operations in one */
	size_t left_count, left_cap;
	struct err failure; /* of add_ops() */
};

static uint32_t find_entry(struct screen_walk *walk, struct ledger *ledger, uint32_t name)
{
	uint32_t *known = &walk->entries[(uint32_t)(name + 1)];

	if (*known == 0)
		*known = ledger_find(ledger, name != NAME_NONE ? walk->shown[name] : NAME_NONE) + 1;
	return *known - 1;
}

static void add_ops(void *context)
{
	struct screen_walk *walk = context;
	struct overview *overview = walk->overview;
	const struct trace *trace = walk->trace;

	for (uint32_t i = 0; i < trace->op_count; i++) {
		const struct op *op = &trace->ops[i];
		uint64_t ns = (uint64_t)(op->end - op->start);
		uint32_t entry;

		if (!sum_add(&overview->ns, ns, &walk->failure))
			return;
		if (op->thread == TRACE_NONE)
			walk->outside_ns += ns;
		entry = find_entry(walk, &overview->operations, op->name);
		ledger_add_to(&overview->operations.entries[entry], ns, trace_op_count(trace, i));
	}
}

/* Leave all ranges but `same`; of nested ranges of one name, only the outermost counts. */
static bool leave_ranges(struct screen_walk *walk, size_t same, struct err *err)
{
	while (walk->ranges.depth > same) {
		struct ledger_entry *entry;
		struct nest_sum left;

		if (!nest_sums_leave(&walk->ranges, &left, err))
			return false;
		if (walk->ranges.depth < walk->validation)
			walk->validation = 0;
		if (!left.is_first)
			continue;
		entry = &walk->overview->ranges.entries[left.place];
		ledger_add_to(entry, left.ns, left.count);
	}
	return true;
}

static void enter_range(struct screen_walk *walk, const struct range *range)
{
	nest_sums_enter(&walk->ranges, find_entry(walk, &walk->overview->ranges, range->name));
	if (walk->validation == 0 && !walk->overview->options->with_validation &&
		range->name != NAME_NONE &&
		ruleset_is_validation(&walk->trace->names->list[range->name]))
		walk->validation = walk->ranges.depth;
}

/* Add an operation to the ranges around its launch. */
static bool add_launch(void *context, const struct nest *nest, struct err *err)
{
	struct screen_walk *walk = context;
	const struct trace *trace = walk->trace;
	const struct op *op = &trace->ops[nest->op];
	uint64_t ns = (uint64_t)(op->end - op->start);
	bool ok = leave_ranges(walk, nest->same, err);

	if (nest->depth == 0)
		walk->outside_ns += ns;
	while (ok && walk->ranges.depth < nest->depth)
		enter_range(walk, &trace->ranges[nest->ranges[walk->ranges.depth]]);
	if (ok && walk->validation > 0) {
		*mem_next(walk->left_out, walk->left_cap, walk->left_count) = nest->op;
		return true;
	}
	return ok && nest_sums_add(&walk->ranges, ns, trace_op_count(trace, nest->op), err);
}

static bool add_sums(struct screen_walk *walk, struct err *err)
{
	struct nest nest;
	bool ok = true;

	nest_init(&nest, walk->trace);
	while (ok && nest_next(&nest))
		ok = add_launch(walk, &nest, err);
	nest_release(&nest);
	return ok;
}

/* The ranges around launches are found once, for the ledger and the survey. */
static bool add_events(struct overview *overview, struct screen_walk *walk, struct trace *trace,
	const char *label, struct err *err)
{
	for (size_t i = 0; i < trace->range_count; i++)
		overview->range_count += !trace->ranges[i].out;
	overview->survey.watch = (struct cover_watch){ add_launch, walk };
	return survey_add(&overview->survey, trace, label, err);
}

static struct screen_walk begin_walk(
	struct overview *overview, const struct trace *trace, const uint32_t *shown)
{
	return (struct screen_walk){ .overview = overview,
		.trace = trace,
		.shown = shown,
		.entries = mem_zeroed((size_t)trace->names->count + 1, sizeof(uint32_t)) };
}

/* What was counted before its ranges were known. */
static void leave_out(struct screen_walk *ops, const struct screen_walk *ranges)
{
	struct overview *overview = ops->overview;

	for (size_t i = 0; i < ranges->left_count; i++) {
		const struct op *op = &ops->trace->ops[ranges->left_out[i]];
		uint64_t ns = (uint64_t)(op->end - op->start);
		uint32_t entry = find_entry(ops, &overview->operations, op->name);

		overview->ns -= ns;
		overview->validation_ns += ns;
		overview->operations.entries[entry].ns -= ns;
		overview->operations.entries[entry].count -=
			trace_op_count(ops->trace, ranges->left_out[i]);
	}
}

static void end_walk(struct screen_walk *walk)
{
	walk->overview->outside_ns += walk->outside_ns;
	nest_sums_release(&walk->ranges);
	free(walk->left_out);
	free(walk->entries);
}

/* Its operations, in a second thread, and meanwhile its ranges. */
static bool add_walks(struct screen_walk *ops, struct screen_walk *ranges, struct trace *trace,
	const char *label, struct err *err)
{
	struct overview *overview = ranges->overview;
	struct task task;
	bool ok;

	task_begin(&task, add_ops, ops,
		overview->survey.threads < 2 || trace->op_count < SURVEY_MANY_OPS);
	overview->sum_files += trace->sums != NULL;
	ok = trace->sums == NULL ? add_events(overview, ranges, trace, label, err)
				 : add_sums(ranges, err) &&
					   survey_add_sums(&overview->survey, trace, label, err);
	if (ok && !leave_ranges(ranges, 0, err))
		ok = err_prefix(err, "cannot read '%s'", label);
	task_end(&task);
	if (ok && ops->failure.code != ERR_NONE) {
		*err = ops->failure;
		ok = err_prefix(err, "cannot read '%s'", label);
	}
	return ok;
}

/* Nothing is said that is true of one file only. */
static void add_format(struct input_format *sum, const struct input_format *format)
{
	if (sum->text[0] == '\0')
		*sum = *format;
	else if (strcmp(sum->text, format->text) != 0)
		*sum = (struct input_format){
			.text = "several formats",
			.is_torch = sum->is_torch || format->is_torch,
		};
}

static bool add_trace(
	struct overview *overview, struct trace *trace, const char *label, struct err *err)
{
	struct screen_walk ops, ranges;
	struct shown_names shown;
	bool ok = trace_cutter_names(&overview->cutter, trace, &shown, err);

	if (ok) {
		ops = begin_walk(overview, trace, shown.operations);
		ranges = begin_walk(overview, trace, shown.ranges);
		ok = add_walks(&ops, &ranges, trace, label, err);
		if (ok)
			leave_out(&ops, &ranges);
		end_walk(&ops);
		end_walk(&ranges);
	}
	shown_names_release(&shown);
	add_format(&overview->format, &trace->format);
	return ok;
}

/* What leaves out part of a device's work makes idle time of it, which must not be a finding. */
static bool is_cut(const struct overview *overview)
{
	const struct selection *selection = &overview->cutter.options->plan.selection;

	return overview->cutter.chooses || selection->range != NULL || selection->streams.count > 0;
}

static bool add_one(
	struct overview *overview, struct trace *trace, const char *label, struct err *err)
{
	if (!overview->findings_only)
		return add_trace(overview, trace, label, err);
	return trace->sums != NULL ? survey_add_sums(&overview->survey, trace, label, err)
				   : survey_add(&overview->survey, trace, label, err);
}

static bool overview_add(struct overview *overview, const struct stats_input *input, size_t index,
	struct input *file, const char *label, struct stats_notes *notes, struct err *err)
{
	uint64_t want = survey_want(&overview->survey) | trace_cutter_want(&overview->cutter);
	bool ok, was_read;
	struct trace trace;

	trace_init(&trace, &overview->names);
	ok = stats_read(input, index, file, &overview->cutter, want, &trace, notes, &was_read, err);
	if (ok && was_read && overview->findings_only && overview->survey.files > 0 &&
		overview->survey.sums != (trace.sums != NULL))
		ok = err_set(err, ERR_FORMAT,
			     "'%s' is %s, and others are not: findings are of either",
			     input->files[index],
			     trace.sums != NULL ? "a fold-mode capture" : "a trace") ||
		     stats_skip(input, err);
	else if (ok && was_read) {
		ok = add_one(overview, &trace, label, err);
		if (ok)
			stats_notes_add(notes, &trace);
		overview->cut_files += ok && is_cut(overview);
	}
	trace_release(&trace);
	return ok;
}

bool overview_read(struct overview *overview, const struct stats_input *input,
	struct stats_notes *notes, struct err *err)
{
	const char **labels = file_labels(input->files, input->count);
	bool ok = true;

	for (size_t i = 0; ok && i < input->count; i++) {
		struct input *file;

		ok = stats_open(input, i, &overview->cutter, &file, err);
		if (!ok || file == NULL)
			continue;
		ok = file->kind == INPUT_PARTIAL
			     ? stats_refuse_partial(file->path, err)
			     : overview_add(overview, input, i, file, labels[i], notes, err);
		stats_close(file);
	}
	free(labels);
	stats_end_reading(input, notes);
	return ok;
}

bool overview_begin(struct overview *overview, const struct stats_input *input, struct err *err)
{
	names_init(&overview->names);
	survey_init(&overview->survey, &overview->names, input->count > 1);
	overview->survey.threads = pool_threads(0);
	return trace_cutter_init(&overview->cutter, &overview->names, input->cut, err);
}

static bool end(struct overview *overview, const struct stats_input *input,
	const struct stats_notes *notes, struct err *err)
{
	overview->files = notes->files;
	bool chooses = input->cut->plan.selection.devices.count > 0; /* ranges are on none */

	if (notes->files > 0 && overview->ns == 0 && (overview->range_count == 0 || chooses))
		return stats_refuse_empty(input, notes, &overview->cutter, err);
	return trace_cutter_check(&overview->cutter, err);
}

bool overview_gather(struct overview *overview, const struct stats_input *input,
	struct stats_notes *notes, struct err *err)
{
	return overview_begin(overview, input, err) && overview_read(overview, input, notes, err) &&
	       end(overview, input, notes, err);
}

void overview_release(struct overview *overview)
{
	ledger_release(&overview->operations);
	ledger_release(&overview->ranges);
	survey_release(&overview->survey);
	trace_cutter_release(&overview->cutter);
	names_release(&overview->names);
}

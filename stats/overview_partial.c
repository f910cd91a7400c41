#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/sum.h"
#include "stats/overview_gather.h"
#include "stats/parts/partial.h"
#include "stats/parts/rank_report.h"

/*
 * The screen's sums as groups: the ranks as rank_report_partial has them, and then these. Labels
 * are as there: the kind, the number of a loss, a number that is not used, and names.
 */
enum overview_record_kind {
	RECORD_TOTAL = 16, /* kinds below this are those of ranks */
	RECORD_KERNEL,
	RECORD_RANGE,
	RECORD_SURVEY,
	RECORD_LOSS,
	RECORD_LOSS_RANGE,
	RECORD_LOSS_OP,
};

struct overview_record {
	enum overview_record_kind kind;
	uint32_t loss, at; /* `at` is a place in a ledger */
};

enum { LABEL_KIND, LABEL_LOSS, LABEL_NAME = 3, LABEL_OTHER };

enum {
	TOTAL_NS,
	TOTAL_OUTSIDE,
	TOTAL_RANGES,
	TOTAL_SUM_DEVICES,
	TOTAL_SUM_FILES,
	TOTAL_CUT_FILES,
	TOTAL_IS_TORCH,
	TOTAL_KIND_NS,
	TOTAL_KIND_OPS = TOTAL_KIND_NS + OP_KINDS,
	TOTAL_COUNTERS = TOTAL_KIND_OPS + OP_KINDS,
};

_Static_assert((int)TOTAL_COUNTERS <= (int)PARTIAL_COUNTERS, "there is room for all counters");

/* The stream and the median are no sums. */
enum { SURVEY_STREAM, SURVEY_MEDIAN, SURVEY_SUMS };

enum { LOSS_NS, LOSS_COUNT, LOSS_LONGEST, LOSS_STEP_NS, LOSS_PLACE_NS };

/* Sums of a survey, in the order of the counters that follow the first two. */
static void list_sums(struct survey *survey, uint64_t *sums[PARTIAL_COUNTERS], size_t *count)
{
	uint64_t *const list[] = { &survey->total_ns, &survey->files, &survey->devices,
		&survey->span_ns, &survey->busy_ns, &survey->kernel_ns, &survey->steps,
		&survey->outliers, &survey->warm_ups, &survey->step_ns, &survey->small_kernels,
		&survey->small_ns, &survey->compute_kernels, &survey->before_ns };

	_Static_assert(
		SURVEY_SUMS + ARRAY_SIZE(list) <= PARTIAL_COUNTERS, "there is room for all sums");
	memcpy(sums, list, sizeof(list));
	*count = ARRAY_SIZE(list);
}

/* The same run, of the ranks alone. */
static struct report_run ranks_of(const struct report_run *run)
{
	struct report_run ranks = *run;

	ranks.state = &((struct overview *)run->state)->survey.ranks;
	return ranks;
}

/* --- writing ---------------------------------------------------------------------------- */

static bool add_records(struct overview *overview, enum overview_record_kind kind, uint32_t loss,
	uint32_t count, struct err *err)
{
	if (!mem_try_grow((void **)&overview->records, &overview->records_cap,
		    overview->record_count + count, sizeof(*overview->records), err))
		return false;
	for (uint32_t i = 0; i < count; i++)
		overview->records[overview->record_count++] =
			(struct overview_record){ kind, loss, i };
	return true;
}

static bool prepare(struct report_run *run, struct err *err)
{
	struct overview *overview = run->state;
	struct report_run ranks = ranks_of(run);
	const char *format = overview->format.text;
	bool ok =
		names_try_intern(run->names, format, strlen(format), &overview->format_name, err) &&
		rank_report_partial.prepare(&ranks, err) &&
		add_records(overview, RECORD_TOTAL, 0, 1, err) &&
		add_records(overview, RECORD_KERNEL, 0, overview->kernels.names.count, err) &&
		add_records(overview, RECORD_RANGE, 0, overview->ranges.names.count, err) &&
		add_records(overview, RECORD_SURVEY, 0, 1, err);

	for (uint32_t i = 0; ok && i < LOSS_KINDS; i++) {
		const struct lost *loss = &overview->survey.losses[i];

		ok = add_records(overview, RECORD_LOSS, i, 1, err) &&
		     add_records(overview, RECORD_LOSS_RANGE, i, loss->ranges.names.count, err) &&
		     add_records(overview, RECORD_LOSS_OP, i, loss->ops.names.count, err);
	}
	return ok;
}

static uint32_t count_records(const struct report_run *run)
{
	const struct report_run ranks = ranks_of(run);

	return rank_report_partial.count(&ranks) +
	       (uint32_t)((const struct overview *)run->state)->record_count;
}

static void get_total(const struct overview *overview, struct partial_group *group)
{
	uint64_t *to = group->counters;

	group->labels[LABEL_NAME] = overview->format_name;
	to[TOTAL_NS] = overview->ns;
	to[TOTAL_OUTSIDE] = overview->outside_ns;
	to[TOTAL_RANGES] = overview->range_count;
	to[TOTAL_SUM_DEVICES] = overview->sum_devices;
	to[TOTAL_SUM_FILES] = overview->sum_files;
	to[TOTAL_CUT_FILES] = overview->cut_files;
	to[TOTAL_IS_TORCH] = overview->format.is_torch;
	memcpy(to + TOTAL_KIND_NS, overview->kind_ns, sizeof(overview->kind_ns));
	memcpy(to + TOTAL_KIND_OPS, overview->kind_ops, sizeof(overview->kind_ops));
}

static void get_survey(struct survey *survey, struct partial_group *group)
{
	uint64_t *sums[PARTIAL_COUNTERS];
	size_t count;

	list_sums(survey, sums, &count);
	group->counters[SURVEY_STREAM] = survey->stream;
	group->counters[SURVEY_MEDIAN] = survey->median_ns;
	for (size_t i = 0; i < count; i++)
		group->counters[SURVEY_SUMS + i] = *sums[i];
}

static void get_entry(const struct ledger *ledger, uint32_t at, struct partial_group *group)
{
	group->labels[LABEL_NAME] = ledger->names.keys[at];
	group->counters[0] = ledger->entries[at].ns;
	group->counters[1] = ledger->entries[at].count;
}

static void get_loss(const struct lost *loss, struct partial_group *group)
{
	group->labels[LABEL_NAME] = loss->step;
	group->labels[LABEL_OTHER] = loss->place;
	group->counters[LOSS_NS] = loss->ns;
	group->counters[LOSS_COUNT] = loss->count;
	group->counters[LOSS_LONGEST] = loss->longest;
	group->counters[LOSS_STEP_NS] = loss->step_ns;
	group->counters[LOSS_PLACE_NS] = loss->place_ns;
}

static void get_loss_entry(
	const struct loss_ledger *ledger, uint32_t at, struct partial_group *group)
{
	group->labels[LABEL_NAME] = ledger->names.keys[at];
	group->counters[0] = ledger->ns[at];
}

static void get_group(const struct report_run *run, uint32_t index, struct partial_group *group)
{
	const struct report_run ranks = ranks_of(run);
	uint32_t of_ranks = rank_report_partial.count(&ranks);
	struct overview *overview = run->state;
	const struct overview_record *record;
	const struct lost *loss;

	if (index < of_ranks) {
		rank_report_partial.get(&ranks, index, group);
		return;
	}
	record = &overview->records[index - of_ranks];
	loss = &overview->survey.losses[record->loss];
	*group = (struct partial_group){ .labels = { record->kind, record->loss, 0, NAME_NONE,
						 NAME_NONE, NAME_NONE, NAME_NONE } };
	switch (record->kind) {
	case RECORD_TOTAL:
		get_total(overview, group);
		break;
	case RECORD_KERNEL:
		get_entry(&overview->kernels, record->at, group);
		break;
	case RECORD_RANGE:
		get_entry(&overview->ranges, record->at, group);
		break;
	case RECORD_SURVEY:
		get_survey(&overview->survey, group);
		break;
	case RECORD_LOSS:
		get_loss(loss, group);
		break;
	case RECORD_LOSS_RANGE:
		get_loss_entry(&loss->ranges, record->at, group);
		break;
	case RECORD_LOSS_OP:
		get_loss_entry(&loss->ops, record->at, group);
		break;
	}
}

/* --- reading ---------------------------------------------------------------------------- */

static bool impossible(struct err *err)
{
	return err_set(err, ERR_FORMAT, "impossible sums");
}

static bool put_total(const struct report_run *run, struct overview *overview,
	const struct partial_group *group, struct err *err)
{
	const uint64_t *from = group->counters;
	uint64_t name = group->labels[LABEL_NAME], all = 0, ranges = overview->range_count;
	struct input_format format = { .is_torch = from[TOTAL_IS_TORCH] > 0 };

	for (size_t i = 0; i < OP_KINDS; i++) {
		if (!sum_add(&all, from[TOTAL_KIND_NS + i], err) ||
			!sum_add(&overview->kind_ops[i], from[TOTAL_KIND_OPS + i], err))
			return false;
		overview->kind_ns[i] += from[TOTAL_KIND_NS + i]; /* part of the sum */
	}
	if (name == NAME_NONE || all != from[TOTAL_NS] || from[TOTAL_OUTSIDE] > from[TOTAL_NS])
		return impossible(err);
	snprintf(format.text, sizeof(format.text), "%s", run->names->list[name].text);
	if (strcmp(format.text, overview->format.text) > 0)
		overview->format = format;
	overview->outside_ns += from[TOTAL_OUTSIDE];
	overview->sum_devices += from[TOTAL_SUM_DEVICES];
	overview->sum_files += from[TOTAL_SUM_FILES];
	overview->cut_files += from[TOTAL_CUT_FILES];
	if (!sum_add(&ranges, from[TOTAL_RANGES], err))
		return false;
	overview->range_count = ranges;
	return sum_add(&overview->ns, all, err);
}

static bool put_survey(struct survey *survey, const struct partial_group *group, struct err *err)
{
	uint64_t *sums[PARTIAL_COUNTERS];
	size_t count;

	list_sums(survey, sums, &count);
	for (size_t i = 0; i < count; i++) {
		if (!sum_add(sums[i], group->counters[SURVEY_SUMS + i], err))
			return false;
	}
	if (group->counters[SURVEY_STREAM] > UINT32_MAX || survey->kernel_ns > survey->busy_ns)
		return impossible(err);
	if (group->counters[SURVEY_MEDIAN] > survey->median_ns)
		survey->median_ns = group->counters[SURVEY_MEDIAN];
	survey->loaded_stream = (uint32_t)group->counters[SURVEY_STREAM];
	return true;
}

/* The survey, with its stream, comes before its losses. */
static bool put_loss(
	struct survey *survey, uint32_t kind, const struct partial_group *group, struct err *err)
{
	struct lost *loss = &survey->losses[kind];
	const uint64_t *from = group->counters;

	if (from[LOSS_LONGEST] > from[LOSS_NS] || from[LOSS_STEP_NS] > from[LOSS_NS] ||
		from[LOSS_PLACE_NS] > from[LOSS_NS])
		return impossible(err);
	if (kind == LOSS_STREAMS)
		survey_keep_stream(survey, survey->loaded_stream, from[LOSS_LONGEST]);
	loss->ns = loss_sum(loss->ns, from[LOSS_NS]);
	loss->begun_ns = loss->ns;
	loss->count = loss_sum(loss->count, from[LOSS_COUNT]);
	if (from[LOSS_LONGEST] > loss->longest)
		loss->longest = from[LOSS_LONGEST];
	loss_keep_step(loss, (uint32_t)group->labels[LABEL_NAME], from[LOSS_STEP_NS]);
	loss_keep_place(loss, (uint32_t)group->labels[LABEL_OTHER], from[LOSS_PLACE_NS]);
	return true;
}

static bool put_entry(struct ledger *ledger, const struct partial_group *group, struct err *err)
{
	return ledger_add(ledger, (uint32_t)group->labels[LABEL_NAME], group->counters[0],
		group->counters[1], err);
}

static bool put_group(
	struct report_run *run, const struct partial_group *group, uint32_t *index, struct err *err)
{
	struct overview *overview = run->state;
	struct report_run ranks = ranks_of(run);
	uint32_t name = (uint32_t)group->labels[LABEL_NAME];
	uint32_t which = (uint32_t)group->labels[LABEL_LOSS];

	*index = 0; /* no values follow */
	if (group->labels[LABEL_KIND] < RECORD_TOTAL)
		return rank_report_partial.put(&ranks, group, index, err);
	if (which >= LOSS_KINDS)
		return err_set(err, ERR_FORMAT, "an unknown kind of loss");
	switch (group->labels[LABEL_KIND]) {
	case RECORD_TOTAL:
		return put_total(run, overview, group, err);
	case RECORD_KERNEL:
		return put_entry(&overview->kernels, group, err);
	case RECORD_RANGE:
		return put_entry(&overview->ranges, group, err);
	case RECORD_SURVEY:
		return put_survey(&overview->survey, group, err);
	case RECORD_LOSS:
		return put_loss(&overview->survey, which, group, err);
	case RECORD_LOSS_RANGE:
		loss_ledger_add(&overview->survey.losses[which].ranges, name, group->counters[0]);
		return true;
	case RECORD_LOSS_OP:
		loss_ledger_add(&overview->survey.losses[which].ops, name, group->counters[0]);
		return true;
	default:
		return err_set(err, ERR_FORMAT, "an unknown kind of group");
	}
}

static const struct report_partial overview_partial = {
	.labels = "uuwnnnn",
	.counters = PARTIAL_COUNTERS,
	.prepare = prepare,
	.count = count_records,
	.get = get_group,
	.put = put_group,
};

const struct report report_overview = {
	.name = "overview",
	.partial = &overview_partial,
};

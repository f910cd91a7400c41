#include "stats/survey/survey.h"

#include "base/die.h"
#include "base/sum.h"
#include "collapse/fold/nest.h"
#include "collapse/names/presets.h"
#include "stats/survey/device_walk.h"

void survey_init(struct survey *survey, struct names *names, bool many)
{
	struct err err = { 0 }; /* of lists, of which this is none */

	*survey = (struct survey){ .names = names, .many = many, .slow_rank = NAME_NONE };
	survey->ranks.names = names;
	rules_init(&survey->rules, names);
	if (!presets_add(&survey->rules, "auto", &err))
		die("%s", err.msg);
	survey->folded.rules = &survey->rules;
	for (int kind = 0; kind < LOSS_KINDS; kind++)
		loss_init(&survey->losses[kind], names);
}

void survey_release(struct survey *survey)
{
	for (int kind = 0; kind < LOSS_KINDS; kind++)
		ledger_release(&survey->losses[kind].places);
	ledger_release(&survey->kernels);
	rules_release(&survey->rules);
	folded_names_release(&survey->folded);
	rank_facts_release(&survey->ranks);
	text_release(&survey->verdict);
	text_release(&survey->missing);
	*survey = (struct survey){ .names = survey->names };
}

/* One process cannot wait for another, whatever its rank. */
uint64_t survey_want(const struct survey *survey)
{
	uint64_t want = WANT_OTHER_OPS | WANT_RANGES | WANT_STREAMS | WANT_MOVES | WANT_API_WAITS |
			WANT_MPI_RANGES | WANT_RANKS | WANT_DETAILS | WANT_LABELS | WANT_HINTS |
			WANT_WORKS;

	return survey->many ? want | WANT_PAYLOADS : want;
}

/* The rank of a file, or its label, as a name. */
static uint32_t name_place(struct survey *survey, const struct trace *trace, const char *label)
{
	return trace->origin.has_rank ? rank_frame(survey->names, trace->origin.rank)
				      : names_intern(survey->names, label, strlen(label));
}

static void add_losses(struct device_walk *walk)
{
	device_walk_time(walk);
	device_walk_gaps(walk);
	device_walk_hosts(walk);
	device_walk_alone(walk);
}

/* Sums that pass 64 bits were left at the most that there is. */
static bool check_sums(const struct survey *survey, const char *label, struct err *err)
{
	bool ok = survey->total_ns < UINT64_MAX && survey->recorded_ns < UINT64_MAX;

	for (int kind = 0; kind < LOSS_KINDS; kind++)
		ok &= survey->losses[kind].ns < UINT64_MAX;
	return ok || (!sum_overflows(err) && err_prefix(err, "cannot read '%s'", label));
}

/* What is launched by PyTorch, or has its ranges, is. */
static bool uses_torch(const struct trace *trace)
{
	if (trace->format.is_torch)
		return true;
	for (uint32_t i = 0; i < trace->names->count; i++) {
		const char *name = trace->names->list[i].text;

		if (strncmp(name, "aten::", 6) == 0 || strstr(name, "at::native::") != NULL)
			return true;
	}
	return false;
}

/* What has been walked. */
static bool end_walk(struct device_walk *walk, const char *label, bool ok, struct err *err)
{
	struct survey *survey = walk->survey;
	const struct trace *trace = walk->trace;

	survey->is_torch = survey->is_torch || uses_torch(trace);
	ok = ok && ((!survey->many && !trace->has_many_ranks) ||
			   rank_facts_add(&survey->ranks, trace, label, err));
	device_walk_release(walk);
	for (int kind = 0; kind < LOSS_KINDS; kind++)
		loss_end_place(&survey->losses[kind], name_place(survey, trace, label));
	survey->files++;
	return ok && check_sums(survey, label, err);
}

bool survey_add(struct survey *survey, struct trace *trace, const char *label, struct err *err)
{
	struct device_walk walk = { .survey = survey, .trace = trace };
	bool ok;

	nest_keep_order(trace);
	survey->slowed |= trace->format.slowed;
	ok = device_walk_init(&walk, survey, trace, err);
	if (ok)
		add_losses(&walk);
	return end_walk(&walk, label, ok, err);
}

bool survey_add_sums(
	struct survey *survey, const struct trace *trace, const char *label, struct err *err)
{
	struct device_walk walk = { .survey = survey, .trace = trace };

	survey->sums = true;
	device_walk_sums(&walk);
	return end_walk(&walk, label, true, err);
}

/* --- ranks ------------------------------------------------------------------------------- */

/* What was waited for others is taken from the collectives, and outliers, in which it was. */
void survey_take_waits(struct survey *survey, const struct survey_waits *waits)
{
	static const enum loss_kind kinds[] = { LOSS_ALL_REDUCE, LOSS_ALL_GATHER,
		LOSS_REDUCE_SCATTER };
	struct lost *losses = survey->losses, *outlier = &losses[LOSS_OUTLIER];
	uint64_t exposed = 0, waited, won = loss_whole(waits->share * (double)survey->total_ns),
		 late = loss_whole(waits->outlier_ns * (double)outlier->count);

	for (size_t i = 0; i < ARRAY_SIZE(kinds); i++)
		exposed = loss_sum(exposed, losses[kinds[i]].ns);
	waited = waits->ns < exposed ? waits->ns : exposed;
	for (size_t i = 0; i < ARRAY_SIZE(kinds) && exposed > 0; i++) {
		struct lost *loss = &losses[kinds[i]];

		loss->ns -= loss_whole((double)loss->ns / (double)exposed * (double)waited);
		if (waited > exposed / 100)
			loss->longest = 0; /* how much of it was waited is not known */
	}
	late = late < outlier->ns ? late : outlier->ns;
	outlier->ns -= late;
	if (waits->count > 0)
		outlier->place = NAME_NONE; /* all of them had it */
	survey->waits = losses[LOSS_STRAGGLER].count = waits->count;
	losses[LOSS_STRAGGLER].ns = loss_sum(waited, late) > won ? loss_sum(waited, late) : won;
}

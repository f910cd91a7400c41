#include "collapse/plan/step_names.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/idmap.h"
#include "base/mem.h"
#include "collapse/fold/nest.h"
#include "collapse/plan/batches.h"

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static bool is_letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static size_t count_digits(const char *name, size_t len)
{
	size_t digits = 0;

	while (digits < len && is_digit(name[len - digits - 1]))
		digits++;
	return digits;
}

bool step_name_is(const char *name, size_t len, size_t *prefix_len)
{
	static const char *const words[] = { "step", "iteration", "iter" };
	static const char *const totals[] = { " of ", "/" }; /* "step 3 of 20" */
	size_t digits = count_digits(name, len), word;

	for (size_t i = 0; digits > 0 && i < ARRAY_SIZE(totals); i++) {
		size_t before = strlen(totals[i]) + digits;

		if (len < before || strncmp(name + len - before, totals[i], before - digits) != 0)
			continue;
		len -= before;
		digits = count_digits(name, len);
		break;
	}
	*prefix_len = len - digits;
	if (digits == 0 || digits > 18)
		return false;
	word = *prefix_len;
	while (word > 0 && strchr(" #:_-=", name[word - 1]) != NULL && name[word - 1] != '\0')
		word--;
	for (size_t i = 0; i < ARRAY_SIZE(words); i++) {
		size_t word_len = strlen(words[i]);
		char before;

		if (word < word_len || strncasecmp(name + word - word_len, words[i], word_len) != 0)
			continue;
		/* a word, or the last one of a "CamelStep", but not the end of "footstep" */
		before = word > word_len ? name[word - word_len - 1] : ' ';
		if (!is_letter(before) || (name[word - word_len] < 'a' && before >= 'a'))
			return true;
	}
	return false;
}

/* Counts steps: the distinct names of the kind of step in which most time is spent. */
struct step_kind {
	bool is_batch; /* a phase of a server */
	uint64_t steps, time;
};

struct step_names {
	struct names *names; /* borrowed: names are ids of it */
	struct names prefixes;
	struct step_kind *kinds; /* by index of prefixes */
	size_t kinds_cap;
	struct idmap met; /* names of steps seen so far, and which ones of the name */
};

static void step_names_init(struct step_names *steps, struct names *names)
{
	*steps = (struct step_names){ .names = names };
	names_init(&steps->prefixes);
}

static void step_names_release(struct step_names *steps)
{
	names_release(&steps->prefixes);
	idmap_release(&steps->met);
	free(steps->kinds);
	*steps = (struct step_names){ 0 };
}

/*
 * Add time spent in a range of this name, which `again` others before it on its thread have; names
 * that are no steps are ignored.
 */
static void step_names_add(struct step_names *steps, uint32_t name, uint32_t again, uint64_t time,
	enum batch_phase phase)
{
	const struct name *text = &steps->names->list[name];
	uint32_t prefix, had = steps->prefixes.count, had_met = steps->met.count;
	const char *word = batch_phase_word(phase);
	size_t len;

	if (phase != BATCH_NONE)
		prefix = names_intern(&steps->prefixes, word, strlen(word));
	else if (step_name_is(text->text, text->len, &len))
		prefix = names_intern(&steps->prefixes, text->text, len);
	else
		return;
	mem_need(steps->kinds, steps->kinds_cap, steps->prefixes.count);
	idmap_add(&steps->met, (uint64_t)again << 32 | name);
	if (steps->prefixes.count > had)
		steps->kinds[prefix] = (struct step_kind){ 0 };
	steps->kinds[prefix].steps += phase != BATCH_NONE || steps->met.count > had_met;
	steps->kinds[prefix].is_batch = phase != BATCH_NONE;
	steps->kinds[prefix].time += time;
}

/* 0 when there were none. */
static uint64_t step_names_count(const struct step_names *steps)
{
	const struct step_kind *most = NULL;
	size_t phases = 0;

	for (uint32_t i = 0; i < steps->prefixes.count; i++)
		phases += steps->kinds[i].is_batch;
	for (uint32_t i = 0; i < steps->prefixes.count; i++) {
		/* a mean of prefill and decode would say nothing of either */
		if (phases > 1 && steps->kinds[i].is_batch)
			continue;
		if (most == NULL || steps->kinds[i].time > most->time)
			most = &steps->kinds[i];
	}
	return most != NULL ? most->steps : 0;
}

uint64_t step_names_of_tree(const struct tree *tree)
{
	uint64_t *totals = tree_totals(tree);
	struct step_names steps;
	uint64_t count;

	step_names_init(&steps, tree->names);
	for (uint32_t node = 1; node < tree->count; node++) {
		/* Steps are ranges: they have children. */
		if (tree->first_child[node] != TREE_NONE)
			step_names_add(&steps, tree->frame[node], 0, totals[node], BATCH_NONE);
	}
	count = step_names_count(&steps);
	step_names_release(&steps);
	free(totals);
	return count;
}

/* A step that the sweep is in, and the totals swept when it was entered. */
struct open_step {
	size_t level;
	uint32_t name, again;
	enum batch_phase phase; /* of a batch: each is a step, whatever its name */
	uint64_t since, ops_since;
};

struct step_sweep {
	struct step_names steps;
	struct open_step *open; /* outermost first */
	size_t count, cap;
	uint64_t time, ops; /* swept so far */
	/* By index: ranges of steps, and which one of its thread and name each is; how many there
	 * are of these. */
	struct idmap ranges, kinds;
	uint32_t *again, *number;
	size_t again_cap, number_cap;
};

static uint32_t find_again(struct step_sweep *sweep, const struct trace *trace, uint32_t range)
{
	uint32_t had = sweep->ranges.count, index = idmap_add(&sweep->ranges, range);
	uint32_t had_kinds = sweep->kinds.count, kind;

	if (index < had)
		return sweep->again[index];
	kind = idmap_add(&sweep->kinds,
		(uint64_t)trace->ranges[range].thread << 32 | trace->ranges[range].name);
	mem_need(sweep->again, sweep->again_cap, sweep->ranges.count);
	mem_need(sweep->number, sweep->number_cap, sweep->kinds.count);
	if (kind == had_kinds)
		sweep->number[kind] = 0;
	sweep->again[index] = sweep->number[kind]++;
	return sweep->again[index];
}

/* Leave the steps on these levels and above. */
static void close_steps(struct step_sweep *sweep, size_t level)
{
	while (sweep->count > 0 && sweep->open[sweep->count - 1].level >= level) {
		const struct open_step *step = &sweep->open[--sweep->count];

		if (sweep->ops > step->ops_since)
			step_names_add(&sweep->steps, step->name, step->again,
				sweep->time - step->since, step->phase);
	}
}

static void open_steps(struct step_sweep *sweep, const struct nest *nest)
{
	for (size_t level = nest->same; level < nest->depth; level++) {
		uint32_t name = nest->trace->ranges[nest->ranges[level]].name;
		const struct name *text = &sweep->steps.names->list[name];
		struct serving_batch batch = { BATCH_NONE, 0 };
		size_t prefix;

		if (name == NAME_NONE || (!batch_of(text->text, &batch) &&
						 !step_name_is(text->text, text->len, &prefix)))
			continue;
		/* SGLang's are in vLLM's where both are annotated */
		if (batch.phase != BATCH_NONE && sweep->count > 0 &&
			sweep->open[sweep->count - 1].phase != BATCH_NONE)
			continue;
		mem_need(sweep->open, sweep->cap, sweep->count + 1);
		sweep->open[sweep->count++] = (struct open_step){ level, name,
			find_again(sweep, nest->trace, nest->ranges[level]), batch.phase,
			sweep->time, sweep->ops };
	}
}

static void add_op(
	struct step_sweep *sweep, const struct op *op, uint32_t index, const struct fold_plan *plan)
{
	if (plan->unselected != NULL && plan->unselected[index])
		return;
	/* always time: the steps of a file must not depend on --value */
	sweep->time += (uint64_t)(op->end - op->start);
	sweep->ops++;
}

uint64_t step_names_of_trace(const struct trace *trace, const struct fold_plan *plan)
{
	struct step_sweep sweep = { 0 };
	struct nest nest;
	uint64_t count;

	nest_init(&nest, trace);
	step_names_init(&sweep.steps, trace->names);
	while (nest_next(&nest)) {
		close_steps(&sweep, nest.same);
		open_steps(&sweep, &nest);
		add_op(&sweep, &trace->ops[nest.op], nest.op, plan);
	}
	close_steps(&sweep, 0);
	count = step_names_count(&sweep.steps);
	step_names_release(&sweep.steps);
	free(sweep.open);
	idmap_release(&sweep.ranges);
	idmap_release(&sweep.kinds);
	free(sweep.again);
	free(sweep.number);
	nest_release(&nest);
	return count;
}

#include "collapse/plan/train_steps.h"

#include <inttypes.h>
#include <strings.h>

#include "base/chars.h"
#include "base/idmap.h"
#include "base/order.h"
#include "base/rules.h"
#include "collapse/plan/batches.h"

/*
 * "Train step 3", "step 4 of 20", "ProfilerStep#5", "iteration 6", "train_step"; optionally after a
 * domain. And iterations of servers: SGLang's "step[DECODE bs=32]", vLLM's
 * "execute_context_1(512)_generation_3(3)", "execute_new_1_cached_3", "execute_8_context_...". And
 * JAX's jitted train_step(), step() or update(): "TSL:XlaModule:#hlo_module=jit_train_step,...".
 * Captures of sums have N for numbers, too.
 */
static const char usual_pattern[] =
	"(?i)^(?:[^:]*:)?(?:(?:train(?:ing)?[ _])?(?:profiler)?(?:step|iter|iteration)[ _#:]*"
	"(?:(?:\\d+|(?-i:N))(?:(?: of |/)(?:\\d+|(?-i:N)))?)?|"
	"step\\[.*\\]|XlaModule:#hlo_module=p?jit_+(?:\\w+_)?(?:train|step|update)(?:_fn)?[,#].*|"
	"execute_(?:(?:new|context|generation)_)?(?:\\d+|(?-i:N))(?:[_(].*)?)$";

static size_t count_digits(const char *name, size_t len)
{
	size_t digits = 0;

	while (digits < len && is_digit(name[len - digits - 1]))
		digits++;
	if (len > 1 && name[len - 1] == 'N' && !is_letter(name[len - 2])) /* for a number */
		return 1;
	return digits;
}

/*
 * Whether a name is a word for a step followed by a number. *prefix_len is the length before
 * the number, which steps of one kind share.
 */
static bool step_name_is(const char *name, size_t len, size_t *prefix_len)
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

static bool add_step_rule(struct rules *rules, const char *pattern, struct err *err)
{
	return rules_add(rules, RULE_ONLY, RULE_ON_ALL, pattern != NULL ? pattern : usual_pattern,
		NULL, err);
}

enum { NO_STEP, NAMED_STEP, USUAL_STEP };

/* What ranges of a name are: `rules` have the pattern. */
static bool judge(struct rules *rules, const char *pattern, uint32_t name, int *is, struct err *err)
{
	struct verdict verdict;
	const struct name *text;
	size_t prefix;

	*is = NO_STEP;
	if (name == NAME_NONE)
		return true;
	if (!rules_apply(rules, FRAME_RANGE, name, &verdict, err))
		return false;
	text = &rules->names->list[name];
	if (verdict.only)
		*is = USUAL_STEP;
	else if (pattern == NULL && step_name_is(text->text, text->len, &prefix))
		*is = NAMED_STEP;
	return true;
}

bool train_steps_mark(struct trace *trace, const char *pattern, struct err *err)
{
	struct rules rules;
	bool ok;

	rules_init(&rules, trace->names);
	ok = add_step_rule(&rules, pattern, err);
	for (size_t i = 0; ok && i < trace->range_count; i++) {
		int is;

		ok = judge(&rules, pattern, trace->ranges[i].name, &is, err);
		trace->ranges[i].is_step = is != NO_STEP;
	}
	rules_release(&rules);
	return ok;
}

static int compare_ranges(const void *context, uint32_t a, uint32_t b)
{
	const struct range *left = (const struct range *)context + a;
	const struct range *right = (const struct range *)context + b;

	if (left->thread != right->thread)
		return left->thread < right->thread ? -1 : 1;
	if (left->start != right->start)
		return left->start < right->start ? -1 : 1;
	return (left->end < right->end) - (left->end > right->end);
}

/* The ranges whose names are those of steps, in order. */
static bool find_ranges(const struct trace *trace, const char *pattern, uint32_t **list,
	size_t *count, struct err *err)
{
	struct rules rules;
	int is, best = NAMED_STEP;
	size_t cap = 0;
	bool ok;

	*list = NULL;
	*count = 0;
	rules_init(&rules, trace->names);
	ok = add_step_rule(&rules, pattern, err);
	for (size_t i = 0; ok && i < trace->range_count; i++) {
		if (trace->ranges[i].crosses)
			continue;
		ok = judge(&rules, pattern, trace->ranges[i].name, &is, err);
		if (is < best)
			continue;
		if (is > best)
			*count = 0;
		best = is;
		mem_grow((void **)list, &cap, *count + 1, sizeof(**list));
		(*list)[(*count)++] = (uint32_t)i;
	}
	rules_release(&rules);
	if (!ok)
		return false;
	order_by(*list, *count, compare_ranges, trace->ranges);
	return true;
}

/*
 * The number of a step, or, if `pattern` says what is one, at the end of a name; false when there
 * is none that fits.
 */
static bool number_of(const struct name *name, const char *pattern, uint64_t *number)
{
	size_t at, first = name->len;

	if (!step_name_is(name->text, name->len, &first)) {
		first = name->len;
		while (pattern != NULL && first > 0 && is_digit(name->text[first - 1]))
			first--;
	}
	*number = 0;
	for (at = first; at < name->len && is_digit(name->text[at]) && at < first + 19; at++)
		*number = *number * 10 + (uint64_t)(name->text[at] - '0');
	return at > first && at < first + 19;
}

static void add_step(struct train_steps *steps, const struct trace *trace, const char *pattern,
	const struct range *range)
{
	struct train_step *last = steps->count > 0 ? &steps->list[steps->count - 1] : NULL;
	struct train_step step = {
		.start = range->start, .end = range->end, .thread = range->thread, .count = 1
	};

	if (last != NULL && last->thread == step.thread && step.start < last->end)
		return; /* inside the previous one, or begun before that ended */
	if (last != NULL && last->thread != step.thread)
		last = NULL;
	step.is_counted = !number_of(&trace->names->list[range->name], pattern, &step.named);
	if (step.is_counted)
		step.named = last != NULL ? last->named + 1 : 0;
	step.number = last == NULL               ? step.named
		      : step.named > last->named ? last->number + (step.named - last->named)
						 : last->number + 1;
	step.last = step.number;
	*mem_next(steps->list, steps->cap, steps->count) = step;
}

static void find_threads(struct train_steps *steps, const struct trace *trace)
{
	size_t at = 0;

	for (uint32_t thread = 0; thread < trace->threads.count; thread++) {
		uint32_t *main = &steps->main[trace->thread_process[thread]];

		steps->begin[thread] = at;
		while (at < steps->count && steps->list[at].thread == thread)
			at++;
		steps->begin[thread + 1] = at;
		if (at > steps->begin[thread] &&
			(*main == TRACE_NONE ||
				at - steps->begin[thread] >
					steps->begin[*main + 1] - steps->begin[*main]))
			*main = thread;
	}
}

static bool is_chosen(const struct step_selection *choice, uint64_t number, uint64_t nth)
{
	return nth >= choice->skip_first &&
	       (!choice->has_numbers || (number >= choice->first && number <= choice->last));
}

/* Steps that are one are selected together, or not at all. */
static bool choose(struct train_steps *steps, const struct trace *trace,
	const struct step_selection *choice, struct err *err)
{
	for (uint32_t thread = 0; thread < trace->threads.count; thread++) {
		uint64_t nth = 0;

		for (size_t i = steps->begin[thread]; i < steps->begin[thread + 1]; i++) {
			struct train_step *step = &steps->list[i];

			step->out = !is_chosen(choice, step->number, nth);
			nth += step->count;
			if (step->count > 1 && step->out == is_chosen(choice, step->last, nth - 1))
				return err_set(err, ERR_USAGE,
					"the capture has steps %" PRIu64 " to %" PRIu64
					" as one: select both or none",
					step->number, step->last);
		}
	}
	return true;
}

static void find_phases(
	struct train_steps *steps, const struct trace *trace, const uint32_t *ranges, size_t count)
{
	unsigned phases = 0;

	for (size_t i = 0; i < count; i++) {
		struct serving_batch batch;

		if (batch_of(trace->names->list[trace->ranges[ranges[i]].name].text, &batch))
			phases |= 1u << batch.phase;
	}
	steps->are_mixed = (phases & (phases - 1)) != 0;
}

bool train_steps_init(struct train_steps *steps, const struct trace *trace,
	const struct step_selection *choice, struct err *err)
{
	uint32_t *ranges = NULL;
	size_t count = 0;
	bool ok;

	*steps = (struct train_steps){ 0 };
	for (size_t i = 0; i < trace->step_cell_count; i++) {
		const struct step_cell *cell = &trace->step_cells[i];

		*mem_next(steps->list, steps->cap, steps->count) = (struct train_step){
			.number = cell->first, .last = cell->last, .count = cell->steps
		};
	}
	ok = trace->step_cells != NULL || find_ranges(trace, choice->pattern, &ranges, &count, err);
	for (size_t i = 0; ok && i < count; i++)
		add_step(steps, trace, choice->pattern, &trace->ranges[ranges[i]]);
	find_phases(steps, trace, ranges, ok ? count : 0);
	free(ranges);
	if (!ok)
		return false;
	steps->begin = mem_zeroed((size_t)trace->threads.count + 1, sizeof(*steps->begin));
	steps->main = mem_nones(trace->processes.count);
	find_threads(steps, trace);
	return choose(steps, trace, choice, err);
}

void train_steps_release(struct train_steps *steps)
{
	free(steps->list);
	free(steps->begin);
	free(steps->main);
	*steps = (struct train_steps){ 0 };
}

uint32_t train_steps_find(
	const struct train_steps *steps, const struct trace *trace, uint32_t thread, int64_t time)
{
	size_t later;

	if (thread == TRACE_NONE || steps->count == 0)
		return STEP_NONE;
	if (steps->begin[thread] == steps->begin[thread + 1])
		thread = steps->main[trace->thread_process[thread]];
	if (thread == TRACE_NONE)
		return STEP_NONE;
	ORDER_FIND(later, steps->begin[thread], steps->begin[thread + 1],
		steps->list[later].start > time);
	if (later == steps->begin[thread] || steps->list[later - 1].end < time)
		return STEP_NONE;
	return (uint32_t)(later - 1);
}

/* The most steps on one thread, of those selected and, unless `left` is NULL, in `left`. */
static uint64_t count_most(
	const struct train_steps *steps, const struct trace *trace, const bool *left)
{
	uint64_t most = 0;

	for (uint32_t thread = 0; thread < trace->threads.count; thread++) {
		uint64_t wanted = 0;

		for (size_t i = steps->begin[thread]; i < steps->begin[thread + 1]; i++)
			wanted += steps->list[i].out || (left != NULL && !left[i])
					  ? 0
					  : steps->list[i].count;
		most = wanted > most ? wanted : most;
	}
	return most;
}

uint64_t train_steps_wanted(const struct train_steps *steps, const struct trace *trace)
{
	return count_most(steps, trace, NULL);
}

uint64_t train_steps_left(
	const struct train_steps *steps, const struct trace *trace, const bool *unselected)
{
	bool *left = mem_zeroed(steps->count, sizeof(*left));
	uint64_t count;

	for (size_t i = 0; i < trace->op_count; i++) {
		uint32_t step = STEP_NONE;

		if (unselected == NULL || !unselected[i])
			step = train_steps_of_op(steps, trace, i);
		if (step != STEP_NONE)
			left[step] = true;
	}
	count = count_most(steps, trace, left);
	free(left);
	return count;
}

/* --- of stacks ---------------------------------------------------------------------------- */

/* Steps whose names differ in the number alone. */
struct step_kind {
	uint64_t steps, time;
};

uint64_t step_names_of_tree(const struct tree *tree)
{
	uint64_t *totals = tree_totals(tree);
	struct step_kind *kinds = NULL, most = { 0 };
	struct idmap met = { 0 }; /* names of steps */
	struct names prefixes;
	size_t cap = 0;

	names_init(&prefixes);
	for (uint32_t node = 1; node < tree->count; node++) {
		const struct name *name = &tree->names->list[tree->frame[node]];
		uint32_t kind, had = prefixes.count, had_met = met.count;
		size_t len;

		/* Steps are ranges: they have children. */
		if (tree->first_child[node] == TREE_NONE ||
			!step_name_is(name->text, name->len, &len))
			continue;
		kind = names_intern(&prefixes, name->text, len);
		mem_need(kinds, cap, prefixes.count);
		if (prefixes.count > had)
			kinds[kind] = (struct step_kind){ 0 };
		idmap_add(&met, tree->frame[node]);
		kinds[kind].steps += met.count > had_met;
		kinds[kind].time += totals[node];
	}
	for (uint32_t i = 0; kinds != NULL && i < prefixes.count; i++) {
		if (most.steps == 0 || kinds[i].time > most.time)
			most = kinds[i];
	}
	names_release(&prefixes);
	idmap_release(&met);
	free(kinds);
	free(totals);
	return most.steps;
}

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/mem.h"
#include "collapse/fold/nest.h"
#include "stats/survey/device_walk.h"

/*
 * What the launching thread did while a device was idle: the innermost range that was open for
 * at least half of the time before the next launch.
 */

/* Gaps as operations that were launched in the middle of them: their ranges are then found as
 * those of any operation. */
static struct op *make_ops(const struct device_walk *walk)
{
	struct op *ops = mem_zeroed(walk->gap_count, sizeof(*ops));

	for (size_t i = 0; i < walk->gap_count; i++) {
		const struct host_gap *gap = &walk->gaps[i];
		uint64_t half = ((uint64_t)gap->launch - (uint64_t)gap->from) / 2;
		int64_t middle = (int64_t)((uint64_t)gap->from + half);

		ops[i] = walk->trace->ops[gap->op];
		ops[i].api_start = middle;
		ops[i].api_end = middle;
	}
	return ops;
}

static bool covers_half(const struct range *range, const struct host_gap *gap)
{
	int64_t from = range->start > gap->from ? range->start : gap->from;
	int64_t to = range->end < gap->launch ? range->end : gap->launch;

	return to > from &&
	       (uint64_t)to - (uint64_t)from >= ((uint64_t)gap->launch - (uint64_t)gap->from) / 2;
}

static void find_ranges(struct device_walk *walk, const struct trace *gaps)
{
	struct nest nest;

	nest_init(&nest, gaps);
	while (nest_next(&nest)) {
		struct host_gap *gap = &walk->gaps[nest.op];
		size_t i = nest.depth;

		while (i > 0 && !covers_half(&gaps->ranges[nest.ranges[i - 1]], gap))
			i--;
		if (i > 0)
			gap->range = nest.ranges[i - 1];
	}
	nest_release(&nest);
}

static bool is_data_word(const char *text)
{
	static const char *const words[] = { "data", "loader", "prefetch", "__next__", "tokeniz",
		"next_batch", "get_batch" };

	for (; *text != '\0'; text++) {
		for (size_t i = 0; i < ARRAY_SIZE(words); i++) {
			if (strncasecmp(text, words[i], strlen(words[i])) == 0)
				return true;
		}
	}
	return false;
}

/* What is known of a name, of which many gaps may be. */
enum data_word { WORD_UNKNOWN, WORD_DATA, WORD_OTHER };

/* Whether a range, by its name, waits for data. */
static bool is_data(const struct trace *trace, uint32_t range, uint8_t *words)
{
	uint32_t name = range != TRACE_NONE ? trace->ranges[range].name : NAME_NONE;

	if (name == NAME_NONE)
		return false;
	if (words[name] == WORD_UNKNOWN)
		words[name] = is_data_word(trace->names->list[name].text) ? WORD_DATA : WORD_OTHER;
	return words[name] == WORD_DATA;
}

void device_walk_hosts(struct device_walk *walk)
{
	struct trace gaps = *walk->trace; /* all but its operations */
	uint8_t *words;

	if (walk->gap_count == 0)
		return;
	words = mem_zeroed(walk->trace->names->count, sizeof(*words));
	gaps.ops = make_ops(walk);
	gaps.op_count = walk->gap_count;
	find_ranges(walk, &gaps);
	free(gaps.ops);
	for (size_t i = 0; i < walk->gap_count; i++) {
		const struct host_gap *gap = &walk->gaps[i];
		const struct lost_piece piece = {
			is_data(walk->trace, gap->range, words) ? LOSS_DATA : LOSS_HOST,
			gap->op,
			gap->from,
			gap->to,
			gap->range,
			NAME_NONE,
		};

		device_walk_lose(walk, &piece);
	}
	free(words);
}

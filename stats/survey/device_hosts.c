#include <strings.h>

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
			gap->range = gaps->ranges[nest.ranges[i - 1]].name;
	}
	nest_release(&nest);
}

static bool has(const char *text, const char *const *words)
{
	for (; *text != '\0'; text++) {
		for (size_t i = 0; words[i] != NULL; i++) {
			if (strncasecmp(text, words[i], strlen(words[i])) == 0)
				return true;
		}
	}
	return false;
}

/* What the CPU does in a range, by its name. */
static enum loss_kind kind_of_name(const char *name)
{
	static const char *const compiling[] = { "nvrtc", "compileprogram", "compilefusion",
		"compile_fx", "convert_frame", "autotun", "XlaPass", "XlaCompile", "XlaEmit",
		"XlaOptimize", NULL };
	static const char *const weights[] = { "layer", "weight", "expert", NULL };
	static const char *const moves[] = { "h2d", "htod", "transfer_", "_transfer", "prefetch",
		"offload", "load_", "to_device", NULL };
	static const char *const neither[] = { "DataParallel", "data_parallel", "metadata",
		"load_balanc", NULL };
	static const char *const data[] = { "data", "loader", "load batch", "load_batch",
		"prefetch", "__next__", "tokeniz", "next_batch", "get_batch", "preprocess",
		"read_video", "collate", NULL };

	if (has(name, compiling))
		return LOSS_FIRST_USE;
	if (has(name, neither))
		return LOSS_HOST;
	if (has(name, weights) && has(name, moves))
		return LOSS_WEIGHTS;
	return has(name, data) ? LOSS_DATA : LOSS_HOST;
}

/* `kinds` are by name, of which many gaps may be; 0: not known yet. */
static enum loss_kind kind_of_range(const struct trace *trace, uint32_t name, uint8_t *kinds)
{
	if (name == NAME_NONE)
		return LOSS_HOST;
	if (kinds[name] == 0)
		kinds[name] = (uint8_t)kind_of_name(trace->names->list[name].text);
	return (enum loss_kind)kinds[name];
}

void device_walk_hosts(struct device_walk *walk)
{
	struct trace gaps = *walk->trace; /* all but its operations, and with hints */
	size_t ranges = gaps.range_count * sizeof(*gaps.ranges);
	uint8_t *kinds;

	if (walk->gap_count == 0)
		return;
	kinds = mem_zeroed(walk->trace->names->count, sizeof(*kinds));
	gaps.ops = make_ops(walk);
	gaps.op_count = walk->gap_count;
	gaps.adopted = NULL;
	if (gaps.hint_count > 0) {
		gaps.ranges = mem_zeroed(gaps.range_count + gaps.hint_count, sizeof(*gaps.ranges));
		memcpy(gaps.ranges, walk->trace->ranges, ranges);
		memcpy(gaps.ranges + gaps.range_count, gaps.hints,
			gaps.hint_count * sizeof(*gaps.hints));
		gaps.range_count += gaps.hint_count;
		gaps.range_order = (struct buckets){ 0 };
	}
	find_ranges(walk, &gaps);
	if (gaps.hint_count > 0)
		free(gaps.ranges);
	free(gaps.ops);
	for (size_t i = 0; i < walk->gap_count; i++) {
		const struct host_gap *gap = &walk->gaps[i];
		const struct lost_piece piece = {
			kind_of_range(walk->trace, gap->range, kinds),
			gap->op,
			gap->from,
			gap->to,
			gap->range,
			NAME_NONE,
		};

		device_walk_lose(walk, &piece);
	}
	free(kinds);
}

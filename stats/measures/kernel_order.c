#include "stats/measures/kernel_runs.h"

#include <stdlib.h>

#include "base/mem.h"
#include "base/order.h"

int kernel_compare_names(const struct names *names, uint32_t a, uint32_t b)
{
	if (a == b)
		return 0;
	if (a == NAME_NONE || b == NAME_NONE)
		return a == NAME_NONE ? -1 : 1;
	return names_compare(names, a, b);
}

struct heading_names {
	const struct kernel_runs *runs;
	const struct names *names;
};

static int compare_headings(const void *context, uint32_t a, uint32_t b)
{
	const struct heading_names *of = context;
	const struct kernel_heading *left = &of->runs->headings[a], *right = &of->runs->headings[b];
	uint64_t left_place, right_place;
	int order = kernel_compare_names(of->names, left->name, right->name);

	if (order != 0)
		return order;
	left_place = of->runs->places.keys[left->place >> 2] + 1; /* no place comes first */
	right_place = of->runs->places.keys[right->place >> 2] + 1;
	if (left_place != right_place)
		return left_place < right_place ? -1 : 1;
	return (left->place > right->place) - (left->place < right->place);
}

static int compare_runs(const void *context, uint32_t a, uint32_t b)
{
	const struct kernel_run *runs = context;

	if (runs[a].range != runs[b].range)
		return runs[a].range < runs[b].range ? -1 : 1;
	return (a > b) - (a < b);
}

/* The latest of the runs of a heading, which are met in the order in which they begin. */
struct latest_run {
	uint32_t range, reach; /* the latest end of all */
	bool unordered;        /* a run came after one of a later range */
};

static void place_run(struct kernel_order *order, struct latest_run *latest, uint32_t place,
	const struct kernel_run *run, uint32_t index)
{
	order->runs[order->begin[place + 1]++] = index;
	order->overlaps[place] |= run->begin < latest->reach;
	latest->unordered |= run->range < latest->range;
	latest->range = run->range;
	latest->reach = run->end > latest->reach ? run->end : latest->reach;
}

static void sort_runs(struct kernel_order *order, const struct kernel_runs *runs)
{
	uint32_t headings = runs->heading_keys.count;
	struct latest_run *latest = mem_zeroed(headings, sizeof(*latest));
	uint32_t *place_of = mem_zeroed(headings, sizeof(*place_of));
	size_t sum = 0;

	for (uint32_t i = 0; i < headings; i++)
		place_of[order->headings[i]] = i;
	for (size_t i = 0; i < runs->count; i++) {
		uint32_t place = place_of[runs->list[i].heading];

		order->begin[place + 2]++;
		order->pairs[place] += runs->list[i].end - runs->list[i].begin;
	}
	/* begin[p + 1] is where p's next run goes and, in the end, where p + 1 begins */
	for (uint32_t i = 0; i <= headings; i++) {
		sum += order->begin[i + 1];
		order->begin[i + 1] = sum;
	}
	for (size_t i = 0; i < runs->count; i++) {
		uint32_t place = place_of[runs->list[i].heading];

		place_run(order, &latest[place], place, &runs->list[i], (uint32_t)i);
	}
	for (uint32_t i = 0; i < headings; i++) {
		if (latest[i].unordered)
			order_by(order->runs + order->begin[i],
				order->begin[i + 1] - order->begin[i], compare_runs, runs->list);
	}
	free(latest);
	free(place_of);
}

void kernel_order_init(
	struct kernel_order *order, const struct kernel_runs *runs, const struct names *names)
{
	const struct heading_names of = { runs, names };
	uint32_t headings = runs->heading_keys.count;

	*order = (struct kernel_order){
		.headings = mem_zeroed(headings, sizeof(*order->headings)),
		.begin = mem_zeroed((size_t)headings + 2, sizeof(*order->begin)),
		.runs = mem_zeroed(runs->count, sizeof(*order->runs)),
		.pairs = mem_zeroed(headings, sizeof(*order->pairs)),
		.overlaps = mem_zeroed(headings, sizeof(*order->overlaps)),
	};
	for (uint32_t i = 0; i < headings; i++)
		order->headings[i] = i;
	order_by(order->headings, headings, compare_headings, &of);
	sort_runs(order, runs);
}

void kernel_order_release(struct kernel_order *order)
{
	free(order->headings);
	free(order->begin);
	free(order->runs);
	free(order->pairs);
	free(order->overlaps);
}

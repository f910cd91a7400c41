#include "stats/parts/tally.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/sum.h"

enum { CHUNK_SAMPLES = 1 << 15 };

struct tally_chunk {
	struct tally_chunk *next;
	size_t count;
	uint32_t groups[CHUNK_SAMPLES];
	uint32_t values[CHUNK_SAMPLES];
};

void tally_add(struct tally *tally, uint32_t group, uint64_t value)
{
	struct tally_chunk *chunk = tally->last;

	if (value >= UINT32_MAX) {
		mem_need(tally->wide, tally->wide_cap, tally->wide_count + 1);
		tally->wide[tally->wide_count++] =
			(struct tally_wide){ .value = value, .group = group };
		return;
	}
	if (chunk == NULL || chunk->count == CHUNK_SAMPLES) {
		chunk = malloc(sizeof(*chunk));
		if (chunk == NULL)
			mem_die();
		chunk->next = NULL;
		chunk->count = 0;
		if (tally->last != NULL)
			tally->last->next = chunk;
		else
			tally->first = chunk;
		tally->last = chunk;
	}
	chunk->groups[chunk->count] = group;
	chunk->values[chunk->count++] = (uint32_t)value;
}

/* The sum of a group, empty if it is new. */
static struct tally_sum *sum_of(struct tally *tally, uint32_t group)
{
	size_t had = tally->sum_places_cap;

	mem_need(tally->sum_places, tally->sum_places_cap, (size_t)group + 1);
	if (tally->sum_places_cap > had)
		memset(tally->sum_places + had, 0,
			(tally->sum_places_cap - had) * sizeof(*tally->sum_places));
	if (tally->sum_places[group] == 0) {
		mem_need(tally->sums, tally->sums_cap, tally->sum_count + 1);
		tally->sums[tally->sum_count++] =
			(struct tally_sum){ .min = UINT64_MAX, .group = group };
		tally->sum_places[group] = (uint32_t)tally->sum_count;
	}
	return &tally->sums[tally->sum_places[group] - 1];
}

bool tally_add_sum(struct tally *tally, const struct tally_sum *sum, struct err *err)
{
	struct tally_sum *all;

	if (sum->count == 1) {
		tally_add(tally, sum->group, sum->total);
		return true;
	}
	all = sum_of(tally, sum->group);
	all->min = sum->min < all->min ? sum->min : all->min;
	all->max = sum->max > all->max ? sum->max : all->max;
	return sum_add(&all->total, sum->total, err) && sum_add(&all->count, sum->count, err);
}

bool tally_add_op(
	struct tally *tally, uint32_t group, const struct trace *trace, size_t op, struct err *err)
{
	uint64_t ns = (uint64_t)(trace->ops[op].end - trace->ops[op].start);

	if (trace->sums == NULL) {
		tally_add(tally, group, ns);
		return true;
	}
	return tally_add_sum(tally,
		&(struct tally_sum){ .total = ns,
			.count = trace->sums[op].count,
			.min = trace->sums[op].min,
			.max = trace->sums[op].max,
			.group = group },
		err);
}

static int compare_wide(const void *a, const void *b)
{
	const struct tally_wide *left = a, *right = b;

	if (left->group != right->group)
		return left->group < right->group ? -1 : 1;
	return (left->value > right->value) - (left->value < right->value);
}

/* Count each group's values into begin[group + 2], and sum them up. */
static bool count_values(struct tally *tally, struct err *err)
{
	for (const struct tally_chunk *chunk = tally->first; chunk != NULL; chunk = chunk->next) {
		for (size_t i = 0; i < chunk->count; i++) {
			assert(chunk->groups[i] < tally->groups);
			tally->begin[chunk->groups[i] + 2]++;
			if (!sum_add_ns(&tally->totals[chunk->groups[i]], chunk->values[i], err))
				return false;
		}
	}
	for (size_t i = 0; i < tally->wide_count; i++) {
		if (!sum_add_ns(&tally->totals[tally->wide[i].group], tally->wide[i].value, err))
			return false;
	}
	return true;
}

bool tally_close(struct tally *tally, uint32_t groups, struct err *err)
{
	size_t sum = 0;

	assert(tally->begin == NULL);
	tally->groups = groups;
	tally->begin = mem_zeroed((size_t)groups + 2, sizeof(*tally->begin));
	tally->totals = mem_zeroed(groups, sizeof(*tally->totals));
	if (!count_values(tally, err))
		return false;
	/* begin[g + 1] is where g's next value goes and, in the end, where g + 1 begins */
	for (size_t group = 0; group <= groups; group++) {
		sum += tally->begin[group + 1];
		tally->begin[group + 1] = sum;
	}
	tally->values = mem_zeroed(sum, sizeof(*tally->values));
	while (tally->first != NULL) {
		struct tally_chunk *chunk = tally->first;

		for (size_t i = 0; i < chunk->count; i++)
			tally->values[tally->begin[chunk->groups[i] + 1]++] = chunk->values[i];
		tally->first = chunk->next;
		free(chunk);
	}
	tally->last = NULL;
	if (tally->wide_count > 1)
		qsort(tally->wide, tally->wide_count, sizeof(*tally->wide), compare_wide);
	for (size_t i = 0; i < tally->sum_count; i++) {
		if (!sum_add_ns(&tally->totals[tally->sums[i].group], tally->sums[i].total, err))
			return false;
	}
	return true;
}

/* Where the wide values of a group begin. */
static size_t first_wide(const struct tally *tally, uint32_t group)
{
	size_t low = 0, high = tally->wide_count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (tally->wide[middle].group < group)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

static size_t wide_of(const struct tally *tally, uint32_t group, const struct tally_wide **wide)
{
	size_t first = first_wide(tally, group), count = 0;

	*wide = tally->wide_count > 0 ? tally->wide + first : NULL;
	while (first + count < tally->wide_count && tally->wide[first + count].group == group)
		count++;
	return count;
}

static size_t tally_count(const struct tally *tally, uint32_t group)
{
	const struct tally_wide *wide;

	return tally->begin[group + 1] - tally->begin[group] + wide_of(tally, group, &wide);
}

static int compare_values(const void *a, const void *b)
{
	uint32_t left = *(const uint32_t *)a, right = *(const uint32_t *)b;

	return (left > right) - (left < right);
}

static void swap(uint32_t *a, uint32_t *b)
{
	uint32_t value = *a;

	*a = *b;
	*b = value;
}

/*
 * Put the k-th smallest value in its place, smaller ones before it (C. A. R.
 * Hoare, Algorithm 65: FIND). Input that makes it slow is sorted instead.
 */
static void select_value(uint32_t *values, size_t count, size_t k)
{
	size_t low = 0, high = count - 1;

	for (int round = 0; low < high; round++) {
		uint32_t pivot = values[low + (high - low) / 2];
		size_t i = low, j = high;

		if (round == 64) {
			qsort(values + low, high - low + 1, sizeof(*values), compare_values);
			return;
		}
		for (;;) {
			while (values[i] < pivot)
				i++;
			while (values[j] > pivot)
				j--;
			if (i >= j)
				break;
			swap(&values[i++], &values[j--]);
		}
		/* [low, j] <= pivot <= [j + 1, high], and j < high */
		if (k <= j)
			high = j;
		else
			low = j + 1;
	}
}

/* The k-th smallest value of a group. */
static uint64_t value_at(struct tally *tally, uint32_t group, size_t k)
{
	size_t begin = tally->begin[group], narrow = tally->begin[group + 1] - begin;

	if (k >= narrow)
		return tally->wide[first_wide(tally, group) + k - narrow].value;
	select_value(tally->values + begin, narrow, k);
	return tally->values[begin + k];
}

/* The one after the k-th smallest value, which value_at() has just returned. */
static uint64_t value_after(struct tally *tally, uint32_t group, size_t k)
{
	const uint32_t *values = tally->values + tally->begin[group];
	size_t narrow = tally->begin[group + 1] - tally->begin[group];
	uint32_t least = UINT32_MAX;

	if (k + 1 >= narrow)
		return value_at(tally, group, k + 1);
	/* the values above are behind it, in any order */
	for (size_t i = k + 1; i < narrow; i++)
		least = values[i] < least ? values[i] : least;
	return least;
}

double tally_quantile(struct tally *tally, uint32_t group, double q)
{
	size_t count = tally_count(tally, group), k;
	double place, share, low;

	if (count == 0)
		return 0;
	place = q * (double)(count - 1);
	k = (size_t)place;
	share = place - (double)k;
	low = (double)value_at(tally, group, k);
	if (share <= 0 || k + 1 >= count)
		return low;
	return low + share * ((double)value_after(tally, group, k) - low);
}

/* All of a group that is known only as a sum; NULL: nothing is. */
static const struct tally_sum *find_sum(const struct tally *tally, uint32_t group)
{
	uint32_t place = group < tally->sum_places_cap ? tally->sum_places[group] : 0;

	return place > 0 ? &tally->sums[place - 1] : NULL;
}

/* Add the statistics of the sum to those of values. */
static void add_sum(const struct tally *tally, uint32_t group, struct spread *spread)
{
	const struct tally_sum *sum = find_sum(tally, group);
	int64_t min, max;

	if (sum == NULL)
		return;
	min = (int64_t)sum->min;
	max = (int64_t)sum->max;
	spread->min = spread->count == 0 || min < spread->min ? min : spread->min;
	spread->max = spread->count == 0 || max > spread->max ? max : spread->max;
	spread->count += sum->count;
	spread->summed = true;
	spread->average = (double)spread->total / (double)spread->count;
}

__extension__ typedef __int128 wide_int;

/*
 * The sum of squared distances from the average. It is exact up to 2^47 ns, so that it does not
 * depend on the order of the values, in which files come.
 */
struct squares {
	int64_t near; /* the average, as an integer */
	wide_int sum;
	wide_int rest; /* sum of the distances from `near` */
	double far;    /* squares of larger distances */
};

static void add_square(struct squares *squares, uint64_t value)
{
	wide_int off = (wide_int)value - squares->near;
	const wide_int limit = (wide_int)1 << 47;

	squares->rest += off;
	if (off < limit && off > -limit)
		squares->sum += off * off;
	else
		squares->far += (double)off * (double)off;
}

static double deviation_of(const struct squares *squares, uint64_t count)
{
	double rest = (double)squares->rest;
	double sum = (double)squares->sum + squares->far - rest * rest / (double)count;

	return count > 1 && sum > 0 ? sqrt(sum / (double)(count - 1)) : 0;
}

static void spread_values(struct tally *tally, uint32_t group, struct spread *spread)
{
	const uint32_t *values = tally->values + tally->begin[group];
	size_t narrow = tally->begin[group + 1] - tally->begin[group];
	const struct tally_wide *wide;
	size_t wides = wide_of(tally, group, &wide);
	uint64_t min = UINT64_MAX, max = 0;
	struct squares squares;

	*spread = (struct spread){
		.count = tally_count(tally, group),
		.total = tally->totals[group],
	};
	if (spread->count == 0)
		return;
	spread->average = (double)spread->total / (double)spread->count;
	squares = (struct squares){ .near = (int64_t)spread->average };
	for (size_t i = 0; i < narrow + wides; i++) {
		uint64_t value = i < narrow ? values[i] : wide[i - narrow].value;

		add_square(&squares, value);
		min = value < min ? value : min;
		max = value > max ? value : max;
	}
	spread->min = (int64_t)min;
	spread->max = (int64_t)max;
	spread->deviation = deviation_of(&squares, spread->count);
	spread->median = tally_quantile(tally, group, 0.5);
}

void tally_spread(struct tally *tally, uint32_t group, struct spread *spread)
{
	spread_values(tally, group, spread);
	add_sum(tally, group, spread);
}

void tally_release(struct tally *tally)
{
	while (tally->first != NULL) {
		struct tally_chunk *chunk = tally->first;

		tally->first = chunk->next;
		free(chunk);
	}
	free(tally->wide);
	free(tally->sums);
	free(tally->sum_places);
	free(tally->begin);
	free(tally->values);
	free(tally->totals);
	*tally = (struct tally){ 0 };
}

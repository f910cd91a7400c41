#include "base/order.h"

#include "base/mem.h"

struct sorter {
	order_compare_fn *compare;
	const void *context;
};

/* The end of the run that begins at `begin`. */
static size_t run_end(
	const struct sorter *sorter, const uint32_t *items, size_t begin, size_t count)
{
	size_t end = begin + 1;

	while (end < count && sorter->compare(sorter->context, items[end - 1], items[end]) <= 0)
		end++;
	return end;
}

/* Merge from[begin, middle) and from[middle, end), both sorted, into `to`. */
static void merge(const struct sorter *sorter, const uint32_t *from, uint32_t *to, size_t begin,
	size_t middle, size_t end)
{
	size_t left = begin, right = middle;

	for (size_t at = begin; at < end; at++) {
		if (right == end || (left < middle && sorter->compare(sorter->context, from[left],
							      from[right]) <= 0))
			to[at] = from[left++];
		else
			to[at] = from[right++];
	}
}

/*
 * One pass: merge neighbouring runs of `from` into `to`. `first` is where the first one ends.
 * Returns where it then ends.
 */
static size_t merge_runs(
	const struct sorter *sorter, const uint32_t *from, uint32_t *to, size_t first, size_t count)
{
	size_t merged = 0;

	for (size_t begin = 0, end; begin < count; begin = end) {
		size_t middle = begin == 0 ? first : run_end(sorter, from, begin, count);

		end = middle < count ? run_end(sorter, from, middle, count) : count;
		merge(sorter, from, to, begin, middle, end);
		if (begin == 0)
			merged = end;
	}
	return merged;
}

void order_by(uint32_t *indices, size_t count, order_compare_fn *compare, const void *context)
{
	const struct sorter sorter = { compare, context };
	uint32_t *from = indices, *to, *swap;
	size_t first;

	if (count < 2 || (first = run_end(&sorter, indices, 0, count)) == count)
		return;
	swap = mem_zeroed(count, sizeof(*swap));
	to = swap;
	while (first < count) {
		uint32_t *other = from;

		first = merge_runs(&sorter, from, to, first, count);
		from = to;
		to = other;
	}
	if (from != indices)
		memcpy(indices, from, count * sizeof(*indices));
	free(swap);
}

uint32_t *order_all(size_t count, order_compare_fn *compare, const void *context)
{
	uint32_t *indices = mem_zeroed(count, sizeof(*indices));

	for (size_t i = 0; i < count; i++)
		indices[i] = (uint32_t)i;
	order_by(indices, count, compare, context);
	return indices;
}

/* By a few bits at a time: by eleven of many keys, with a count for each of their values. */
void order_by_keys(uint32_t *indices, const uint64_t *keys, size_t count)
{
	enum { MANY = 1 << 11 };
	const unsigned bits = count < MANY ? 4 : 11;
	const uint64_t mask = ((uint64_t)1 << bits) - 1;
	uint64_t least = UINT64_MAX, differ = 0;
	unsigned shift = 0;
	uint32_t *other;

	for (size_t i = 0; i < count; i++)
		least = keys[i] < least ? keys[i] : least;
	for (size_t i = 0; i < count; i++)
		differ |= keys[i] - least;
	if (differ == 0)
		return;
	other = mem_zeroed(count, sizeof(*other));
	while ((differ >> shift & 1) == 0)
		shift++;
	for (; shift < 64 && differ >> shift != 0; shift += bits) {
		size_t begin[MANY + 1];

		memset(begin, 0, (mask + 2) * sizeof(*begin));
		for (size_t i = 0; i < count; i++)
			begin[((keys[i] - least) >> shift & mask) + 1]++;
		for (size_t i = 0; i < mask; i++)
			begin[i + 1] += begin[i];
		for (size_t i = 0; i < count; i++)
			other[begin[(keys[indices[i]] - least) >> shift & mask]++] = indices[i];
		memcpy(indices, other, count * sizeof(*indices));
	}
	free(other);
}

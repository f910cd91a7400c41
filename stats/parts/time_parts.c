#include "stats/parts/time_parts.h"

#include <stdlib.h>

#include "base/mem.h"

void time_parts_init(struct time_parts *parts, int64_t start, int64_t end, uint64_t most)
{
	*parts = (struct time_parts){ .start = start };
	if (end <= start)
		return;
	parts->length = (uint64_t)end - (uint64_t)start;
	parts->part_ns = parts->length / most + (parts->length % most != 0);
	parts->count = (size_t)((parts->length - 1) / parts->part_ns + 1);
}

int64_t time_part_start(const struct time_parts *parts, size_t i)
{
	return (int64_t)((uint64_t)parts->start + i * parts->part_ns);
}

uint64_t time_part_length(const struct time_parts *parts, size_t i)
{
	uint64_t left = parts->length - i * parts->part_ns;

	return left < parts->part_ns ? left : parts->part_ns;
}

bool part_sums_init(struct part_sums *sums, const struct time_parts *parts, struct err *err)
{
	*sums = (struct part_sums){ .parts = parts };
	sums->sums = mem_try_zeroed(parts->count, sizeof(*sums->sums), err);
	sums->throughout = sums->sums != NULL
				   ? mem_try_zeroed(parts->count, sizeof(*sums->throughout), err)
				   : NULL;
	return sums->throughout != NULL;
}

void part_sums_release(struct part_sums *sums)
{
	free(sums->sums);
	free(sums->throughout);
	*sums = (struct part_sums){ 0 };
}

/* How far into the parts a time is. */
static uint64_t offset_of(const struct time_parts *parts, int64_t time)
{
	uint64_t offset = time > parts->start ? (uint64_t)time - (uint64_t)parts->start : 0;

	return offset < parts->length ? offset : parts->length;
}

void part_sums_add(struct part_sums *sums, int64_t start, int64_t end, double value)
{
	const struct time_parts *parts = sums->parts;
	uint64_t from = offset_of(parts, start), to = offset_of(parts, end);
	size_t first, last;

	if (parts->count == 0 || from >= to)
		return;
	first = (size_t)(from / parts->part_ns);
	last = (size_t)((to - 1) / parts->part_ns);
	if (first == last) {
		sums->sums[first] += value * (double)(to - from);
		return;
	}
	sums->sums[first] += value * (double)((first + 1) * parts->part_ns - from);
	sums->sums[last] += value * (double)(to - last * parts->part_ns);
	sums->throughout[first + 1] += value;
	sums->throughout[last] -= value;
}

void part_sums_close(struct part_sums *sums)
{
	double value = 0;

	for (size_t i = 0; i < sums->parts->count; i++) {
		value += sums->throughout[i];
		sums->sums[i] += value * (double)time_part_length(sums->parts, i);
	}
}

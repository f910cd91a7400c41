#include "collapse/launches.h"

#include <stdlib.h>

#include "base/mem.h"

static uint64_t make_key(uint32_t process, uint32_t correlation)
{
	return (uint64_t)process << 32 | correlation;
}

bool launches_expect(struct launches *launches, uint32_t process, uint32_t correlation, uint32_t op,
	struct err *err)
{
	if (!mem_grow((void **)&launches->list, &launches->cap, launches->count + 1,
		    sizeof(*launches->list), err))
		return false;
	launches->list[launches->count++] =
		(struct launch){ .key = make_key(process, correlation), .op = op };
	return true;
}

static int compare(const void *a, const void *b)
{
	const struct launch *left = a, *right = b;

	if (left->key != right->key)
		return left->key < right->key ? -1 : 1;
	return (left->op > right->op) - (left->op < right->op);
}

void launches_sort(struct launches *launches)
{
	for (size_t i = 1; i < launches->count; i++) {
		if (compare(&launches->list[i - 1], &launches->list[i]) > 0) {
			qsort(launches->list, launches->count, sizeof(*launches->list), compare);
			return;
		}
	}
}

/* The first entry whose key is not below `key`. */
static size_t lower_bound(const struct launches *launches, uint64_t key)
{
	size_t low = 0, high = launches->count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (launches->list[middle].key < key)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

const struct launch *launches_find(
	struct launches *launches, uint32_t process, uint32_t correlation, size_t *count)
{
	const struct launch *list = launches->list;
	uint64_t key = make_key(process, correlation);
	size_t at = launches->cursor, end;

	/* API calls come about in the order of their ids: try the place before searching. */
	if ((at > 0 && list[at - 1].key >= key) || (at < launches->count && list[at].key < key))
		at = lower_bound(launches, key);
	for (end = at; end < launches->count && list[end].key == key; end++)
		;
	launches->cursor = end;
	*count = end - at;
	return *count > 0 ? &list[at] : NULL;
}

void launches_release(struct launches *launches)
{
	free(launches->list);
	*launches = (struct launches){ 0 };
}

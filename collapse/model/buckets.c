#include "collapse/model/buckets.h"

#include "base/mem.h"

/* Put the items into their buckets, in their order. */
static void divide(
	struct buckets *buckets, size_t item_count, bucket_fn *bucket_of, const void *context)
{
	size_t *begin = buckets->begin, sum = 0;
	uint32_t bucket;

	for (size_t i = 0; i < item_count; i++) {
		bucket = bucket_of(context, i);
		if (bucket != BUCKET_NONE)
			begin[bucket + 2]++;
	}
	/* begin[b + 1] is where b's next one goes and, in the end, where b + 1 begins */
	for (size_t i = 0; i <= buckets->count; i++) {
		sum += begin[i + 1];
		begin[i + 1] = sum;
	}
	for (size_t i = 0; i < item_count; i++) {
		bucket = bucket_of(context, i);
		if (bucket != BUCKET_NONE)
			buckets->items[begin[bucket + 1]++] = (uint32_t)i;
	}
}

void buckets_init(struct buckets *buckets, size_t count, size_t item_count, bucket_fn *bucket_of,
	order_compare_fn *compare, const void *context)
{
	*buckets = (struct buckets){ .count = count };
	buckets->items = mem_zeroed(item_count, sizeof(*buckets->items));
	buckets->begin = mem_zeroed(count + 2, sizeof(*buckets->begin));
	divide(buckets, item_count, bucket_of, context);
	for (size_t i = 0; i < count; i++)
		order_by(buckets->items + buckets->begin[i],
			buckets->begin[i + 1] - buckets->begin[i], compare, context);
}

void buckets_release(struct buckets *buckets)
{
	free(buckets->items);
	free(buckets->begin);
	*buckets = (struct buckets){ 0 };
}

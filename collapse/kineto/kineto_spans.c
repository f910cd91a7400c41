#include "collapse/kineto/kineto_spans.h"

#include <stdlib.h>

#include "base/mem.h"

enum { SPAN_MAX_BYTES = 5 * 10, BLOCK_BYTES = (1 << 15) - 64 };

struct span_block {
	struct span_block *next;
	size_t len;
	unsigned char bytes[BLOCK_BYTES];
};

/* Seven bits a byte, the lowest first; all but the last byte have their top bit set. */
static unsigned char *put(unsigned char *at, uint64_t number)
{
	for (; number >= 0x80; number >>= 7)
		*at++ = (unsigned char)(number | 0x80);
	*at++ = (unsigned char)number;
	return at;
}

static const unsigned char *get(const unsigned char *at, uint64_t *number)
{
	*number = *at & 0x7f;
	for (unsigned shift = 7; (*at++ & 0x80) != 0; shift += 7)
		*number |= (uint64_t)(*at & 0x7f) << shift;
	return at;
}

/* A difference, with its sign as the lowest bit: small ones of either sign are short. */
static unsigned char *put_change(unsigned char *at, uint64_t from, uint64_t to)
{
	const uint64_t change = to - from;

	return put(at, change << 1 ^ (0 - (change >> 63)));
}

static const unsigned char *get_change(const unsigned char *at, uint64_t from, uint64_t *to)
{
	uint64_t change;

	at = get(at, &change);
	*to = from + (change >> 1 ^ (0 - (change & 1)));
	return at;
}

static void add_block(struct kineto_spans *spans)
{
	struct span_block *block = mem_must(malloc(sizeof(*block)));

	block->next = NULL;
	block->len = 0;
	if (spans->newest != NULL)
		spans->newest->next = block;
	else
		spans->first = block;
	spans->newest = block;
}

void kineto_spans_add(struct kineto_spans *spans, const struct kineto_span *span)
{
	const struct kineto_span *last = &spans->last;
	unsigned char *at;

	if (spans->newest == NULL || BLOCK_BYTES - spans->newest->len < SPAN_MAX_BYTES)
		add_block(spans);
	at = spans->newest->bytes + spans->newest->len;
	at = put_change(at, (uint64_t)last->start, (uint64_t)span->start);
	at = put(at, (uint64_t)span->end - (uint64_t)span->start);
	at = put_change(at, last->id, span->id);
	at = put_change(at, last->thread, span->thread);
	at = put_change(at, last->name, span->name);
	spans->newest->len = (size_t)(at - spans->newest->bytes);
	spans->count++;
	spans->last = *span;
}

bool kineto_spans_next(const struct kineto_spans *spans, struct kineto_spans_at *at)
{
	struct kineto_span *span = &at->span;
	uint64_t start, length, thread, name;
	const unsigned char *next;

	if (at->block == NULL || at->at == at->block->len) {
		at->block = at->block == NULL ? spans->first : at->block->next;
		at->at = 0;
		if (at->block == NULL)
			return false;
	}
	next = at->block->bytes + at->at;
	next = get_change(next, (uint64_t)span->start, &start);
	next = get(next, &length);
	next = get_change(next, span->id, &span->id);
	next = get_change(next, span->thread, &thread);
	next = get_change(next, span->name, &name);
	span->start = (int64_t)start;
	span->end = (int64_t)(start + length);
	span->thread = (uint32_t)thread;
	span->name = (uint32_t)name;
	at->at = (size_t)(next - at->block->bytes);
	return true;
}

void kineto_spans_release(struct kineto_spans *spans)
{
	while (spans->first != NULL) {
		struct span_block *next = spans->first->next;

		free(spans->first);
		spans->first = next;
	}
	*spans = (struct kineto_spans){ 0 };
}

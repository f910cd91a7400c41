#include "collapse/plan/autograd.h"

#include <stdlib.h>

#include "base/idmap.h"
#include "base/die.h"
#include "base/mem.h"
#include "base/order.h"

/* Threads that run forward operators: one in most programs; more than these do not count. */
enum { FORWARD_THREADS = 16 };

struct links {
	const struct trace *trace;
	uint32_t *order;       /* of trace->autograd, by start */
	uint32_t *forward;     /* by index of trace->autograd: its forward operator or TRACE_NONE */
	struct idmap numbered; /* forward operators by thread and number */
	uint32_t *last;        /* by its index: the last one so far */
	size_t last_cap;
	uint32_t threads[FORWARD_THREADS];
	size_t thread_count;
	struct idmap guesses; /* an id of a process stands for a thread */
	uint64_t *hits;       /* by its index: operators for which that would fit */
	size_t hits_cap;
};

static int compare_starts(const void *context, uint32_t a, uint32_t b)
{
	const struct autograd_op *left = (const struct autograd_op *)context + a;
	const struct autograd_op *right = (const struct autograd_op *)context + b;

	return (left->start > right->start) - (left->start < right->start);
}

static uint64_t number_key(uint32_t thread, uint64_t number)
{
	return mem_hash(&number, sizeof(number), thread);
}

static uint64_t guess_key(const struct trace *trace, const struct autograd_op *op, uint32_t thread)
{
	const uint64_t parts[2] = { op->forward_thread, trace->thread_process[op->thread] };

	return mem_hash(parts, sizeof(parts), thread);
}

static void add_forward(struct links *links, uint32_t index)
{
	const struct autograd_op *op = &links->trace->autograd[index];
	size_t i = 0;
	uint32_t place = idmap_add(&links->numbered, number_key(op->thread, op->number));

	mem_need(links->last, links->last_cap, links->numbered.count);
	links->last[place] = index;
	while (i < links->thread_count && links->threads[i] != op->thread)
		i++;
	if (i == links->thread_count && i < FORWARD_THREADS)
		links->threads[links->thread_count++] = op->thread;
}

static uint32_t find_forward(
	const struct links *links, const struct autograd_op *op, uint32_t thread)
{
	uint32_t place = idmap_find(&links->numbered, number_key(thread, op->number));

	if (place == IDMAP_NONE ||
		links->trace->thread_process[thread] != links->trace->thread_process[op->thread])
		return TRACE_NONE;
	return links->last[place];
}

static void guess(struct links *links, const struct autograd_op *op)
{
	for (size_t i = 0; i < links->thread_count; i++) {
		uint32_t place, had = links->guesses.count;

		if (find_forward(links, op, links->threads[i]) == TRACE_NONE)
			continue;
		place = idmap_add(&links->guesses, guess_key(links->trace, op, links->threads[i]));
		mem_need(links->hits, links->hits_cap, links->guesses.count);
		if (links->guesses.count > had)
			links->hits[place] = 0;
		links->hits[place]++;
	}
}

/* The forward operator on the thread with the most hits for the id. */
static uint32_t choose(const struct links *links, const struct autograd_op *op)
{
	uint64_t most = 0;
	uint32_t best = TRACE_NONE;

	for (size_t i = 0; i < links->thread_count; i++) {
		uint32_t place =
			idmap_find(&links->guesses, guess_key(links->trace, op, links->threads[i]));

		if (place != IDMAP_NONE && links->hits[place] > most) {
			most = links->hits[place];
			best = links->threads[i];
		}
	}
	return best != TRACE_NONE ? find_forward(links, op, best) : TRACE_NONE;
}

/* Walk over time twice: to learn which thread each id stands for, then to link. */
static void walk(struct links *links, bool learns)
{
	const struct trace *trace = links->trace;

	idmap_release(&links->numbered);
	links->numbered = (struct idmap){ 0 };
	links->thread_count = 0;
	for (size_t i = 0; i < trace->autograd_count; i++) {
		uint32_t index = links->order[i];
		const struct autograd_op *op = &trace->autograd[index];

		if (op->forward_thread == 0)
			add_forward(links, index);
		else if (!learns)
			links->forward[index] = choose(links, op);
		else
			guess(links, op);
	}
}

static void link_operators(struct links *links)
{
	size_t count = links->trace->autograd_count;

	links->order = mem_zeroed(count, sizeof(*links->order));
	links->forward = mem_zeroed(count, sizeof(*links->forward));
	for (size_t i = 0; i < count; i++) {
		links->order[i] = (uint32_t)i;
		links->forward[i] = TRACE_NONE;
	}
	order_by(links->order, count, compare_starts, links->trace->autograd);
	walk(links, true);
	walk(links, false);
}

void autograd_callers(const struct trace *trace, uint32_t *callers)
{
	struct links links = { .trace = trace };
	int64_t *until = mem_zeroed(trace->threads.count, sizeof(*until)); /* the last one ends */
	bool *unknown = mem_zeroed(trace->threads.count, sizeof(*unknown));

	for (uint32_t i = 0; i < trace->threads.count; i++) {
		callers[i] = TRACE_NONE;
		until[i] = INT64_MIN;
	}
	link_operators(&links);
	for (size_t i = 0; i < trace->autograd_count; i++) {
		const struct autograd_op *op = &trace->autograd[links.order[i]];
		uint32_t thread = op->thread, forward = links.forward[links.order[i]];

		if (op->forward_thread == 0 || op->start < until[thread])
			continue;
		until[thread] = op->end;
		if (forward == TRACE_NONE)
			continue;
		forward = trace->autograd[forward].thread;
		unknown[thread] |= forward == thread ||
				   (callers[thread] != TRACE_NONE && callers[thread] != forward);
		callers[thread] = forward;
	}
	for (uint32_t i = 0; i < trace->threads.count; i++) {
		if (unknown[i])
			callers[i] = TRACE_NONE;
	}
	free(until);
	free(unknown);
	free(links.order);
	free(links.forward);
	free(links.last);
	free(links.hits);
	idmap_release(&links.numbered);
	idmap_release(&links.guesses);
}

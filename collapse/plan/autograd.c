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

/* --- launches in backward operators --------------------------------------------------- */

/* A backward operator that is linked begins, or an operation is launched. */
struct thread_moment {
	int64_t time;
	uint32_t thread, index;
	bool is_launch;
};

static int compare_steps(const void *context, uint32_t a, uint32_t b)
{
	const struct thread_moment *left = (const struct thread_moment *)context + a;
	const struct thread_moment *right = (const struct thread_moment *)context + b;

	if (left->thread != right->thread)
		return left->thread < right->thread ? -1 : 1;
	if (left->time != right->time)
		return left->time < right->time ? -1 : 1;
	return (int)left->is_launch - (int)right->is_launch;
}

static size_t list_steps(const struct links *links, struct thread_moment *steps)
{
	const struct trace *trace = links->trace;
	size_t count = 0;

	for (size_t i = 0; i < trace->autograd_count; i++) {
		const struct autograd_op *op = &trace->autograd[i];

		if (links->forward[i] != TRACE_NONE)
			steps[count++] =
				(struct thread_moment){ op->start, op->thread, (uint32_t)i, false };
	}
	for (size_t i = 0; i < trace->op_count; i++) {
		const struct op *op = &trace->ops[i];

		if (op->thread != TRACE_NONE)
			steps[count++] = (struct thread_moment){ op->api_start, op->thread,
				(uint32_t)i, true };
	}
	return count;
}

/* The outermost backward operator counts: those within it have its number. */
static void set_points(const struct links *links, const struct thread_moment *steps,
	const uint32_t *order, size_t count, struct range_point *points)
{
	const struct autograd_op *all = links->trace->autograd, *backward = NULL, *forward;

	for (size_t i = 0; i < count; i++) {
		const struct thread_moment *step = &steps[order[i]];

		if (backward != NULL &&
			(backward->thread != step->thread || backward->end < step->time))
			backward = NULL;
		if (!step->is_launch && backward == NULL)
			backward = &all[step->index];
		if (!step->is_launch || backward == NULL)
			continue;
		forward = &all[links->forward[backward - all]];
		points[step->index] = (struct range_point){
			.start = forward->start,
			.end = forward->end,
			.thread = forward->thread,
		};
	}
}

static void find_launches(const struct links *links, struct range_point *points)
{
	size_t most = links->trace->autograd_count + links->trace->op_count, count;
	struct thread_moment *steps = mem_zeroed(most, sizeof(*steps));
	uint32_t *order = mem_zeroed(most, sizeof(*order));

	if (most >= TRACE_NONE)
		die("more than 2^32 operators and operations");
	count = list_steps(links, steps);
	for (size_t i = 0; i < count; i++)
		order[i] = (uint32_t)i;
	order_by(order, count, compare_steps, steps);
	set_points(links, steps, order, count, points);
	free(steps);
	free(order);
}

void autograd_points(const struct trace *trace, struct range_point *points)
{
	struct links links = { .trace = trace };

	if (trace->autograd_count != 0) {
		link_operators(&links);
		find_launches(&links, points);
	}
	free(links.order);

	free(links.forward);
	free(links.last);
	free(links.hits);
	idmap_release(&links.numbered);
	idmap_release(&links.guesses);
}

#include "collapse/plan/adopt.h"

#include "base/global_id.h"
#include "collapse/fold/nest.h"
#include "base/idmap.h"
#include "base/order.h"

/* --- by operators ------------------------------------------------------------------------ */

/* Threads that run forward operators: one in most programs; more than these do not count. */
enum { FORWARD_THREADS = 16 };

struct links {
	const struct trace *trace;
	struct idmap numbered; /* forward operators by thread and number */
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

static void add_forward(struct links *links, const struct autograd_op *op)
{
	size_t i = 0;

	idmap_add(&links->numbered, number_key(op->thread, op->number));
	while (i < links->thread_count && links->threads[i] != op->thread)
		i++;
	if (i == links->thread_count && i < FORWARD_THREADS)
		links->threads[links->thread_count++] = op->thread;
}

/* Whether the operator's forward one may be of that thread. */
static bool fits(const struct links *links, const struct autograd_op *op, uint32_t thread)
{
	return links->trace->thread_process[thread] == links->trace->thread_process[op->thread] &&
	       idmap_find(&links->numbered, number_key(thread, op->number)) != IDMAP_NONE;
}

static void guess(struct links *links, const struct autograd_op *op)
{
	for (size_t i = 0; i < links->thread_count; i++) {
		uint32_t place, had = links->guesses.count;

		if (!fits(links, op, links->threads[i]))
			continue;
		place = idmap_add(&links->guesses, guess_key(links->trace, op, links->threads[i]));
		mem_need(links->hits, links->hits_cap, links->guesses.count);
		if (links->guesses.count > had)
			links->hits[place] = 0;
		links->hits[place]++;
	}
}

/* The thread with the most hits for the operator's id, if it fits; else TRACE_NONE. */
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
	return best != TRACE_NONE && fits(links, op, best) ? best : TRACE_NONE;
}

/*
 * By thread: the one that called it to run backward operators (trace->autograd), or TRACE_NONE. A
 * backward operator has the sequence number of its forward one, and a "Fwd thread id". PyTorch
 * numbers threads itself: an id stands for the thread that has most of the forward operators. The
 * thread is known if the forward operators of all, but for those within others, are on one thread.
 */
static void autograd_callers(const struct trace *trace, uint32_t *callers)
{
	struct links links = { .trace = trace };
	const struct autograd_op *ops = trace->autograd;
	uint32_t *order = order_all(trace->autograd_count, compare_starts, ops), forward;
	int64_t *until = mem_zeroed(trace->threads.count, sizeof(*until)); /* the last one ends */
	bool *unknown = mem_zeroed(trace->threads.count, sizeof(*unknown));

	for (uint32_t i = 0; i < trace->threads.count; i++) {
		callers[i] = TRACE_NONE;
		until[i] = INT64_MIN;
	}
	for (size_t i = 0; i < trace->autograd_count; i++) {
		if (ops[i].forward_thread == 0)
			add_forward(&links, &ops[i]);
	}
	for (size_t i = 0; i < trace->autograd_count; i++) {
		if (ops[i].forward_thread != 0)
			guess(&links, &ops[i]);
	}
	for (size_t i = 0; i < trace->autograd_count; i++) {
		const struct autograd_op *op = &ops[order[i]];
		uint32_t thread = op->thread;

		if (op->forward_thread == 0 || op->start < until[thread])
			continue;
		until[thread] = op->end;
		forward = choose(&links, op);
		if (forward == TRACE_NONE)
			continue;
		unknown[thread] |= forward == thread ||
				   (callers[thread] != TRACE_NONE && callers[thread] != forward);
		callers[thread] = forward;
	}
	for (uint32_t i = 0; i < trace->threads.count; i++) {
		if (unknown[i])
			callers[i] = TRACE_NONE;
	}
	free(order);
	free(until);
	free(unknown);
	free(links.hits);
	idmap_release(&links.numbered);
	idmap_release(&links.guesses);
}

/* --- by names --------------------------------------------------------------------------------- */

#define SEVERAL (TRACE_NONE - 1)

static bool is_helper(const struct trace *trace, uint32_t thread)
{
	static const char name[] = "pt_autograd_";
	uint32_t own = trace->thread_names[thread];

	return own != NAME_NONE && trace->names->list[own].len >= strlen(name) &&
	       memcmp(trace->names->list[own].text, name, strlen(name)) == 0;
}

/* By process: the name of its main thread. Threads have it as well, unless they were named. */
static uint32_t *find_main_names(const struct trace *trace)
{
	uint32_t *names = mem_nones(trace->processes.count);

	for (uint32_t i = 0; i < trace->threads.count; i++) {
		uint64_t id = trace->threads.keys[i];

		if (global_tid_number(id) == global_pid_number(id))
			names[trace->thread_process[i]] = trace->thread_names[i];
	}
	return names;
}

/* By process, twice: which thread launches kernels in ranges, and which of those with names. */
static uint32_t *find_leaders(const struct trace *trace)
{
	uint32_t *leaders = mem_nones(2 * (size_t)trace->processes.count);
	uint32_t *main_names = find_main_names(trace);
	struct nest nest;

	nest_init(&nest, trace);
	while (nest_next(&nest)) {
		uint32_t thread = trace->ops[nest.op].thread, process, own, *leader;
		enum op_kind kind = trace_op_kind(trace, nest.op);

		if (thread == TRACE_NONE || nest.depth == 0 ||
			(kind != OP_KERNEL && kind != OP_GRAPH) || is_helper(trace, thread))
			continue;
		process = trace->thread_process[thread];
		own = trace->thread_names[thread];
		leader = &leaders[2 * process + (own != NAME_NONE && own != main_names[process])];
		*leader = *leader == TRACE_NONE || *leader == thread ? thread : SEVERAL;
	}
	nest_release(&nest);
	free(main_names);
	return leaders;
}

/* By thread, where names say so: which one called it. */
static void find_named(const struct trace *trace, uint32_t *callers)
{
	uint32_t *leaders = NULL;

	for (uint32_t i = 0; trace->thread_names != NULL && i < trace->threads.count; i++) {
		const uint32_t *leader;

		if (!is_helper(trace, i))
			continue;
		leaders = leaders != NULL ? leaders : find_leaders(trace);
		leader = &leaders[2 * trace->thread_process[i]];
		leader += *leader == TRACE_NONE;
		if (*leader != SEVERAL)
			callers[i] = *leader;
	}
	free(leaders);
}

uint32_t *adopt_callers(const struct trace *trace)
{
	uint32_t *callers = mem_zeroed(trace->threads.count, sizeof(*callers));

	autograd_callers(trace, callers);
	find_named(trace, callers);
	for (uint32_t i = 0; i < trace->threads.count; i++) {
		if (callers[i] != TRACE_NONE)
			return callers;
	}
	free(callers);
	return NULL;
}

void adopt_operations(struct trace *trace)
{
	uint32_t *callers;

	if (trace->adopted != NULL || trace->sums != NULL)
		return;
	callers = adopt_callers(trace);
	if (callers == NULL)
		return;
	trace->adopted = mem_zeroed(trace->op_count, sizeof(*trace->adopted));
	for (size_t i = 0; i < trace->op_count; i++) {
		const struct op *op = &trace->ops[i];

		trace->adopted[i] = (struct range_point){
			.start = op->api_start,
			.end = op->api_start,
			.thread = op->thread != TRACE_NONE ? callers[op->thread] : TRACE_NONE,
		};
	}
	free(callers);
}

#include "capture/device/callbacks.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "capture/device/activity.h"
#include "capture/device/cupti_abi.h"
#include "capture/pages.h"
#include "capture/recorder.h"
#include "capture/write/worker.h"

/* What a function of the CUDA API is to us. */
enum role {
	ROLE_NONE,
	ROLE_LAUNCH, /* makes the device do something */
	ROLE_PROFILER_START,
	ROLE_PROFILER_STOP,
};

enum {
	PROFILER_START_DRIVER = 308,
	PROFILER_STOP_DRIVER = 309,
	PROFILER_START_RUNTIME = 171,
	PROFILER_STOP_RUNTIME = 172,
	LAST_CALLBACK = 4096, /* no domain has as many */
	GAP = 64,             /* so many ids without a name, and there are no more */
};

/* --- graphs -------------------------------------------------------------------------- */

static struct graph_node *find_slot(const struct graphs *graphs, uint64_t id)
{
	size_t at = (size_t)(id * 0x9e3779b97f4a7c15u >> 20) & graphs->mask;

	while (graphs->slots[at].id != 0 && graphs->slots[at].id != id)
		at = (at + 1) & graphs->mask;
	return &graphs->slots[at];
}

/* A table for `count` nodes, at most half full, with those that are to be kept. */
static bool rebuild(struct graphs *graphs, size_t count)
{
	struct graphs next = *graphs;
	struct err err = { 0 };
	size_t size = 64;

	while (size < count * 2)
		size *= 2;
	next.slots = mem_zeroed(size, sizeof(*next.slots), &err);
	if (next.slots == NULL)
		return false;
	next.mask = size - 1;
	next.count = 0;
	next.has_dying = false;
	for (size_t i = 0; graphs->slots != NULL && i <= graphs->mask; i++) {
		const struct graph_node *node = &graphs->slots[i];

		if (node->id == 0 || (node->dying != 0 && graphs->flushes >= node->dying + 2))
			continue;
		*find_slot(&next, node->id) = *node;
		next.count++;
		next.has_dying |= node->dying != 0;
	}
	free(graphs->slots);
	graphs->slots = next.slots;
	graphs->mask = next.mask;
	graphs->count = next.count;
	graphs->has_dying = next.has_dying;
	return true;
}

static void add_node(struct graphs *graphs, const struct graph_node *node)
{
	struct graph_node *slot;

	if (node->id == 0)
		return;
	pthread_mutex_lock(&graphs->lock);
	if ((graphs->slots == NULL || (graphs->count + 1) * 2 > graphs->mask) &&
		!rebuild(graphs, graphs->count * 2)) {
		pthread_mutex_unlock(&graphs->lock);
		return;
	}
	slot = find_slot(graphs, node->id);
	if (slot->id == 0)
		graphs->count++;
	/* CUPTI tells of a copy twice: that it was created is the lesser news. */
	if (slot->id == 0 || slot->dying != 0 || node->is_copy || !slot->is_copy)
		*slot = *node;
	pthread_mutex_unlock(&graphs->lock);
}

bool graphs_find(struct graphs *graphs, uint64_t id, uint32_t *node)
{
	bool found = false;

	pthread_mutex_lock(&graphs->lock);
	if (graphs->slots != NULL) {
		const struct graph_node *slot = find_slot(graphs, id);

		found = id != 0 && slot->id == id;
		if (found)
			*node = slot->node;
	}
	pthread_mutex_unlock(&graphs->lock);
	return found;
}

void graphs_flushed(struct graphs *graphs)
{
	pthread_mutex_lock(&graphs->lock);
	graphs->flushes++;
	if (graphs->has_dying)
		/* without memory they stay a while longer */
		(void)rebuild(graphs, graphs->count);
	pthread_mutex_unlock(&graphs->lock);
}

static void mark_dying(struct graphs *graphs, struct graph_node *node)
{
	if (node->id == 0 || node->dying != 0)
		return;
	node->dying = graphs->flushes + 1;
	graphs->has_dying = true;
}

static void node_dies(struct graphs *graphs, uint64_t id)
{
	pthread_mutex_lock(&graphs->lock);
	if (graphs->slots != NULL && id != 0)
		mark_dying(graphs, find_slot(graphs, id));
	pthread_mutex_unlock(&graphs->lock);
}

static void graph_dies(struct graphs *graphs, uint32_t graph)
{
	pthread_mutex_lock(&graphs->lock);
	for (size_t i = 0; graphs->slots != NULL && i <= graphs->mask; i++) {
		if (graphs->slots[i].graph == graph)
			mark_dying(graphs, &graphs->slots[i]);
	}
	pthread_mutex_unlock(&graphs->lock);
}

static uint64_t node_id(void *node)
{
	uint64_t id = 0;

	if (node == NULL || recorder.cupti.get_graph_node_id == NULL ||
		recorder.cupti.get_graph_node_id(node, &id) != CUPTI_OK)
		return 0;
	return id;
}

static uint32_t graph_id(int (*get)(void *graph, uint32_t *id), void *graph)
{
	uint32_t id = 0;

	if (graph == NULL || get == NULL || get(graph, &id) != CUPTI_OK)
		return 0;
	return id;
}

static void on_node(const struct cupti_graph_data *data, bool is_clone)
{
	struct thread *thread = thread_self();
	struct graph_node node = { .id = node_id(data->node), .is_copy = is_clone };
	uint64_t original = is_clone ? node_id(data->original_node) : 0;

	if (thread == NULL || node.id == 0)
		return;
	if (thread->spans > 0)
		thread_drop_ended(thread);
	if (recorder.config.mode == MODE_TRACE) {
		(void)thread_write_node(thread, node.id, original);
		return;
	}
	node.node = thread_captured(thread);
	node.graph = graph_id(recorder.cupti.get_graph_id, data->graph);
	/* A copy of what was never seen belongs where it was copied. */
	if (is_clone)
		(void)graphs_find(&recorder.graphs, original, &node.node);
	add_node(&recorder.graphs, &node);
}

static void on_resource(uint32_t cbid, const struct cupti_resource_data *resource)
{
	const struct cupti_graph_data *data = resource->descriptor;
	uint32_t graph;

	if (cbid == CUPTI_INIT_FINISHED || cbid == CUPTI_CONTEXT_CREATED)
		worker_cuda_is_up();
	if (data == NULL)
		return;
	switch (cbid) {
	case CUPTI_GRAPHNODE_CREATED:
	case CUPTI_GRAPHNODE_CLONED:
		on_node(data, cbid == CUPTI_GRAPHNODE_CLONED);
		break;
	case CUPTI_GRAPHNODE_DESTROY_STARTING:
		node_dies(&recorder.graphs, node_id(data->node));
		break;
	case CUPTI_GRAPH_DESTROY_STARTING:
	case CUPTI_GRAPHEXEC_DESTROY_STARTING:
		graph = cbid == CUPTI_GRAPH_DESTROY_STARTING
				? graph_id(recorder.cupti.get_graph_id, data->graph)
				: graph_id(recorder.cupti.get_graph_exec_id, data->graph_exec);
		if (graph != 0)
			graph_dies(&recorder.graphs, graph);
		break;
	default:
		break;
	}
}

/* --- calls --------------------------------------------------------------------------- */

static void put(uint32_t correlation, uint32_t what)
{
	atomic_store_explicit(&recorder.launches.ring[correlation & (LAUNCH_RING - 1)],
		(uint64_t)correlation << 32 | what, memory_order_release);
}

bool launches_any(const struct launches *launches)
{
	for (size_t i = 0; i < LAUNCH_RING; i++) {
		if ((uint32_t)atomic_load_explicit(&launches->ring[i], memory_order_relaxed) > 1)
			return true;
	}
	return false;
}

/* Trace mode: a call begins. A driver's within a runtime's may be the same launch. */
static void begin_call(struct thread *thread, uint32_t function, uint32_t correlation, bool is_on)
{
	if (thread->calls < API_DEPTH)
		thread->call[thread->calls] = (struct api_call){
			.correlation = correlation,
			.function = function,
			.start_ns = thread_clock(thread),
			.is_on = is_on,
		};
	thread->calls++;
}

static void end_call(struct thread *thread, uint32_t correlation)
{
	const struct api_call *call;

	if (thread->calls == 0 || --thread->calls >= API_DEPTH)
		return;
	call = &thread->call[thread->calls];
	if (!call->is_on || call->correlation != correlation)
		return;
	for (uint32_t i = 0; i < thread->calls; i++) {
		if (thread->call[i].correlation == correlation)
			return;
	}
	/* What is lost here is counted by the thread. */
	(void)thread_write_call(thread, call);
}

static void on_launch(uint32_t function, const struct cupti_call *call)
{
	struct thread *thread = thread_self();
	bool is_on = window_is_on(&recorder.window);

	if (thread == NULL)
		return;
	if (call->site != CUPTI_ENTER) {
		if (recorder.config.mode == MODE_TRACE)
			end_call(thread, call->correlation_id);
		return;
	}
	if (__builtin_expect(thread->spans > 0, 0))
		thread_drop_ended(thread);
	if (__builtin_expect(thread->outside > 0, 0) && is_on)
		thread_name_outside(thread);
	put(call->correlation_id, is_on ? thread->node + 2 : 1);
	if (recorder.config.mode == MODE_TRACE)
		begin_call(thread, function, call->correlation_id, is_on);
}

static enum role profiler_role(int domain, uint32_t cbid)
{
	if (cbid == (domain == CUPTI_DRIVER ? PROFILER_START_DRIVER : PROFILER_START_RUNTIME))
		return ROLE_PROFILER_START;
	if (cbid == (domain == CUPTI_DRIVER ? PROFILER_STOP_DRIVER : PROFILER_STOP_RUNTIME))
		return ROLE_PROFILER_STOP;
	return ROLE_NONE;
}

static void on_callback(void *user, int domain, uint32_t cbid, const void *data)
{
	const struct cupti_call *call = data;
	enum role role;

	(void)user;
	if (atomic_load_explicit(&recorder.is_off, memory_order_relaxed))
		return;
	if (domain == CUPTI_RESOURCE) {
		on_resource(cbid, data);
		return;
	}
	role = profiler_role(domain, cbid);
	if (__builtin_expect(role == ROLE_NONE, 1))
		on_launch(cbid | (domain == CUPTI_DRIVER ? EVENT_DRIVER_BIT : 0), call);
	else if (role == ROLE_PROFILER_START && call->site == CUPTI_EXIT)
		window_profiler(&recorder.window, true);
	else if (role == ROLE_PROFILER_STOP && call->site == CUPTI_ENTER)
		window_profiler(&recorder.window, false);
}

/* By its name: ids differ between versions, and new functions keep old beginnings. */
static enum role role_of(int domain, uint32_t cbid, const char *name)
{
	static const char *const launches[] = { "cuLaunch", "cuMemcpy", "cuMemset", "cuGraphLaunch",
		"cuMemPrefetch", "cuMemDiscard", "cuMemBatchDecompress", "cudaLaunch",
		"__cudaLaunch", "cudaMemcpy", "cudaMemset", "cudaGraphLaunch", "cudaMemPrefetch",
		"cudaMemDiscard" };
	enum role role = profiler_role(domain, cbid);

	if (role != ROLE_NONE)
		return role;
	for (size_t i = 0; i < ARRAY_SIZE(launches); i++) {
		if (strncmp(name, launches[i], strlen(launches[i])) == 0)
			return ROLE_LAUNCH;
	}
	return ROLE_NONE;
}

/* How many functions of the domain are followed. */
static unsigned follow(int domain)
{
	const struct cupti *cupti = &recorder.cupti;
	unsigned followed = 0, gap = 0;

	for (uint32_t cbid = 1; cbid < LAST_CALLBACK && gap < GAP; cbid++) {
		const char *name = NULL;
		enum role role;

		if (cupti->get_callback_name(domain, cbid, &name) != CUPTI_OK || name == NULL) {
			gap++;
			continue;
		}
		gap = 0;
		role = role_of(domain, cbid, name);
		if (role == ROLE_NONE)
			continue;
		if (cupti->enable_callback(1, recorder.subscriber, domain, cbid) == CUPTI_OK)
			followed++;
	}
	return followed;
}

static bool follow_resource(uint32_t event)
{
	return recorder.cupti.enable_callback(1, recorder.subscriber, CUPTI_RESOURCE, event) ==
	       CUPTI_OK;
}

static bool follow_graphs(void)
{
	static const uint32_t events[] = { CUPTI_GRAPHNODE_CREATED, CUPTI_GRAPHNODE_CLONED,
		CUPTI_GRAPHNODE_DESTROY_STARTING, CUPTI_GRAPH_DESTROY_STARTING,
		CUPTI_GRAPHEXEC_DESTROY_STARTING };
	bool followed = true;

	for (size_t i = 0; i < ARRAY_SIZE(events); i++)
		followed &= follow_resource(events[i]);
	return followed;
}

bool launches_start(struct launches *launches, struct err *err)
{
	struct cupti *cupti = &recorder.cupti;
	char why[256];
	int result;

	launches->ring = pages_new(LAUNCH_RING * sizeof(*launches->ring));
	if (launches->ring == NULL)
		return err_nomem(err);
	if (!activity_init(err))
		return false;
	recorder.graphs.lock = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;
	result = cupti->subscribe(&recorder.subscriber, on_callback, NULL);
	if (result == CUPTI_MULTIPLE_SUBSCRIBERS)
		return err_set(err, ERR_IO,
			"another profiler holds CUPTI (torch.profiler, ncu, nsys?); run without "
			"it");
	if (result != CUPTI_OK) {
		cupti_explain(cupti, result, why, sizeof(why));
		return err_set(err, ERR_IO, "CUPTI refuses to trace: %s", why);
	}
	/* Before anything is enabled, so that all of it is of one clock. */
	if (cupti->register_clock != NULL && cupti->register_clock(activity_clock) != CUPTI_OK)
		cupti->register_clock = NULL;
	result = cupti->register_callbacks(activity_request, activity_complete);
	if (result != CUPTI_OK) {
		cupti_explain(cupti, result, why, sizeof(why));
		return err_set(err, ERR_IO, "CUPTI takes no buffers: %s", why);
	}
	if (follow(CUPTI_DRIVER) + follow(CUPTI_RUNTIME) == 0)
		return err_set(err, ERR_IO, "CUPTI lets no launch be followed");
	(void)follow_resource(CUPTI_INIT_FINISHED);
	(void)follow_resource(CUPTI_CONTEXT_CREATED);
	if (cupti->version >= CUPTI_VERSION_GRAPHS && recorder.config.graph_nodes)
		(void)follow_graphs();
	return true;
}

bool launches_record(bool on)
{
	const struct cupti *cupti = &recorder.cupti;
	const int kinds[] = {
		CUPTI_CONCURRENT_KERNEL,
		CUPTI_MEMCPY,
		CUPTI_MEMSET,
		CUPTI_MEMCPY2,
		CUPTI_GRAPH_TRACE,
	};
	char why[256];

	if (recorder.subscriber == NULL)
		return false;
	for (size_t i = 0; i < ARRAY_SIZE(kinds); i++) {
		int result;

		if (kinds[i] == CUPTI_GRAPH_TRACE && recorder.config.graph_nodes)
			continue;
		result = on ? cupti->activity_enable(kinds[i]) : cupti->activity_disable(kinds[i]);
		/* Without kernels there is nothing; the rest is missed, and told. */
		if (!on || result == CUPTI_OK)
			continue;
		cupti_explain(cupti, result, why, sizeof(why));
		if (kinds[i] == CUPTI_CONCURRENT_KERNEL) {
			recorder_fail("CUPTI does not record kernels: %s", why);
			return false;
		}
		if (kinds[i] != CUPTI_MEMCPY2)
			recorder_fail(
				"CUPTI does not record activities of kind %d: %s", kinds[i], why);
	}
	return on;
}

void launches_stop(void)
{
	static const int domains[] = { CUPTI_DRIVER, CUPTI_RUNTIME, CUPTI_RESOURCE };

	if (recorder.subscriber == NULL)
		return;
	for (size_t i = 0; i < ARRAY_SIZE(domains); i++)
		(void)recorder.cupti.enable_domain(0, recorder.subscriber, domains[i]);
}

void launches_leave(void)
{
	if (recorder.subscriber == NULL || recorder.cupti.unsubscribe == NULL)
		return;
	/* buffers that it began since the last flush: they are freed */
	(void)recorder.cupti.flush_all(CUPTI_FLUSH_FORCED);
	if (recorder.cupti.unsubscribe(recorder.subscriber) == CUPTI_OK)
		recorder.subscriber = NULL;
}

#include "capture/device/subscribe.h"

#include <string.h>

#include "capture/clock.h"
#include "capture/device/cupti_abi.h"
#include "capture/device/gpu.h"
#include "capture/program/thread_events.h"
#include "capture/program/threads.h"
#include "capture/program/window.h"
#include "capture/recorder.h"

/* The role of a CUDA API function. */
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
	LAST_CALLBACK = 4096, /* more than any domain has */
	GAP = 64,             /* after so many ids without a name, there are no more */
};

/* --- graphs -------------------------------------------------------------------------- */

static uint64_t node_id(const struct cupti *cupti, void *node)
{
	uint64_t id = 0;

	if (node == NULL || cupti->get_graph_node_id == NULL ||
		cupti->get_graph_node_id(node, &id) != CUPTI_OK)
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

static void on_node(struct gpu *gpu, const struct cupti_graph_data *data, bool is_clone)
{
	struct thread *thread = thread_enter(gpu->threads);
	struct captured_node node = { .id = node_id(&gpu->cupti, data->node), .is_copy = is_clone };
	uint64_t original = is_clone ? node_id(&gpu->cupti, data->original_node) : 0;

	if (thread == NULL || node.id == 0)
		return;
	if (thread->spans > 0)
		thread_drop_ended(thread);
	if (recorder_is_trace(gpu->recorder)) {
		(void)thread_write_node(thread, node.id, original);
		return;
	}
	node.node = thread_captured(thread);
	node.graph = graph_id(gpu->cupti.get_graph_id, data->graph);
	/* A copy of an unknown node belongs where it was copied. */
	if (is_clone)
		(void)graph_nodes_find(&gpu->graphs, original, &node.node);
	graph_nodes_add(&gpu->graphs, &node);
}

static void on_resource(struct gpu *gpu, uint32_t cbid, const struct cupti_resource_data *resource)
{
	const struct cupti_graph_data *data = resource->descriptor;
	uint32_t graph;

	if (cbid == CUPTI_INIT_FINISHED || cbid == CUPTI_CONTEXT_CREATED)
		gpu->hooks.cuda_is_up();
	if (data == NULL)
		return;
	switch (cbid) {
	case CUPTI_GRAPHNODE_CREATED:
	case CUPTI_GRAPHNODE_CLONED:
		on_node(gpu, data, cbid == CUPTI_GRAPHNODE_CLONED);
		break;
	case CUPTI_GRAPHNODE_DESTROY_STARTING:
		graph_nodes_node_dies(&gpu->graphs, node_id(&gpu->cupti, data->node));
		break;
	case CUPTI_GRAPH_DESTROY_STARTING:
	case CUPTI_GRAPHEXEC_DESTROY_STARTING:
		graph = cbid == CUPTI_GRAPH_DESTROY_STARTING
				? graph_id(gpu->cupti.get_graph_id, data->graph)
				: graph_id(gpu->cupti.get_graph_exec_id, data->graph_exec);
		if (graph != 0)
			graph_nodes_graph_dies(&gpu->graphs, graph);
		break;
	default:
		break;
	}
}

/* --- calls --------------------------------------------------------------------------- */

/* Trace mode: a call begins. A driver call within a runtime call may be the same launch. */
static void begin_call(struct thread *thread, uint32_t function, uint32_t correlation, bool is_on)
{
	if (thread->calls < API_DEPTH)
		thread->call[thread->calls] = (struct open_call){
			.correlation = correlation,
			.function = function,
			.start_ns = thread_clock(thread),
			.is_on = is_on,
		};
	thread->calls++;
}

static void end_call(struct thread *thread, uint32_t correlation)
{
	const struct open_call *call;

	if (thread->calls == 0 || --thread->calls >= API_DEPTH)
		return;
	call = &thread->call[thread->calls];
	if (!call->is_on || call->correlation != correlation)
		return;
	for (uint32_t i = 0; i < thread->calls; i++) {
		if (thread->call[i].correlation == correlation)
			return;
	}
	/* Losses are counted by the thread. */
	(void)thread_write_call(thread, call);
}

static void on_launch(struct gpu *gpu, uint32_t function, const struct cupti_call *call)
{
	struct thread *thread = thread_enter(gpu->threads);
	bool is_on = window_is_on(gpu->threads->window);

	if (thread == NULL)
		return;
	if (call->site != CUPTI_ENTER) {
		if (recorder_is_trace(gpu->recorder))
			end_call(thread, call->correlation_id);
		return;
	}
	if (__builtin_expect(thread->spans > 0, 0))
		thread_drop_ended(thread);
	if (__builtin_expect(thread->outside > 0, 0) && is_on)
		thread_name_outside(thread);
	launches_put(&gpu->launches, call->correlation_id, is_on, thread->node);
	if (recorder_is_trace(gpu->recorder))
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
	struct gpu *gpu = user;
	const struct cupti_call *call = data;
	enum role role;

	if (recorder_is_off(gpu->recorder))
		return;
	if (domain == CUPTI_RESOURCE) {
		on_resource(gpu, cbid, data);
		return;
	}
	role = profiler_role(domain, cbid);
	if (__builtin_expect(role == ROLE_NONE, 1))
		on_launch(gpu, cbid | (domain == CUPTI_DRIVER ? EVENT_DRIVER_BIT : 0), call);
	else if (role == ROLE_PROFILER_START && call->site == CUPTI_EXIT)
		window_profiler(gpu->threads->window, true);
	else if (role == ROLE_PROFILER_STOP && call->site == CUPTI_ENTER)
		window_profiler(gpu->threads->window, false);
}

/* By its name: ids differ between versions, and new functions keep the prefixes of old ones. */
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

/* Enable the callbacks of the domain's functions that matter; returns how many. */
static unsigned follow(const struct gpu *gpu, int domain)
{
	const struct cupti *cupti = &gpu->cupti;
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
		if (cupti->enable_callback(1, gpu->subscriber, domain, cbid) == CUPTI_OK)
			followed++;
	}
	return followed;
}

static bool follow_resource(const struct gpu *gpu, uint32_t event)
{
	return gpu->cupti.enable_callback(1, gpu->subscriber, CUPTI_RESOURCE, event) == CUPTI_OK;
}

static bool follow_graphs(const struct gpu *gpu)
{
	static const uint32_t events[] = { CUPTI_GRAPHNODE_CREATED, CUPTI_GRAPHNODE_CLONED,
		CUPTI_GRAPHNODE_DESTROY_STARTING, CUPTI_GRAPH_DESTROY_STARTING,
		CUPTI_GRAPHEXEC_DESTROY_STARTING };
	bool followed = true;

	for (size_t i = 0; i < ARRAY_SIZE(events); i++)
		followed &= follow_resource(gpu, events[i]);
	return followed;
}

/* The clock that CUPTI is given. */
static uint64_t read_clock(void)
{
	return (uint64_t)clock_ns();
}

bool gpu_start(struct gpu *gpu, struct err *err)
{
	struct cupti *cupti = &gpu->cupti;
	char why[256];
	int result;

	if (!launches_init(&gpu->launches))
		return err_nomem(err);
	if (!buffers_init(&gpu->buffers, gpu->recorder, cupti, err))
		return false;
	graph_nodes_init(&gpu->graphs);
	result = cupti->subscribe(&gpu->subscriber, on_callback, gpu);
	if (result == CUPTI_MULTIPLE_SUBSCRIBERS)
		return err_set(err, ERR_IO,
			"another profiler holds CUPTI (torch.profiler, ncu, nsys?); run without "
			"it");
	if (result != CUPTI_OK) {
		cupti_explain(cupti, result, why, sizeof(why));
		return err_set(err, ERR_IO, "CUPTI refuses to trace: %s", why);
	}
	/* Before anything is enabled, so that all times are of one clock. */
	if (cupti->register_clock != NULL && cupti->register_clock(read_clock) != CUPTI_OK)
		cupti->register_clock = NULL;
	result = cupti->register_callbacks(gpu->hooks.request, gpu->hooks.complete);
	if (result != CUPTI_OK) {
		cupti_explain(cupti, result, why, sizeof(why));
		return err_set(err, ERR_IO, "CUPTI accepts no buffers: %s", why);
	}
	if (follow(gpu, CUPTI_DRIVER) + follow(gpu, CUPTI_RUNTIME) == 0)
		return err_set(err, ERR_IO, "CUPTI does not report launches");
	(void)follow_resource(gpu, CUPTI_INIT_FINISHED);
	(void)follow_resource(gpu, CUPTI_CONTEXT_CREATED);
	if (cupti->version >= CUPTI_VERSION_GRAPHS && gpu->recorder->config.graph_nodes)
		(void)follow_graphs(gpu);
	return true;
}

bool gpu_record(void *context, bool on)
{
	struct gpu *gpu = context;
	const struct cupti *cupti = &gpu->cupti;
	const int kinds[] = {
		CUPTI_CONCURRENT_KERNEL,
		CUPTI_MEMCPY,
		CUPTI_MEMSET,
		CUPTI_MEMCPY2,
		CUPTI_GRAPH_TRACE,
	};
	char why[256];

	if (gpu->subscriber == NULL)
		return false;
	for (size_t i = 0; i < ARRAY_SIZE(kinds); i++) {
		int result;

		if (kinds[i] == CUPTI_GRAPH_TRACE && gpu->recorder->config.graph_nodes)
			continue;
		result = on ? cupti->activity_enable(kinds[i]) : cupti->activity_disable(kinds[i]);
		/* Kernels are required; other missing kinds are only reported. */
		if (!on || result == CUPTI_OK)
			continue;
		cupti_explain(cupti, result, why, sizeof(why));
		if (kinds[i] == CUPTI_CONCURRENT_KERNEL) {
			recorder_fail(gpu->recorder, "CUPTI does not record kernels: %s", why);
			return false;
		}
		if (kinds[i] != CUPTI_MEMCPY2)
			recorder_fail(gpu->recorder,
				"CUPTI does not record activities of kind %d: %s", kinds[i], why);
	}
	return on;
}

void gpu_stop(struct gpu *gpu)
{
	static const int domains[] = { CUPTI_DRIVER, CUPTI_RUNTIME, CUPTI_RESOURCE };

	if (gpu->subscriber == NULL)
		return;
	for (size_t i = 0; i < ARRAY_SIZE(domains); i++)
		(void)gpu->cupti.enable_domain(0, gpu->subscriber, domains[i]);
}

void gpu_leave(struct gpu *gpu)
{
	if (gpu->subscriber == NULL || gpu->cupti.unsubscribe == NULL)
		return;
	/* buffers started since the last flush: they are freed */
	(void)gpu->cupti.flush_all(CUPTI_FLUSH_FORCED);
	if (gpu->cupti.unsubscribe(gpu->subscriber) == CUPTI_OK)
		gpu->subscriber = NULL;
}

#include "capture/device/subscribe.h"

#include <stdlib.h>
#include <string.h>

#include "capture/clock.h"
#include "capture/device/cupti_abi.h"
#include "capture/device/gpu.h"
#include "capture/program/helpers.h"
#include "capture/program/thread_events.h"
#include "capture/program/thread_quick.h"
#include "capture/program/threads.h"
#include "capture/program/window.h"
#include "capture/recorder.h"

/* The role of a CUDA API function: of those that have the device do something, enum launch_what. */
enum role {
	ROLE_PROFILER_START = LAUNCH_OTHER + 1,
	ROLE_PROFILER_STOP,
	ROLE_WAIT, /* the CPU may wait in it, and nothing is launched: for trace mode */
	ROLE_NONE,
};

enum { GAP = 64 }; /* after so many ids without a name, there are no more */

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

static void put_node(struct gpu *gpu, struct thread *thread, struct captured_node *node,
	uint64_t original, const struct cupti_graph_data *data)
{
	if (recorder_is_trace(gpu->recorder)) {
		thread_write_node(thread, node->id, original);
		return;
	}
	node->node = thread_place(thread, LAUNCH_OTHER);
	if (thread->place != PLACE_HELPER)
		node->node = thread_captured(thread);
	node->graph = graph_id(gpu->cupti.get_graph_id, data->graph);
	/* A copy of an unknown node belongs where it was copied. */
	if (node->is_copy)
		(void)graph_nodes_find(&gpu->graphs, original, &node->node);
	graph_nodes_add(&gpu->graphs, node);
}

static void on_node(struct gpu *gpu, const struct cupti_graph_data *data, bool is_clone)
{
	struct thread *thread = thread_enter(gpu->threads);
	bool has_all_frames = recorder_wants_frames(gpu->recorder);
	struct captured_node node = { .id = node_id(&gpu->cupti, data->node), .is_copy = is_clone };
	uint64_t original = is_clone ? node_id(&gpu->cupti, data->original_node) : 0;
	uint32_t epoch;

	if (thread == NULL)
		return;
	/* a launch that becomes a node is captured by a stream, and not executed */
	thread->launching = LAUNCH_OTHER;
	if (node.id == 0 || !gpu->recorder->config.graph_nodes)
		return;
	epoch = thread_pause(thread);
	if (thread->spans > 0)
		thread_drop_ended(thread);
	if (gpu->recorder->config.python_stacks != PYTHON_STACKS_NONE && !is_clone &&
		(has_all_frames || thread->depth == 0))
		gpu->hooks.enter_frames(thread);
	put_node(gpu, thread, &node, original, data);
	/* what is launched next has none of Python, unless each launch has */
	if (!has_all_frames)
		thread_leave_frames(thread, 0);
	thread_resume(thread, epoch);
}

static void on_resource(struct gpu *gpu, uint32_t cbid, const struct cupti_resource_data *resource)
{
	/* CUPTI_INIT_FINISHED has no data at all */
	const struct cupti_graph_data *data = resource != NULL ? resource->descriptor : NULL;
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

/*
 * Trace mode: a call begins. A driver call within a runtime call may be the same launch: it is
 * not written, and its time, which costs most here, is not read.
 */
static void begin_call(struct thread *thread, uint32_t function, uint32_t correlation, bool is_on)
{
	if (thread->calls > 0 && thread->call[0].correlation == correlation)
		is_on = false;
	if (thread->calls < API_DEPTH)
		thread->call[thread->calls] = (struct open_call){
			.correlation = correlation,
			.function = function,
			.start_ns = is_on ? thread_clock(thread) : 0,
			.is_on = is_on,
		};
}

static void end_call(struct thread *thread, uint32_t correlation)
{
	const struct open_call *call = &thread->call[thread->calls % API_DEPTH];

	if (thread->calls < API_DEPTH && call->is_on && call->correlation == correlation)
		thread_write_call(thread, call);
}

/* A launch begins in the stack of now. */
static inline void put_launch(struct gpu *gpu, struct thread *thread, unsigned what,
	const struct cupti_call *call, bool is_on)
{
	enum launch_kind kind = LAUNCH_INSIDE;

	if (__builtin_expect(!is_on, 0))
		kind = window_is_early(gpu->threads->window) ? LAUNCH_EARLY : LAUNCH_OUTSIDE;
	launches_put(&gpu->launches, call->correlation_id, kind, thread_place(thread, what));
	if (thread->calls++ == 0)
		thread->launching = is_on ? what : LAUNCH_OTHER;
}

/* Functions of their own, so that the fast path needs no stack frame. */
static __attribute__((noinline)) void put_other(
	struct gpu *gpu, struct thread *thread, unsigned what, const struct cupti_call *call)
{
	put_launch(gpu, thread, what, call, thread->quick == WINDOW_ON);
}

static inline void put_quick(
	struct gpu *gpu, struct thread *thread, unsigned what, const struct cupti_call *call)
{
	bool is_outside = thread->place == PLACE_NAMED && thread->depth == 0;

	if (__builtin_expect(thread->quick != WINDOW_ON, 0) ||
		__builtin_expect(thread->place != PLACE_OWN && !is_outside, 0)) {
		put_other(gpu, thread, what, call);
		return;
	}
	launches_put(&gpu->launches, call->correlation_id, LAUNCH_INSIDE,
		is_outside ? thread->named : thread_node(thread));
	if (thread->calls++ == 0)
		thread->launching = what;
}

/*
 * A call failed. After some errors, those that "leave the process in an inconsistent state"
 * (cuda.h), all further ones do, and what is queued does not run.
 */
static __attribute__((noinline, cold)) void note_failure(struct gpu *gpu, int result)
{
	static const short fatal[] = { 214, 220, 226, 700, 702, 710, 714, 715, 716, 717, 718, 719 };
	uint64_t launched = balance_launched(gpu->threads);
	int none = 0;

	for (size_t i = 0; i < ARRAY_SIZE(fatal); i++) {
		if (result == fatal[i] &&
			atomic_compare_exchange_strong(&gpu->fatal, &none, result))
			atomic_store(&gpu->fatal_launches, launched);
	}
}

/* A call returns: it has launched something, unless it failed. Calls within calls are one launch.
 */
static inline void count_launch(
	struct gpu *gpu, struct thread *thread, const struct cupti_call *call)
{
	const int *result = call->return_value;
	_Atomic(uint64_t) *launched;

	if (thread->calls == 0 || --thread->calls > 0 || thread->launching >= LAUNCH_WHATS)
		return;
	if (result != NULL && *result != 0) {
		note_failure(gpu, *result);
		return;
	}
	launched = &thread->launched[thread->launching];
	atomic_store_explicit(launched, atomic_load_explicit(launched, memory_order_relaxed) + 1,
		memory_order_relaxed);
}

static void enter_call(struct gpu *gpu, struct thread *thread, uint32_t function, unsigned what,
	const struct cupti_call *call)
{
	bool is_on = window_is_on(gpu->threads->window);

	if (__builtin_expect((window_state(gpu->threads->window) & WINDOW_MARK) != 0, 0))
		window_mark(gpu->threads->window, call->correlation_id);
	if (__builtin_expect(thread->spans > 0, 0))
		thread_drop_ended(thread);
	if (__builtin_expect(thread->outside > 0, 0) && is_on)
		thread_name_outside(thread);
	if (is_on && thread->calls == 0 && recorder_wants_frames(gpu->recorder))
		gpu->hooks.enter_frames(thread);
	if (recorder_is_trace(gpu->recorder))
		begin_call(thread, function, call->correlation_id, is_on);
	put_launch(gpu, thread, what, call, is_on);
	thread_settle(thread);
}

static void leave_call(struct gpu *gpu, struct thread *thread, const struct cupti_call *call)
{
	bool has_begun = thread->calls > 0;

	count_launch(gpu, thread, call);
	if (recorder_is_trace(gpu->recorder) && has_begun)
		end_call(thread, call->correlation_id);
}

static void on_launch(
	struct gpu *gpu, uint32_t function, unsigned what, const struct cupti_call *call)
{
	struct thread *thread = thread_enter(gpu->threads);
	uint32_t epoch;

	if (thread == NULL)
		return;
	epoch = thread_pause(thread);
	if (call->site == CUPTI_ENTER)
		enter_call(gpu, thread, function, what, call);
	else
		leave_call(gpu, thread, call);
	thread_resume(thread, epoch);
}

/* What such a call calls itself, or is called by a launch, is part of that. */
static void on_wait(struct gpu *gpu, uint32_t function, const struct cupti_call *call)
{
	struct thread *thread = thread_enter(gpu->threads);
	struct open_call *wait;
	uint32_t epoch;

	if (thread == NULL || thread->calls > 0)
		return;
	wait = &thread->wait;
	epoch = thread_pause(thread);
	if (call->site == CUPTI_ENTER && !wait->is_on && window_is_on(gpu->threads->window)) {
		if (thread->spans > 0)
			thread_drop_ended(thread);
		*wait = (struct open_call){ call->correlation_id, function, thread_clock(thread),
			true };
	} else if (call->site == CUPTI_EXIT && wait->is_on && wait->function == function &&
		   wait->correlation == call->correlation_id) {
		wait->is_on = false;
		thread_write_call(thread, wait);
	}
	thread_resume(thread, epoch);
}

/* All but launches that take the fast path: see thread_quick.h. */
static __attribute__((noinline)) void on_event(
	struct gpu *gpu, int domain, uint32_t cbid, const void *data)
{
	const struct cupti_call *call = data;
	uint32_t function = cbid % MOST_CALLBACKS | (domain == CUPTI_DRIVER ? EVENT_DRIVER_BIT : 0);
	unsigned role;

	if (recorder_is_off(gpu->recorder))
		return;
	if (domain == CUPTI_RESOURCE) {
		on_resource(gpu, cbid, data);
		return;
	}
	role = gpu->roles[domain == CUPTI_DRIVER][cbid % MOST_CALLBACKS];
	if (__builtin_expect(role <= LAUNCH_OTHER, 1))
		on_launch(gpu, function, role, call);
	else if (role == ROLE_WAIT)
		on_wait(gpu, function, call);
	else if (role == ROLE_PROFILER_START && call->site == CUPTI_EXIT)
		window_profiler(gpu->threads->window, true);
	else if (role == ROLE_PROFILER_STOP && call->site == CUPTI_ENTER)
		window_profiler(gpu->threads->window, false);
}

static void on_callback(void *user, int domain, uint32_t cbid, const void *data)
{
	struct gpu *gpu = user;
	struct thread *thread = thread_quick(gpu->threads);
	unsigned role = gpu->roles[domain == CUPTI_DRIVER][cbid % MOST_CALLBACKS];
	const struct cupti_call *call = data;

	if (thread == NULL || domain == CUPTI_RESOURCE || role > LAUNCH_OTHER)
		on_event(gpu, domain, cbid, data);
	else if (call->site == CUPTI_ENTER)
		put_quick(gpu, thread, role, call);
	else
		count_launch(gpu, thread, call);
}

/* By its name: ids differ between versions, and new functions keep the prefixes of old ones. */
static enum role role_of(const char *name)
{
	/* the first that fits; what has the device do nothing, or makes other records, before */
	static const struct {
		const char *prefix; /* after "cu", "cuda" or "__cuda" */
		int role;
	} roles[] = {
		{ "ProfilerStart", ROLE_PROFILER_START },
		{ "ProfilerStop", ROLE_PROFILER_STOP },
		{ "LaunchHostFunc", LAUNCH_OTHER },
		{ "Launch", LAUNCH_KERNEL },
		{ "Memcpy", LAUNCH_COPY },
		{ "Memset", LAUNCH_FILL },
		{ "GraphLaunch", LAUNCH_GRAPH },
		{ "MemPrefetch", LAUNCH_OTHER },
		{ "MemDiscard", LAUNCH_OTHER },
	};
	/* anywhere in a name: what findings ask for (collapse/model/call_kind.c) */
	static const char *const waits[] = { "Synchronize", "Malloc", "MemAlloc", "MemCreate",
		"MemMap", "MemUnmap", "MemRelease", "HostAlloc", "HostRegister", "IpcOpenMem",
		"Free", "ModuleLoad", "LibraryLoad", "Link", "GraphInstantiate",
		"StreamBeginCapture", "StreamEndCapture" };

	name += strncmp(name, "__", 2) == 0 ? 2 : 0;
	name += strncmp(name, "cuda", 4) == 0 ? 4 : strncmp(name, "cu", 2) == 0 ? 2 : 0;
	for (size_t i = 0; i < ARRAY_SIZE(roles); i++) {
		if (strncmp(name, roles[i].prefix, strlen(roles[i].prefix)) == 0)
			return (enum role)roles[i].role;
	}
	for (size_t i = 0; i < ARRAY_SIZE(waits); i++) {
		if (strstr(name, waits[i]) != NULL && strstr(name, "Async") == NULL)
			return ROLE_WAIT;
	}
	return ROLE_NONE;
}

/* Enable the callbacks of the domain's functions that matter; returns how many. */
static unsigned follow(struct gpu *gpu, int domain)
{
	const struct cupti *cupti = &gpu->cupti;
	unsigned followed = 0, gap = 0;

	for (uint32_t cbid = 1; cbid < MOST_CALLBACKS && gap < GAP; cbid++) {
		const char *name = NULL;
		enum role role;

		if (cupti->get_callback_name(domain, cbid, &name) != CUPTI_OK || name == NULL) {
			gap++;
			continue;
		}
		gap = 0;
		role = role_of(name);
		if (role == ROLE_NONE || (role == ROLE_WAIT && !recorder_is_trace(gpu->recorder)))
			continue;
		gpu->roles[domain == CUPTI_DRIVER][cbid] = (uint8_t)role;
		if (cupti->enable_callback(1, gpu->subscriber, domain, cbid) != CUPTI_OK)
			continue;
		followed++;
		gpu->followed_domain = domain;
		gpu->followed_cbid = cbid;
	}
	return followed;
}

static void follow_resources(const struct gpu *gpu)
{
	static const uint32_t events[] = { CUPTI_INIT_FINISHED, CUPTI_CONTEXT_CREATED,
		CUPTI_GRAPHNODE_CREATED, CUPTI_GRAPHNODE_CLONED, CUPTI_GRAPHNODE_DESTROY_STARTING,
		CUPTI_GRAPH_DESTROY_STARTING, CUPTI_GRAPHEXEC_DESTROY_STARTING };

	for (size_t i = 0; i < ARRAY_SIZE(events); i++)
		(void)gpu->cupti.enable_callback(1, gpu->subscriber, CUPTI_RESOURCE, events[i]);
}

/* The clock that CUPTI is given. */
static uint64_t read_clock(void)
{
	return (uint64_t)clock_ns();
}

static bool set_up(struct gpu *gpu, struct err *err)
{
	if (!launches_init(&gpu->launches))
		return err_nomem(err);
	if (!buffers_init(&gpu->buffers, gpu->recorder, &gpu->cupti, err))
		return false;
	graph_nodes_init(&gpu->graphs);
	atomic_store(&gpu->graphs_by_node, gpu->recorder->config.graph_nodes);
	gpu->is_set_up = true;
	return true;
}

bool gpu_start(struct gpu *gpu, struct err *err)
{
	struct cupti *cupti = &gpu->cupti;
	char why[CUPTI_WHY_SIZE];
	int result;

	/* what was recorded since the last capture ended is not read */
	if (gpu->is_set_up)
		(void)cupti->flush_all(CUPTI_FLUSH_FORCED);
	else if (!set_up(gpu, err))
		return false;
	if (gpu->recorder->config.graph_nodes && !atomic_load(&gpu->graphs_by_node))
		recorder_note(gpu->recorder,
			"launches of CUDA graphs are recorded as a whole, as before");
	result = cupti->subscribe(&gpu->subscriber, on_callback, gpu);
	if (result == CUPTI_MULTIPLE_SUBSCRIBERS)
		return err_set(err, ERR_IO, "another profiler uses CUPTI (%s); run without it",
			/* Kineto then takes it as PyTorch is imported */
			getenv("KINETO_USE_DAEMON") != NULL /* NOLINT(concurrency-mt-unsafe) */
				? "PyTorch itself, since KINETO_USE_DAEMON is set"
				: "torch.profiler, ncu, nsys?");
	if (result != CUPTI_OK) {
		cupti_explain(cupti, result, why);
		return err_set(err, ERR_IO, "CUPTI refuses to trace: %s", why);
	}
	/* our clock may be gone with it, or not: the offset of the one that there is can be
	 * measured */
	if (gpu->was_detached)
		cupti->register_clock = NULL;
	/*
	 * Before anything is enabled, so that all times are of one clock; and once, since each
	 * further time spoils records (pytorch issue 192021).
	 */
	if (cupti->register_clock != NULL && !gpu->has_clock) {
		gpu->has_clock = cupti->register_clock(read_clock) == CUPTI_OK;
		if (!gpu->has_clock)
			cupti->register_clock = NULL;
	}
	result = cupti->register_callbacks(gpu->hooks.request, gpu->hooks.complete);
	if (result != CUPTI_OK) {
		cupti_explain(cupti, result, why);
		return err_set(err, ERR_IO, "CUPTI accepts no buffers: %s", why);
	}
	if (follow(gpu, CUPTI_DRIVER) + follow(gpu, CUPTI_RUNTIME) == 0)
		return err_set(err, ERR_IO, "CUPTI does not report launches");
	follow_resources(gpu);
	if (gpu_is_detached(gpu))
		cupti->get_callback_state = NULL;
	return true;
}

/* CUPTI looks for the subscriber among those that it has: one that is gone is an invalid parameter.
 */
bool gpu_is_detached(const struct gpu *gpu)
{
	uint32_t enabled = 0;
	int result;

	if (gpu->subscriber == NULL || gpu->cupti.get_callback_state == NULL)
		return false;
	result = gpu->cupti.get_callback_state(
		&enabled, gpu->subscriber, gpu->followed_domain, gpu->followed_cbid);
	return result == CUPTI_INVALID_PARAMETER || (result == CUPTI_OK && enabled == 0);
}

/* Kernels are required; other missing kinds are only reported. */
static bool record_kind(struct gpu *gpu, int kind, enum launch_what what)
{
	static const char *const names[] = { "kernels", "copies", "memory fills", "CUDA graphs" };
	int result = gpu->cupti.activity_enable(kind);
	char why[CUPTI_WHY_SIZE];

	if (what < LAUNCH_WHATS)
		atomic_store(&gpu->balance.is_off[what], result != CUPTI_OK);
	if (result == CUPTI_OK)
		return true;
	cupti_explain(&gpu->cupti, result, why);
	if (kind != CUPTI_MEMCPY2 && what < LAUNCH_WHATS)
		recorder_fail(gpu->recorder, "CUPTI does not record %s: %s", names[what], why);
	return kind != CUPTI_CONCURRENT_KERNEL;
}

bool gpu_record(void *context, bool on)
{
	struct gpu *gpu = context;
	/* the last that may be off decides for its kind of launch */
	static const struct {
		int kind;
		enum launch_what what;
	} kinds[] = {
		{ CUPTI_CONCURRENT_KERNEL, LAUNCH_KERNEL },
		{ CUPTI_MEMCPY2, LAUNCH_COPY },
		{ CUPTI_MEMCPY, LAUNCH_COPY },
		{ CUPTI_MEMSET, LAUNCH_FILL },
		{ CUPTI_GRAPH_TRACE, LAUNCH_GRAPH },
		{ CUPTI_OVERHEAD, LAUNCH_OTHER },
	};

	/* before CUDA 13.1 CUPTI may hang as a kind is disabled: records go on, and are dropped */
	if (gpu->subscriber == NULL || (!on && gpu->cupti.version < CUPTI_VERSION_GOOD_CLOCK))
		return false;
	for (size_t i = 0; i < ARRAY_SIZE(kinds); i++) {
		if (kinds[i].kind == CUPTI_GRAPH_TRACE && atomic_load(&gpu->graphs_by_node))
			continue;
		if (!on)
			(void)gpu->cupti.activity_disable(kinds[i].kind);
		else if (!record_kind(gpu, kinds[i].kind, kinds[i].what))
			return false;
	}
	return on;
}

bool gpu_leave_nodes(struct gpu *gpu)
{
	struct window *window = gpu->threads->window;
	bool done;

	pthread_mutex_lock(&window->lock);
	done = atomic_exchange(&gpu->graphs_by_node, false) &&
	       record_kind(gpu, CUPTI_GRAPH_TRACE, LAUNCH_GRAPH);
	pthread_mutex_unlock(&window->lock);
	return done;
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

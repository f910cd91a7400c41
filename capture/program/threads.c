#define _GNU_SOURCE /* gettid */
#include "capture/program/threads.h"

#include <signal.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/platform.h"
#include "capture/program/helpers.h"
#include "capture/program/stacks.h"
#include "capture/program/thread_events.h"
#include "capture/program/thread_frames.h"
#include "capture/program/thread_names.h"
#include "capture/program/window.h"
#include "capture/recorder.h"

_Thread_local struct thread *thread_self __attribute__((tls_model("initial-exec")));

/* Of LeakSanitizer, which the program may have. */
void __lsan_register_root_region(const void *begin, size_t size) __attribute__((weak));

_Thread_local int thread_unseen __attribute__((tls_model("initial-exec")));

static void thread_ended(void *ended)
{
	struct thread *thread = ended;
	/* Without a worker (no CUDA yet) nobody else frees it. */
	struct recorder *recorder = thread->all->recorder;
	bool is_seen_to = !recorder_is_forked(recorder) && !recorder_has_worker(recorder);

	thread_self = NULL;
	helpers_end(thread);
	atomic_store_explicit(
		&thread->state, is_seen_to ? THREAD_FREE : THREAD_ENDED, memory_order_release);
}

bool threads_init(struct threads *threads)
{
	threads->lock = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;
	threads->event_limit = platform_memory_share("/proc/self/cgroup", "/sys/fs/cgroup");
	return pthread_key_create(&threads->key, thread_ended) == 0;
}

void threads_forked(struct threads *threads)
{
	for (struct thread *thread = atomic_load(&threads->list); thread != NULL;
		thread = thread->next) {
		if (thread == thread_self) {
			atomic_store_explicit(
				&thread->tid, (uint32_t)gettid(), memory_order_relaxed);
			continue;
		}
		atomic_store(&thread->is_reading, false);
		atomic_store_explicit(&thread->state, THREAD_FREE, memory_order_release);
	}
}

static struct thread *find_free(struct threads *threads)
{
	struct thread *thread = atomic_load_explicit(&threads->list, memory_order_acquire);

	while (thread != NULL &&
		atomic_load_explicit(&thread->state, memory_order_acquire) != THREAD_FREE)
		thread = thread->next;
	return thread;
}

static bool is_outside(const struct thread_level *level)
{
	return level->slot != NULL || level->has_name;
}

/* The level has ended, or has its full name now. */
static void leave_outside(struct thread *thread, struct thread_level *level)
{
	thread->outside -= is_outside(level);
	if (level->slot != NULL)
		level->slot->users--;
	level->slot = NULL;
	level->has_name = false;
}

/* The stack that helpers are in. Python's functions at a launch may have ended since. */
static void note_led(struct thread *thread)
{
	if (thread->frames == NULL || thread->frames->count == 0)
		atomic_store_explicit(&thread->led, thread_node(thread), memory_order_relaxed);
}

/* Reuse what an ended thread left, or an earlier capture. Its caches stay valid. */
static void reset_thread(struct thread *thread)
{
	for (uint32_t i = 0; i < thread->depth; i++) {
		struct span *span = thread->levels[i].span;

		leave_outside(thread, &thread->levels[i]);
		if (span != NULL)
			span_leave(thread->all->spans, span);
	}
	thread->quick = QUICK_NEVER;
	thread->depth = thread->written = thread->spans = thread->outside = thread->calls = 0;
	thread->wait.is_on = false;
	thread->caller_count = 0;
	if (thread->frames != NULL)
		thread->frames->count = 0;
	thread_set_node(thread, TREE_ROOT);
	note_led(thread);
	thread->place = PLACE_UNKNOWN;
	thread->joined_above = thread->joined_own = thread->joined = TREE_ROOT;
}

/* With the lock. */
static struct thread *take_one(struct threads *threads)
{
	struct thread *thread = find_free(threads);

	if (thread != NULL) {
		reset_thread(thread);
		atomic_store_explicit(&thread->tid, (uint32_t)gettid(), memory_order_relaxed);
		atomic_store_explicit(&thread->state, THREAD_LIVE, memory_order_release);
		return thread;
	}
	/* its caches are large and mostly never touched */
	thread = platform_map(sizeof(*thread), false);
	if (thread == NULL)
		return NULL;
	/* what is allocated for it is no leak, if the program looks for leaks */
	if (__lsan_register_root_region != NULL)
		__lsan_register_root_region(thread, sizeof(*thread));
	thread->all = threads;
	thread->events.bytes = &threads->event_bytes;
	thread->events.limit = threads->event_limit;
	thread->quick = QUICK_NEVER;
	atomic_init(&thread->tid, (uint32_t)gettid());
	thread->next = atomic_load_explicit(&threads->list, memory_order_relaxed);
	atomic_store_explicit(&threads->list, thread, memory_order_release);
	return thread;
}

/* A signal handler that uses NVTX must not interrupt this: it would wait for the lock. */
static struct thread *add_self(struct threads *threads, uint32_t epoch)
{
	struct thread *thread;
	sigset_t all, before;

	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	pthread_mutex_lock(&threads->lock);
	thread = take_one(threads);
	pthread_mutex_unlock(&threads->lock);
	if (thread != NULL) {
		/* what allocates memory here may be the program's, and use NVTX */
		thread->epoch = EPOCH_BUSY;
		thread_self = thread;
		/* if this fails it is never reused, which only costs its memory */
		(void)pthread_setspecific(threads->key, thread);
		thread->epoch = epoch;
	}
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	return thread;
}

/* How many ranges of the last capture the program has yet to pop. */
static int count_pushed(const struct thread *thread)
{
	uint32_t others = thread->spans + thread->caller_count;

	for (uint32_t i = 0; thread->frames != NULL && i < thread->frames->count; i++)
		others += thread->frames->is_level[i];
	return (int)(thread->depth - others);
}

struct thread *thread_enter_first(struct threads *threads, uint32_t epoch)
{
	struct thread *thread = thread_self;

	if (thread != NULL && thread->epoch == EPOCH_BUSY)
		return NULL;
	if (thread != NULL) {
		thread_unseen += count_pushed(thread);
		reset_thread(thread);
		thread->epoch = epoch;
	} else {
		thread = add_self(threads, epoch);
	}
	if (thread_unseen < 0)
		thread_unseen = 0;
	if (thread_unseen > 0 && thread != NULL)
		atomic_fetch_add(&threads->inside, 1);
	return thread;
}

uint64_t threads_launched(const struct threads *threads, enum launch_what what)
{
	uint64_t launched = 0;

	for (const struct thread *thread = atomic_load(&threads->list); thread != NULL;
		thread = thread->next)
		launched += atomic_load_explicit(&thread->launched[what], memory_order_relaxed);
	return launched;
}

/* --- levels ------------------------------------------------------------------------- */

static bool is_fold(const struct thread *thread)
{
	return !recorder_is_trace(thread->all->recorder);
}

static uint32_t node_below(const struct thread *thread, uint32_t level)
{
	return level == 0 ? TREE_ROOT : thread->levels[level - 1].node;
}

static bool add_level(struct thread *thread)
{
	size_t cap = thread->cap;

	if (thread->depth < thread->cap)
		return true;
	if (!mem_may_need(thread->levels, cap, cap + 1))
		return false;
	/* no room for names yet */
	memset(thread->levels + thread->cap, 0, (cap - thread->cap) * sizeof(*thread->levels));
	thread->cap = (uint32_t)cap;
	return true;
}

/* Keep the name of a level that is outside; without memory it loses its numbers. */
static void keep_name(
	struct thread *thread, struct thread_level *level, struct near_slot *slot, const char *text)
{
	size_t size;

	if (slot != &thread->found) {
		level->slot = slot;
		slot->users++;
	} else {
		size = strlen(text) + 1;
		if (size > level->name_cap && !mem_may_need(level->name, level->name_cap, size))
			return;
		memcpy(level->name, text, size);
		level->has_name = true;
	}
	thread->outside++;
}

/* The node of a level below `parent`, by the level's name. */
static uint32_t node_by_name(
	struct thread *thread, const struct thread_level *level, uint32_t parent)
{
	if (!is_outside(level))
		return stacks_move(thread->all->stacks, level->node, parent);
	return thread_find_name(thread, parent, name_key(level->domain, true),
		level->slot != NULL ? near_text(level->slot) : level->name);
}

void thread_name_outside(struct thread *thread)
{
	for (uint32_t i = 0; i < thread->depth; i++) {
		struct thread_level *level = &thread->levels[i];

		level->node = node_by_name(thread, level, node_below(thread, i));
		leave_outside(thread, level);
	}
	thread_set_node(thread, node_below(thread, thread->depth));
}

uint32_t thread_captured(struct thread *thread)
{
	uint32_t node;

	if (thread->outside > 0 && window_is_on(thread->all->window))
		thread_name_outside(thread);
	if (thread->outside == 0)
		return thread_node(thread);
	node = stacks_captured(thread->all->stacks);
	for (uint32_t i = 0; i < thread->depth; i++)
		node = node_by_name(thread, &thread->levels[i], node);
	return node;
}

void thread_settle(struct thread *thread)
{
	uint32_t state = window_state(thread->all->window);
	bool is_quick = thread->spans == 0 && (state & (WINDOW_WATCHING | WINDOW_MARK)) == 0 &&
			((state & WINDOW_ON) == 0 || thread->outside == 0) &&
			!recorder_wants_frames(thread->all->recorder);

	thread->quick = QUICK_NEVER;
	if (is_quick && is_fold(thread))
		thread->quick = state;
	else if (is_quick && state == WINDOW_ON)
		thread->quick = state | QUICK_TRACED;
}

static int push_level(
	struct thread *thread, uint32_t domain, const char *text, unsigned watch, struct span *span)
{
	bool is_on = window_is_on(thread->all->window);
	struct thread_level *level;
	struct near_slot *slot;

	if (__builtin_expect(thread->depth == thread->cap, 0) && !add_level(thread)) {
		recorder_fail(thread->all->recorder,
			"memory ran out: ranges are missing from the stacks");
		return -1;
	}
	if (__builtin_expect(thread->outside > 0, 0) && is_on)
		thread_name_outside(thread);
	slot = thread_find_slot(thread, thread_node(thread), name_key(domain, is_on), text);
	level = thread_new_level(thread, domain, slot->child);
	level->watch = (uint8_t)watch;
	if (watch != WATCH_NONE && !slot->is_masked)
		slot->address = NULL; /* the fast path would not see that it begins again */
	level->span = span;
	if (span != NULL) {
		atomic_store_explicit(&span->watch, watch, memory_order_relaxed);
		thread->spans++;
	}
	if (is_fold(thread)) {
		if (slot->is_masked)
			keep_name(thread, level, slot, text);
		thread_set_node(thread, level->node);
		thread_settle(thread);
		return (int)level->nth;
	}
	level->start_ns = thread_clock(thread);
	if (is_on)
		thread_write_levels(thread);
	thread_settle(thread);
	return (int)level->nth;
}

int thread_push(
	struct thread *thread, uint32_t domain, const char *text, unsigned watch, struct span *span)
{
	int level;

	if (__builtin_expect(thread->frames != NULL, 0))
		thread_leave_frames(thread, 0);
	if (window_is_on(thread->all->window))
		thread_count_range(thread);
	level = push_level(thread, domain, text, watch, span);
	note_led(thread);
	return level;
}

bool thread_enter_frame(struct thread *thread, const char *text)
{
	return push_level(thread, 0, text, WATCH_NONE, NULL) >= 0;
}

/* Report the end of a level whose beginning was reported. */
static void write_end(struct thread *thread, uint32_t at, int64_t ns)
{
	if (is_fold(thread) || at >= thread->written)
		return;
	thread_write_end(thread, at, ns);
	thread->written--;
}

/* Remove a level: those above it move down. */
static void remove_level(struct thread *thread, uint32_t at, int64_t ns)
{
	struct thread_level gone = thread->levels[at];

	write_end(thread, at, ns);
	leave_outside(thread, &gone);
	if (gone.span != NULL) {
		span_free(thread->all->spans, gone.span);
		thread->spans--;
	}
	for (uint32_t i = at; i + 1 < thread->depth; i++) {
		struct thread_level *level = &thread->levels[i];

		*level = thread->levels[i + 1];
		level->nth = thread_count_domain(thread, i, level->domain);
		if (is_fold(thread))
			level->node = stacks_move(
				thread->all->stacks, level->node, node_below(thread, i));
	}
	thread->depth--;
	/* its name's buffer must not have two owners */
	thread->levels[thread->depth].name = gone.name;
	thread->levels[thread->depth].name_cap = gone.name_cap;
	if (is_fold(thread))
		thread_set_node(thread, node_below(thread, thread->depth));
}

static void leave_innermost(struct thread *thread, int64_t ns)
{
	uint32_t at = thread->depth - 1;

	write_end(thread, at, ns);
	thread->depth = at;
	if (is_fold(thread)) {
		leave_outside(thread, &thread->levels[at]);
		thread_set_node(thread, node_below(thread, at));
	}
}

void thread_leave_frames(struct thread *thread, uint32_t kept)
{
	struct thread_frames *frames = thread->frames;

	if (frames == NULL || frames->count <= kept)
		return;
	/* a frame is known to go on up to the last launch in it, and no longer */
	while (frames->count > kept) {
		if (frames->is_level[--frames->count])
			leave_innermost(thread, is_fold(thread) ? 0 : ++thread->last_ns);
	}
	thread_settle(thread);
}

uint32_t thread_pushed(const struct thread *thread, uint32_t domain)
{
	uint32_t at = thread->depth;

	while (at > 0 &&
		(thread->levels[at - 1].domain != domain || thread->levels[at - 1].span != NULL))
		at--;
	return at;
}

int thread_pop(struct thread *thread, uint32_t domain, unsigned *watch)
{
	uint32_t at;
	int left;

	*watch = WATCH_NONE;
	if (__builtin_expect(thread->frames != NULL, 0))
		thread_leave_frames(thread, 0);
	at = thread_pushed(thread, domain);
	if (at == 0)
		return -1;
	at--;
	*watch = thread->levels[at].watch;
	left = (int)thread->levels[at].nth;
	if (__builtin_expect(at + 1 < thread->depth, 0))
		remove_level(thread, at, is_fold(thread) ? 0 : thread_clock(thread));
	else
		leave_innermost(thread, is_fold(thread) ? 0 : thread_clock(thread));
	note_led(thread);
	thread_settle(thread);
	return left;
}

void thread_drop_ended(struct thread *thread)
{
	for (uint32_t at = thread->depth; at > 0 && thread->spans > 0; at--) {
		struct thread_level *level = &thread->levels[at - 1];
		int64_t end_ns;

		if (level->span == NULL)
			continue;
		end_ns = atomic_load_explicit(&level->span->end_ns, memory_order_acquire);
		if (end_ns != 0)
			remove_level(thread, at - 1, end_ns);
	}
	note_led(thread);
}

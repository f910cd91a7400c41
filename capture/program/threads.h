#ifndef CAPTURE_PROGRAM_THREADS_H
#define CAPTURE_PROGRAM_THREADS_H

#include <pthread.h>
#include <stdatomic.h>

#include "capture/program/events.h"
#include "capture/program/spans.h"
#include "capture/recorder.h"

/*
 * The open NVTX ranges of each thread of the program, and in fold mode the node
 * of their stack.
 */
struct stacks;
struct thread_frames; /* thread_frames.h */
struct ticks;         /* capture/clock.h */
struct window;

struct thread_level {
	uint32_t node; /* fold mode: the stack up to here; trace mode: the name's id */
	uint32_t domain;
	uint32_t nth;  /* index among this domain's levels, from 0 */
	uint8_t watch; /* of a pushed range */
	bool has_name; /* of a range outside: it is in `name` */
	uint8_t padding[2];
	struct span *span; /* of a started range; NULL: it was pushed */
	/*
	 * Fold mode: a range with numbers is outside if it began while not capturing: `node`
	 * is of N for each number. Its name is kept in this slot, or if NULL in `name`.
	 */
	struct near_slot *slot;
	char *name; /* the buffer stays with this place in the stack */
	size_t name_cap;
	int64_t start_ns; /* trace mode */
};

/* A call of the CUDA API in progress. */
struct open_call {
	uint32_t correlation;
	uint32_t function; /* EVENT_DRIVER_BIT and the callback id */
	int64_t start_ns;
	bool is_on; /* it began while capturing */
};

/* Of no capture: thread_pause(). */
#define EPOCH_BUSY UINT32_MAX

/* No state of the window; with one, trace mode's fast path. */
#define QUICK_NEVER UINT32_MAX
#define QUICK_TRACED (1u << 31)

enum { NEAR_SLOTS = 512, NEAR_WORDS = 18, FAR_SLOTS = 1024, API_DEPTH = 4 };

/* A name met before, by its address, and its text then: buffers are reused. */
struct near_slot {
	const char *address;         /* NULL: free */
	uint32_t parent, key, child; /* key: name_key(), and more: see thread_names.c */
	uint32_t users;              /* levels whose name is here: it cannot be replaced */
	bool is_masked;              /* fold mode, not capturing: the child has N for numbers */
	uint8_t last;                /* the index of the last word of the text */
	uint8_t padding[6];
	uint64_t first_mask,
		last_mask;          /* of the text in the first word, and in the last if another */
	uint64_t words[NEAR_WORDS]; /* the text with its NUL, aligned as at its address */
};

/* A name met before, by its text, or by its text with N for each number. */
struct far_slot {
	uint64_t hash;
	const char *text; /* owned by the stacks; NULL: free */
	uint32_t len, parent, key, child;
};

/* What a call of the CUDA API has the device do. */
enum launch_what {
	LAUNCH_KERNEL,
	LAUNCH_COPY,
	LAUNCH_FILL,
	LAUNCH_GRAPH,
	LAUNCH_OTHER, /* nothing that makes records of its own */
	LAUNCH_WHATS = LAUNCH_OTHER,
};

/* Where launches belong: see helpers.h. */
enum thread_place {
	PLACE_UNKNOWN, /* it has not launched anything in this capture */
	PLACE_OWN,     /* in its ranges */
	PLACE_NAMED,   /* in its ranges, or under its name, if it has one */
	PLACE_HELPER,  /* in the stack of another thread, and in its ranges below that */
};

enum thread_state {
	THREAD_LIVE,
	THREAD_ENDED, /* the worker has yet to process its end */
	THREAD_FREE,
};

struct thread {
	struct threads *all; /* set once */

	/* for the thread itself */
	struct thread_level *levels; /* outermost first */
	uint32_t depth, cap;
	_Atomic(uint32_t) node; /* the stack of all levels; threads that help it read that */
	uint8_t place;          /* enum thread_place */
	uint32_t written;       /* trace mode: levels whose beginning was written */
	uint32_t spans;         /* levels that are spans */
	uint32_t outside;       /* levels that are outside */
	uint32_t quick;         /* the window's state for the fast path; or QUICK_NEVER */
	uint32_t calls;         /* API calls in progress, also those that `call` has no room for */
	uint32_t launching; /* what the outermost of them launches: LAUNCH_OTHER if not captured */
	int64_t last_ns;    /* no two events of a thread have the same time */
	uint32_t epoch;     /* the recorder's that all this is of; or EPOCH_BUSY */
	struct open_call call[API_DEPTH];
	struct open_call wait; /* trace mode: that launches nothing; `is_on`: in progress */
	const void **callers;  /* keys of the Python functions among the levels (python/tracer.h) */
	uint32_t caller_count, caller_cap;
	struct thread_frames *frames;              /* thread_frames.h; NULL: none yet */
	uint32_t named;                            /* the node of launches under its name */
	uint32_t joined_above, joined_own, joined; /* of a helper: stacks_join(), last */

	/* for all threads */
	_Atomic(int) state;       /* enum thread_state */
	_Atomic(uint64_t) ranges; /* begun while capturing; written by the thread alone */
	_Atomic(uint64_t) launched[LAUNCH_WHATS]; /* while capturing; written as `ranges` is */
	_Atomic(uint64_t) lost_events;            /* trace mode: memory had no room */
	_Atomic(uint32_t) led;    /* as `node`, without Python's functions at launches */
	_Atomic(bool) is_reading; /* the interpreter's memory: see python/python_frames.h */
	struct thread *next;      /* in the list of all; set once */
	_Atomic(uint32_t) tid;

	struct event_queue events; /* trace mode */
	struct open_ranges *open;  /* trace mode; of the worker */

	struct near_slot found; /* one that was found last, if it cannot be among those below */
	struct near_slot near[NEAR_SLOTS];
	struct far_slot far[FAR_SLOTS];
};

struct threads {
	/* No lock: set before any thread. */
	struct recorder *recorder;
	struct ticks *ticks;
	struct stacks *stacks;
	struct spans *spans;
	struct window *window;
	size_t event_limit; /* of `event_bytes` */
	pthread_key_t key;

	/* No lock: atomic. */
	_Atomic(struct thread *) list; /* all of them, newest first */
	_Atomic(size_t) event_bytes;   /* of all event queues */
	_Atomic(uint32_t) inside; /* threads with unseen ranges when the capture first met them */

	_Atomic(struct thread *) leaders[2]; /* of helpers; the second has a name of its own */

	pthread_mutex_t lock; /* for creating one */
};

/* The caller has set the first five fields. */
bool threads_init(struct threads *threads);

/* In a forked child, before there is a worker: only this thread goes on. */
void threads_forked(struct threads *threads);

/*
 * This thread's; NULL: none yet. Initial-exec: no call to find it, and the eight bytes
 * fit in what glibc reserves for libraries that are loaded late.
 */
extern _Thread_local struct thread *thread_self __attribute__((tls_model("initial-exec")));

/*
 * How many pushed ranges are open on this thread that no capture knows, since they began while
 * there was none: their names would cost each push more than idling may cost. Below 0 if ranges
 * of the last capture ended since.
 */
extern _Thread_local int thread_unseen __attribute__((tls_model("initial-exec")));

/* thread_enter(), of a thread without events of the capture. */
struct thread *thread_enter_first(struct threads *threads, uint32_t epoch);

/*
 * This thread's, to record an event of the current capture: created if missing, without
 * ranges if what it knows is of an earlier one. NULL: nothing is captured now, the event is
 * the library's own, or there is no memory.
 */
static inline struct thread *thread_enter(struct threads *threads)
{
	uint32_t epoch = atomic_load_explicit(&threads->recorder->epoch, memory_order_relaxed);
	struct thread *thread = thread_self;

	if (__builtin_expect(thread != NULL && thread->epoch == epoch, 1))
		return thread;
	return epoch == 0 ? NULL : thread_enter_first(threads, epoch);
}

/*
 * What the thread calls until thread_resume() is not recorded: it is the library's own, or a
 * signal handler's, or that of an allocator of the program's that uses NVTX. Returns what
 * thread_resume() takes. Around whatever takes a lock or allocates memory.
 */
static inline uint32_t thread_pause(struct thread *thread)
{
	uint32_t epoch = thread->epoch;

	thread->epoch = EPOCH_BUSY;
	atomic_signal_fence(memory_order_seq_cst);
	return epoch;
}

static inline void thread_resume(struct thread *thread, uint32_t epoch)
{
	atomic_signal_fence(memory_order_seq_cst);
	thread->epoch = epoch;
}

static inline uint32_t thread_tid(const struct thread *thread)
{
	return atomic_load_explicit(&thread->tid, memory_order_relaxed);
}

static inline uint32_t thread_node(const struct thread *thread)
{
	return atomic_load_explicit(&thread->node, memory_order_relaxed);
}

static inline void thread_set_node(struct thread *thread, uint32_t node)
{
	atomic_store_explicit(&thread->node, node, memory_order_relaxed);
}

/* How many of these all threads launched while capturing. */
uint64_t threads_launched(const struct threads *threads, enum launch_what what);

/* How many levels of the domain are open below `level`. */
static inline uint32_t thread_count_domain(
	const struct thread *thread, uint32_t level, uint32_t domain)
{
	while (level-- > 0) {
		if (thread->levels[level].domain == domain)
			return thread->levels[level].nth + 1;
	}
	return 0;
}

/* The level above the others, of a range that begins; the caller has made room. */
static inline struct thread_level *thread_new_level(
	struct thread *thread, uint32_t domain, uint32_t node)
{
	struct thread_level *level = thread->levels + thread->depth;

	level->node = node;
	level->domain = domain;
	level->nth = thread_count_domain(thread, thread->depth, domain);
	level->watch = 0;
	level->has_name = false;
	level->span = NULL;
	level->slot = NULL;
	thread->depth++;
	return level;
}

/* A range has begun while capturing. */
static inline void thread_count_range(struct thread *thread)
{
	atomic_store_explicit(&thread->ranges,
		atomic_load_explicit(&thread->ranges, memory_order_relaxed) + 1,
		memory_order_relaxed);
}

/*
 * Begin a range: returns how many of its domain were already open. `span` NULL:
 * pushed. `watch` is enum watch.
 */
int thread_push(struct thread *thread, uint32_t domain, const char *text, unsigned watch,
	struct span *span);

/*
 * End the domain's innermost pushed range: returns how many of the domain are
 * open now, or -1 if there was none; *watch is as given to thread_push().
 */
int thread_pop(struct thread *thread, uint32_t domain, unsigned *watch);

/* The domain's innermost pushed range: its level + 1, or 0 if there is none. */
uint32_t thread_pushed(const struct thread *thread, uint32_t domain);

/* All frames but the outermost `kept` end (thread_frames.h); a range of one begins. */
void thread_leave_frames(struct thread *thread, uint32_t kept);
bool thread_enter_frame(struct thread *thread, const char *text);

/* After something took the slow path: whether what follows may take the fast one. */
void thread_settle(struct thread *thread);

/* Remove spans that have ended since from the stack. */
void thread_drop_ended(struct thread *thread);

/*
 * Fold mode: give ranges that began while not capturing their full names. While
 * not capturing, numbers are left out, or a long run would have a node for each;
 * ranges that are open at a launch need them.
 */
void thread_name_outside(struct thread *thread);

/* Fold mode: the stack that a node of a CUDA graph is captured in, for stacks_join(). */
uint32_t thread_captured(struct thread *thread);

#endif /* CAPTURE_PROGRAM_THREADS_H */

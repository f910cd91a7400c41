#ifndef CAPTURE_PROGRAM_WINDOW_H
#define CAPTURE_PROGRAM_WINDOW_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct config;   /* capture/config.h */
struct recorder; /* capture/recorder.h */
struct thread;

/* Start or stop CUPTI's recording of the device; returns whether it records. */
typedef bool window_record(void *context, bool on);

/*
 * Whether it is on, whether names of ranges matter, whether what comes before is kept, and whether
 * the next launch is the first of a step, or after it.
 */
enum { WINDOW_ON = 1, WINDOW_WATCHING = 2, WINDOW_EARLY = 4, WINDOW_MARK = 8 };

/* From which launch on it is which step. */
struct step_mark {
	uint32_t correlation; /* of the first launch */
	uint32_t nth;    /* of those of the capture with a launch, from 1; 0: there is no step */
	uint64_t number; /* in its name; where they begin anew, they go on */
};
enum { STEP_MARKS = 1 << 14 }; /* the latest are kept: of so many, operations may be under way */

/* Names of ranges that are counted until there is a step; how much of each is shown. */
enum { WINDOW_NAMES = 32, WINDOW_NAME = 64 };

/*
 * When to capture: always, for some training steps, between profiler calls or
 * within a range; after a delay and for a time. What is launched while the
 * window is on is captured, whenever the device executes it.
 *
 * Steps may be called otherwise than was thought, and hours may pass until that is noticed. So in
 * fold mode all is captured (WINDOW_EARLY) until the window opens, and only then forgotten.
 */
struct window {
	/* No lock: set before capturing starts. */
	struct recorder *recorder;
	window_record *record; /* called with the lock held */
	void *record_context;

	_Atomic(uint32_t) state; /* WINDOW_ON, WINDOW_WATCHING; read without the lock */

	pthread_mutex_t lock;             /* of all below, and of what CUPTI is set to record */
	bool is_started;                  /* the recorder is ready */
	bool is_delayed;                  /* --delay is not over */
	bool is_wanted;                   /* by what controls the window */
	bool has_ended;                   /* for good */
	bool is_recording;                /* CUPTI's activities are enabled */
	bool is_in_step;                  /* a counted range is open: ranges in it do not count */
	bool has_step_marks;              /* steps are counted by gpuflame_step() */
	const char *step_range;           /* the pattern that counts; NULL: none has matched yet */
	const struct thread *step_thread; /* whose steps they are */
	const struct thread *capture_thread; /* whose range opened the window; NULL: none */
	uint64_t asked, from;                /* of control_request: steps, and which is the first */
	uint64_t skip, count;  /* how many are not captured, and then are; 0: steps do not matter */
	uint64_t steps;        /* begun */
	uint64_t number;       /* in the name of the last one, or its count by gpuflame_step() */
	uint64_t marks;        /* calls of gpuflame_step() */
	uint64_t rounds;       /* capture ranges ended */
	uint64_t early_ranges; /* begun while it is early */
	struct window_name {   /* of these, the outermost first */
		char pattern[WINDOW_NAME]; /* for --step-range */
		uint32_t depth, count;     /* 0: of no name yet */
	} names[WINDOW_NAMES];
	int64_t on_ns;         /* since when it is on; 0: never */
	int64_t off_ns;        /* since when it is off */
	struct step_mark step; /* the last one */
	uint64_t named;        /* its number, as its name has it */

	pthread_mutex_t mark_lock; /* of all below: a launch must not wait for the other */
	struct step_mark next;     /* of WINDOW_MARK */
	uint32_t launching;        /* steps with a launch */
	struct step_mark step_marks[STEP_MARKS];
	_Atomic(uint64_t) mark_count; /* read without the lock, too */
};

static inline uint32_t window_state(const struct window *window)
{
	return atomic_load_explicit(&window->state, memory_order_relaxed);
}

static inline bool window_is_on(const struct window *window)
{
	return (window_state(window) & WINDOW_ON) != 0;
}

static inline bool window_is_watching(const struct window *window)
{
	return (window_state(window) & WINDOW_WATCHING) != 0;
}

/* Whether names are still watched for what opens it. */
static inline bool window_is_before(const struct window *window)
{
	return (window_state(window) & (WINDOW_ON | WINDOW_WATCHING)) == WINDOW_WATCHING;
}

static inline bool window_is_early(const struct window *window)
{
	return (window_state(window) & WINDOW_EARLY) != 0;
}

void window_init(struct window *window, struct recorder *recorder);

#define WINDOW_WAIT UINT64_MAX

/*
 * Capture `steps` steps, the first of which is called `from` (control_request), at window_reset()
 * or, if that waits for the number, now. False: that number has passed.
 */
bool window_ask(struct window *window, uint64_t steps, uint64_t from);

/* Capture as at the start once more: forget steps, delays and that it has ended. */
void window_reset(struct window *window);

/*
 * The recorder is ready. `is_early`: record from the start, since a graph
 * instantiated before would have no records.
 */
void window_start(struct window *window, window_record *record, void *context, bool is_early);

/* A range begins: returns its enum watch. */
unsigned window_range_begins(
	struct window *window, const struct thread *thread, const char *domain, const char *text);

/* Fold mode, where steps do not control the window: likewise of a step. */
unsigned window_step_begins(struct window *window, const struct thread *thread, const char *text);

/* A launch begins, and WINDOW_MARK is set. */
void window_mark(struct window *window, uint32_t correlation);

/* The mark of that place, counted from 0; false: there is none, or none any more. */
bool window_get_mark(struct window *window, uint64_t at, struct step_mark *mark);

/* A watched range ends. */
void window_range_ends(struct window *window, unsigned watch);

/* End for good. */
void window_end(struct window *window);

/* cuProfilerStart(), gpuflame_start(); cuProfilerStop(), gpuflame_stop() */
void window_profiler(struct window *window, bool start);
void window_api(struct window *window, bool start);

/* gpuflame_step() */
void window_step(struct window *window);

/* Time has passed: end a delay or the window if due. */
void window_tick(struct window *window, int64_t now);

struct window_now {
	bool has_ended;        /* capturing has, for good */
	bool is_waiting;       /* for the number of window_ask(), or that step */
	int64_t off_ns;        /* since when it is off */
	uint64_t steps;        /* captured, including the current one */
	uint64_t number;       /* of the last step; WINDOW_WAIT: they went back */
	uint64_t early_ranges; /* that began before the first step */
};

struct window_now window_now(struct window *window);

/* Whether what comes before the first step is kept. */
bool window_keeps_early(const struct config *config);

/*
 * Whether it has not come, or, without `skipped`, none at all. For the user a text, of up to 400
 * bytes with `more`: "no step was seen", `more`, and ranges that repeat.
 */
bool window_is_without_step(
	struct window *window, bool skipped, const char *more, char *text, size_t size);

/* Stop CUPTI's recording, after the window has ended for good. */
void window_stop_recording(struct window *window);

#endif /* CAPTURE_PROGRAM_WINDOW_H */

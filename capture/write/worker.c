#include "capture/write/worker.h"

#include <signal.h>
#include <stdlib.h>
#include <time.h>

#include "capture/device/activity.h"
#include "capture/device/cupti_abi.h"
#include "capture/write/fold_file.h"
#include "capture/write/fold_sums.h"
#include "capture/recorder.h"
#include "capture/write/trace_file.h"

#define SECOND INT64_C(1000000000)
#define MILLISECOND INT64_C(1000000)

/* How long after the end of the window operations of it may still come in. */
#define DRAIN_NS (3 * SECOND)

/*
 * So much is read within a tick, some tenths of a second of writing in trace mode:
 * a program that is quicker than that would have the worker read for ever, and
 * what it read would never come into the file.
 */
enum { EVENTS_AT_ONCE = 20000, BUFFERS_AT_ONCE = 8 };

/* gpuflame_flush() waits for what was there before it: at most so many ticks' worth. */
enum { TICKS_ASKED = 500 };

/* The program waits at its end for a worker that gets on, and so long for one that does not. */
enum { PATIENCE_SECONDS = 10 };

/* A program may make contexts again and again. */
enum { MOST_EXIT_HANDLERS = 2 };

struct worker {
	char *path; /* of the file; NULL: none was needed yet */

	struct fold_sums sums;    /* fold mode */
	struct fold_file fold;    /* fold mode */
	struct trace_file *trace; /* trace mode */
	struct activity_loss loss;

	int64_t flushed_ns;     /* when CUPTI was last asked */
	uint64_t flushed_bytes; /* how many had come in by then */
	int64_t last_op_ns;     /* when an operation of the window last came in */
	int64_t write_at_ns;    /* not before: writing takes time, too */
	uint64_t written_facts; /* a sum that tells whether there is anything new to write */
	uint64_t written_ops, written_ns; /* of fold mode: what the file holds */
	uint64_t flushes_asked;
};

static bool is_trace(void)
{
	return recorder.config.mode == MODE_TRACE;
}

bool recorder_has_worker(void)
{
	bool has_worker;

	pthread_mutex_lock(&recorder.worker_lock);
	has_worker = recorder.has_worker && !recorder.has_ended;
	pthread_mutex_unlock(&recorder.worker_lock);
	return has_worker;
}

void recorder_wake(void)
{
	pthread_mutex_lock(&recorder.worker_lock);
	recorder.is_woken = true;
	pthread_cond_signal(&recorder.worker_wake);
	pthread_mutex_unlock(&recorder.worker_lock);
}

/* --- what was captured ----------------------------------------------------------------------- */

static uint64_t count_ranges(uint64_t *lost_events)
{
	uint64_t ranges = 0;

	*lost_events = 0;
	for (struct thread *thread = atomic_load(&recorder.threads.list); thread != NULL;
		thread = thread->next) {
		ranges += atomic_load_explicit(&thread->ranges, memory_order_relaxed);
		*lost_events += atomic_load_explicit(&thread->lost_events, memory_order_relaxed);
	}
	return ranges;
}

static struct capture_facts facts_now(const struct worker *worker, const char *ended)
{
	uint64_t lost_events, lost = worker->sums.lost, lost_ns = worker->sums.lost_ns;
	struct capture_facts facts = {
		.mode = is_trace() ? "trace" : "fold",
		.ended = ended,
		.ops = worker->sums.ops,
		.ns = worker->sums.ns,
		.steps = window_steps(&recorder.window),
		.end_ns = clock_ns() + recorder.epoch_ns,
	};

	facts.ranges = count_ranges(&lost_events);
	if (worker->trace != NULL) {
		trace_file_counts(worker->trace, &facts.ops, &facts.ns, &lost);
		lost += lost_events;
	}
	facts.loss[0] = (struct capture_loss){ .what = FORMAT_LOSS_DROPPED,
		.count = atomic_load(&recorder.dropped) };
	facts.loss[1] = (struct capture_loss){ .what = FORMAT_LOSS_TIMELESS,
		.count = worker->loss.timeless };
	facts.loss[2] = (struct capture_loss){ .what = FORMAT_LOSS_BACKWARDS,
		.count = worker->loss.backwards };
	facts.loss[3] = (struct capture_loss){
		.what = FORMAT_LOSS_NOMEM, .count = lost, .ns = lost_ns, .has_ns = !is_trace()
	};
	facts.loss[4] = (struct capture_loss){ .what = FORMAT_LOSS_BUFFERS,
		.count = atomic_load(&recorder.lost_buffers) };
	return facts;
}

static uint64_t sum_of(const struct capture_facts *facts)
{
	uint64_t sum = facts->ops;

	/* Ranges alone are of interest only where they are written. */
	if (is_trace())
		sum += facts->ranges;
	for (size_t i = 0; i < ARRAY_SIZE(facts->loss); i++)
		sum += facts->loss[i].count;
	return sum;
}

/*
 * Whether there is anything that a file would be for. In trace mode rows were
 * written already when there is a path.
 */
static bool is_worth_a_file(const struct worker *worker, const struct capture_facts *facts)
{
	return worker->path != NULL || sum_of(facts) > (is_trace() ? facts->ranges : 0);
}

/* --- writing ------------------------------------------------------------- */

static bool write_file(struct worker *worker, const struct capture_facts *facts, struct err *err)
{
	if (is_trace())
		return trace_file_flush(worker->trace, facts, err);
	return (worker->path != NULL || capture_file_reserve(&worker->path, err)) &&
	       fold_file_write(&worker->fold, worker->path, &worker->sums, facts, err);
}

/* Write what there is, if it is news, worth it and time for it. */
static void write_now(struct worker *worker, const char *ended, bool is_last)
{
	struct capture_facts facts = facts_now(worker, ended);
	int64_t begin = clock_ns(), end;
	struct err err = { 0 };

	if (!is_worth_a_file(worker, &facts))
		return;
	if (!is_last && (begin < worker->write_at_ns || sum_of(&facts) == worker->written_facts))
		return;
	if (write_file(worker, &facts, &err)) {
		worker->written_facts = sum_of(&facts);
		worker->written_ops = facts.ops;
		worker->written_ns = facts.ns;
	} else if (err.code != ERR_NONE) {
		recorder_fail("%s", err.msg);
	}
	end = clock_ns();
	/*
	 * At most a fifth of the time goes into writing it all anew; a trace's commit
	 * only gets the more to do the longer it waits.
	 */
	worker->write_at_ns = is_trace() ? end : end + 4 * (end - begin);
	atomic_fetch_add_explicit(&recorder.pulse, 1, memory_order_relaxed);
}

/* --- reading ------------------------------------------------------------- */

/*
 * What the program's threads said (trace mode), up to `most` of each, and which of
 * them are no more; false: there is more.
 */
static bool read_threads(struct worker *worker, uint64_t most)
{
	bool is_all = true;

	for (struct thread *thread = atomic_load(&recorder.threads.list); thread != NULL;
		thread = thread->next) {
		bool has_ended =
			atomic_load_explicit(&thread->state, memory_order_acquire) == THREAD_ENDED;

		if (is_trace() && !trace_file_read_events(worker->trace, thread, most)) {
			is_all = false;
			continue;
		}
		if (is_trace() && has_ended)
			trace_file_thread_ended(worker->trace, thread);
		if (has_ended)
			atomic_store_explicit(&thread->state, THREAD_FREE, memory_order_release);
	}
	return is_all;
}

static void read_buffers(struct worker *worker, size_t most)
{
	activity_sink *add = is_trace() ? trace_file_add : fold_sums_add;
	void *sink = is_trace() ? (void *)worker->trace : (void *)&worker->sums;

	if (activity_read(add, sink, &worker->loss, most))
		worker->last_op_ns = clock_ns();
}

/* Read what has come; when that is more than a tick has time for, the next one comes at once. */
static void read_some(struct worker *worker, unsigned ticks)
{
	read_buffers(worker, (size_t)ticks * BUFFERS_AT_ONCE);
	if (!read_threads(worker, (uint64_t)ticks * EVENTS_AT_ONCE) || activity_waits())
		recorder_wake();
}

/* What CUPTI says to it: when it cannot now, it may the next time. */
static int flush(struct worker *worker, uint32_t flag)
{
	int result = CUPTI_OK;
	int64_t now;

	if (recorder.cupti.handle != NULL)
		result = recorder.cupti.flush_all(flag);
	now = clock_ns();
	activity_fit_buffers(worker->loss.bytes - worker->flushed_bytes, now - worker->flushed_ns);
	worker->flushed_bytes = worker->loss.bytes;
	worker->flushed_ns = now;
	graphs_flushed(&recorder.graphs);
	atomic_fetch_add_explicit(&recorder.pulse, 1, memory_order_relaxed);
	return result;
}

/* --- the end ------------------------------------------------------------- */

/* CUDA may have gone before, with all that there was handed over: that is as it should be. */
static void tell_of_no_records(int result)
{
	char why[256];

	if (!launches_any(&recorder.launches))
		return;
	cupti_explain(&recorder.cupti, result, why, sizeof(why));
	recorder_fail("CUPTI hands over no records: %s", why);
}

/* What is in no file at the end is lost; a trace counts that itself. */
static void count_unwritten(const struct worker *worker, struct capture_facts *facts)
{
	if (is_trace())
		return;
	facts->loss[3].count += facts->ops - worker->written_ops;
	facts->loss[3].ns += facts->ns - worker->written_ns;
	facts->ops = worker->written_ops;
	facts->ns = worker->written_ns;
}

static void finish(struct worker *worker, const char *ended)
{
	struct capture_facts facts;
	int result = flush(worker, CUPTI_FLUSH_FORCED);

	/* What comes from now on is not heard, or this would not end; what was said before is. */
	atomic_store(&recorder.is_off, true);
	read_buffers(worker, SIZE_MAX);
	(void)read_threads(worker, UINT64_MAX);
	write_now(worker, ended, true);
	facts = facts_now(worker, ended);
	if (result != CUPTI_OK && facts.ops == 0)
		tell_of_no_records(result);
	count_unwritten(worker, &facts);
	capture_file_say(STATUS_DONE, worker->path, &facts);
}

/*
 * Whether all that was to be captured is, and the file may be finished while
 * the program runs on.
 */
static bool is_over(struct worker *worker)
{
	const struct config *config = &recorder.config;
	int64_t now = clock_ns(), since;

	if (!window_has_ended(&recorder.window, &since))
		return false;
	if (worker->last_op_ns > since)
		since = worker->last_op_ns;
	if (now - since < DRAIN_NS)
		return false;
	if (config->range == CAPTURE_ALWAYS || config->range_end == RANGE_END_STOP_SHUTDOWN ||
		config->range_end == RANGE_END_REPEAT)
		return true;
	window_stop_recording(&recorder.window);
	return false;
}

/* --- the loop ------------------------------------------------------------ */

static int64_t tick_ns(void)
{
	int64_t interval = (int64_t)recorder.config.flush_interval_ms * MILLISECOND;
	bool often = is_trace() || recorder.config.delay_ns > 0 || recorder.config.duration_ns > 0;

	return often && interval > 50 * MILLISECOND ? 50 * MILLISECOND : interval;
}

static struct timespec time_of(int64_t ns)
{
	return (struct timespec){ .tv_sec = ns / SECOND, .tv_nsec = ns % SECOND };
}

/* Sleep till there is something to do; false: the program ends. */
static bool sleep_a_tick(struct worker *worker, bool *is_asked)
{
	struct timespec until = time_of(clock_ns() + tick_ns());
	bool goes_on;

	pthread_mutex_lock(&recorder.worker_lock);
	while (!recorder.is_woken && !recorder.is_asked_to_end) {
		if (pthread_cond_timedwait(&recorder.worker_wake, &recorder.worker_lock, &until) !=
			0)
			break;
	}
	recorder.is_woken = false;
	*is_asked = recorder.flushes_asked != recorder.flushes_done;
	worker->flushes_asked = recorder.flushes_asked;
	goes_on = !recorder.is_asked_to_end;
	pthread_mutex_unlock(&recorder.worker_lock);
	return goes_on;
}

static void say_flushed(const struct worker *worker)
{
	pthread_mutex_lock(&recorder.worker_lock);
	recorder.flushes_done = worker->flushes_asked;
	pthread_cond_broadcast(&recorder.worker_done);
	pthread_mutex_unlock(&recorder.worker_lock);
}

static void say_ended(void)
{
	pthread_mutex_lock(&recorder.worker_lock);
	recorder.has_ended = true;
	recorder.flushes_done = UINT64_MAX;
	pthread_cond_broadcast(&recorder.worker_done);
	pthread_mutex_unlock(&recorder.worker_lock);
}

static void *run(void *argument)
{
	int64_t interval = (int64_t)recorder.config.flush_interval_ms * MILLISECOND;
	struct worker *worker = argument;
	bool is_early = false, is_asked;

	while (!is_early && sleep_a_tick(worker, &is_asked)) {
		if (is_trace())
			ticks_compare(&recorder.ticks);
		window_tick(&recorder.window, clock_ns());
		if (is_asked || clock_ns() - worker->flushed_ns >= interval) {
			(void)flush(worker, 0);
			read_some(worker, is_asked ? TICKS_ASKED : 1);
			if (is_asked)
				worker->write_at_ns = 0;
			write_now(worker, FORMAT_ENDED_RUNNING, false);
		} else {
			read_some(worker, 1);
		}
		if (is_asked)
			say_flushed(worker);
		is_early = is_over(worker);
	}
	finish(worker, is_early ? FORMAT_ENDED_SHUTDOWN : FORMAT_ENDED_EXIT);
	if (is_early) {
		launches_stop();
		window_stop_recording(&recorder.window);
		launches_leave();
	}
	say_ended();
	return NULL;
}

/* Wait for the worker to end, or to have done a flush, as long as it gets on. */
static bool wait_for_worker(uint64_t flush)
{
	uint64_t pulse = atomic_load(&recorder.pulse);
	unsigned idle = 0;

	while (!recorder.has_ended && recorder.flushes_done < flush && idle < PATIENCE_SECONDS) {
		struct timespec until = time_of(clock_ns() + SECOND);
		uint64_t now;

		if (pthread_cond_timedwait(&recorder.worker_done, &recorder.worker_lock, &until) ==
			0)
			continue;
		now = atomic_load(&recorder.pulse);
		idle = now == pulse ? idle + 1 : 0;
		pulse = now;
	}
	return idle < PATIENCE_SECONDS;
}

void recorder_flush(void)
{
	pthread_mutex_lock(&recorder.worker_lock);
	if (recorder.has_worker && !recorder.has_ended) {
		uint64_t mine = ++recorder.flushes_asked;

		recorder.is_woken = true;
		pthread_cond_signal(&recorder.worker_wake);
		wait_for_worker(mine);
	}
	pthread_mutex_unlock(&recorder.worker_lock);
}

static void at_exit(void)
{
	bool done = true;

	if (recorder_is_forked())
		return;
	pthread_mutex_lock(&recorder.worker_lock);
	if (recorder.has_worker && !recorder.has_ended && !recorder.is_asked_to_end) {
		recorder.is_asked_to_end = true;
		pthread_cond_signal(&recorder.worker_wake);
		done = wait_for_worker(UINT64_MAX);
	}
	pthread_mutex_unlock(&recorder.worker_lock);
	/* what is off already has its file finished */
	if (done || atomic_exchange(&recorder.is_off, true))
		return;
	recorder_fail("CUPTI does not answer: the capture ends with its last flush");
}

void worker_cuda_is_up(void)
{
	/* the last to be registered is the first to run; then there is nothing left to do */
	if (atomic_fetch_add(&recorder.exit_handlers, 1) < MOST_EXIT_HANDLERS)
		atexit(at_exit);
}

bool worker_start(struct err *err)
{
	struct worker *worker = calloc(1, sizeof(*worker));
	pthread_attr_t attributes;
	sigset_t all, before;
	pthread_t thread;
	int failed;

	if (worker == NULL)
		return err_nomem(err);
	worker->fold.stacks = &recorder.stacks;
	worker->flushed_ns = clock_ns();
	if (is_trace()) {
		worker->trace = trace_file_new(&worker->path, err);
		if (worker->trace == NULL)
			return false;
	} else if (!fold_sums_init(&worker->sums, &recorder.stacks, recorder.config.strip, err)) {
		return false;
	}
	pthread_attr_init(&attributes);
	pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
	pthread_attr_setstacksize(&attributes, 4 << 20);
	/* The program's signals are for the program's threads. */
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	failed = pthread_create(&thread, &attributes, run, worker);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	pthread_attr_destroy(&attributes);
	if (failed != 0)
		return err_set_errno(err, failed, "cannot start a thread");
	pthread_mutex_lock(&recorder.worker_lock);
	recorder.has_worker = true;
	pthread_mutex_unlock(&recorder.worker_lock);
	atexit(at_exit);
	return true;
}

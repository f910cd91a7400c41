#include "capture/write/worker.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "capture/clock.h"
#include "capture/device/activity.h"
#include "capture/device/cupti_abi.h"
#include "capture/device/subscribe.h"
#include "capture/program/helpers.h"
#include "capture/write/capture_place.h"
#include "capture/write/fold_file.h"
#include "capture/write/fold_sums.h"
#include "capture/write/problems.h"
#include "capture/write/requests.h"
#include "capture/write/sources.h"
#include "capture/write/trace_file.h"

#define SECOND INT64_C(1000000000)
#define MILLISECOND INT64_C(1000000)

#define FIRST_FLUSH_NS (10 * MILLISECOND)

enum { POURING_BYTES = 1 << 20, POURING_NS = 500000000 };

/* How long after the end of the window its operations may still arrive. */
#define DRAIN_NS (3 * SECOND)

/*
 * How much is read in a tick, some tenths of a second of writing in trace mode:
 * without a limit, a faster program would keep the worker reading, and nothing
 * would be committed.
 */
enum { EVENTS_AT_ONCE = 20000, BUFFERS_AT_ONCE = 8 };

/* How long buffers that CUPTI has are waited for at the end, if operations are missing. */
#define AWAIT_NS (500 * MILLISECOND)

/* How often progress is reported at the end. */
#define REPORT_NS (10 * SECOND)

/* gpuflame_flush() waits for what came before it: at most this many ticks. */
enum { TICKS_ASKED = 500 };

/* Until the rate of the processor's counter is known, events use the system's clock. */
#define FIRST_TICK_NS (21 * MILLISECOND)

/* How soon a request from outside is noticed. */
enum { REQUEST_MS = 100 };

struct worker {
	struct sources from;
	struct machine machine;
	struct requests requests;
	struct file_counts before; /* the capture began */
	char *path;                /* of the file, or of the last one; NULL: not needed yet */

	struct fold_sums sums;    /* fold mode */
	struct fold_file fold;    /* fold mode */
	struct trace_file *trace; /* trace mode */
	struct activity_loss loss;

	int64_t flushed_ns;                   /* when CUPTI was last flushed */
	int64_t flush_at_ns;                  /* when it is flushed next */
	uint64_t flushed_bytes, poured_bytes; /* received by then, and when a flush was due */
	uint64_t flushed_records;             /* and what they were */
	uint64_t flushed_launches;            /* counted by then */
	int64_t last_op_ns;                   /* when an operation of the window last arrived */
	int64_t report_at_ns;                 /* at the program's end; 0: it goes on */
	uint64_t backlog_bytes;               /* the most that was unread at the end */
	int64_t write_at_ns;                  /* no write before: writing takes time, too */
	uint64_t written_facts; /* a sum that changes if there is anything new to write */
	uint64_t written_pending;
	uint64_t written_ops, written_ns; /* of fold mode: what the file holds */
	struct problems told;
};

static bool is_trace(const struct worker *worker)
{
	return recorder_is_trace(worker->from.recorder);
}

/* --- what was captured ----------------------------------------------------------------------- */

static struct file_facts facts_now(const struct worker *worker, const char *ended)
{
	uint64_t lost = worker->sums.lost;
	const struct file_counts *before = &worker->before;
	struct file_counts counts = capture_file_count(&worker->from);
	struct window_now window = window_now(&worker->from.program->window);
	struct file_facts facts = {
		.mode = is_trace(worker) ? "trace" : "fold",
		.ended = ended,
		.ops = worker->sums.ops,
		.ns = worker->sums.ns,
		.steps = window.steps,
		.end_ns = clock_ns() + worker->from.recorder->epoch_ns,
		.inside = atomic_load(&worker->from.program->threads.inside),
		.cupti_ns = worker->loss.cupti_ns,
		.ranges = counts.ranges - before->ranges +
			  (worker->sums.is_early ? window.early_ranges : 0),
		.loss[LOSS_DROPPED] = { FORMAT_LOSS_DROPPED, counts.dropped - before->dropped },
		.loss[LOSS_TIMELESS] = { FORMAT_LOSS_TIMELESS, worker->loss.timeless },
		.loss[LOSS_BACKWARDS] = { FORMAT_LOSS_BACKWARDS, worker->loss.backwards },
		.loss[LOSS_NOMEM] = { FORMAT_LOSS_NOMEM, .ns = worker->sums.lost_ns,
			.has_ns = !is_trace(worker) },
		.loss[LOSS_BUFFERS] = { FORMAT_LOSS_BUFFERS,
			counts.lost_buffers - before->lost_buffers },
		.loss[LOSS_MISSING] = { FORMAT_LOSS_MISSING },
	};

	if (worker->trace != NULL) {
		trace_file_counts(worker->trace, &facts.ops, &facts.ns, &lost);
		lost += counts.lost_events - before->lost_events;
	}
	facts.loss[LOSS_NOMEM].count = lost;
	facts.pending = balance_missing(&worker->from.gpu->balance, &worker->from.program->threads,
		facts.loss[LOSS_DROPPED].count);
	if (strcmp(ended, FORMAT_ENDED_RUNNING) != 0)
		capture_file_count_missing(&facts);
	return facts;
}

static uint64_t sum_of(const struct worker *worker, const struct file_facts *facts)
{
	uint64_t sum = facts->ops;

	/* Ranges without operations matter only where they are written. */
	if (is_trace(worker))
		sum += facts->ranges;
	for (size_t i = 0; i < ARRAY_SIZE(facts->loss); i++)
		sum += facts->loss[i].count;
	return sum;
}

/*
 * Whether there is anything to write a file for. In trace mode a path means
 * that rows were written.
 */
static bool is_worth_a_file(const struct worker *worker, const struct file_facts *facts)
{
	return worker->path != NULL || sum_of(worker, facts) - facts->loss[LOSS_MISSING].count >
					       (is_trace(worker) ? facts->ranges : 0);
}

/* --- writing ------------------------------------------------------------- */

static bool write_file(
	struct worker *worker, const struct file_facts *facts, bool is_last, struct err *err)
{
	return is_trace(worker) ? trace_file_flush(worker->trace, facts, err)
				: fold_file_write(&worker->fold, &worker->path, &worker->sums,
					  facts, is_last, err);
}

static bool has_new(const struct worker *worker, const struct file_facts *facts)
{
	return sum_of(worker, facts) != worker->written_facts ||
	       facts->pending != worker->written_pending ||
	       (is_trace(worker) && trace_file_has_new(worker->trace));
}

/* Write the file if there is something new and a write is due. */
static void write_now(struct worker *worker, const char *ended, bool is_last)
{
	struct file_facts facts = facts_now(worker, ended);
	int64_t begin = clock_ns(), end;
	struct err err = { 0 };

	if (!is_worth_a_file(worker, &facts))
		return;
	if (!is_last && (begin < worker->write_at_ns || !has_new(worker, &facts)))
		return;
	atomic_store(&worker->from.recorder->is_writing, true);
	if (write_file(worker, &facts, is_last, &err)) {
		worker->written_facts = sum_of(worker, &facts);
		worker->written_pending = facts.pending;
		worker->written_ops = facts.ops;
		worker->written_ns = facts.ns;
	} else if (err.code != ERR_NONE) {
		recorder_fail(worker->from.recorder, "%s", err.msg);
	}
	atomic_store(&worker->from.recorder->is_writing, false);
	end = clock_ns();
	/* at most half of the time is spent on a trace's commits, which grow with the wait */
	worker->write_at_ns =
		end + (is_trace(worker) ? end - begin
					: capture_place_rest_ns(worker->from.recorder, begin, end));
	recorder_progress(worker->from.recorder);
}

/* --- reading ------------------------------------------------------------- */

/*
 * Read the events of the program's threads (trace mode), up to `most` of each, and
 * find those that ended; false: there is more.
 */
static bool read_threads(struct worker *worker, uint64_t most)
{
	bool is_all = true;

	for (struct thread *thread = atomic_load(&worker->from.program->threads.list);
		thread != NULL; thread = thread->next) {
		bool has_ended =
			atomic_load_explicit(&thread->state, memory_order_acquire) == THREAD_ENDED;

		if (is_trace(worker) &&
			!trace_file_read_events(worker->trace, thread, has_ended, most))
			is_all = false;
		else if (has_ended)
			atomic_store_explicit(&thread->state, THREAD_FREE, memory_order_release);
	}
	return is_all;
}

/* While nothing is captured. */
static void free_ended_threads(const struct worker *worker)
{
	for (struct thread *thread = atomic_load(&worker->from.program->threads.list);
		thread != NULL; thread = thread->next) {
		int ended = THREAD_ENDED;

		atomic_compare_exchange_strong(&thread->state, &ended, THREAD_FREE);
	}
}

static void read_buffers(struct worker *worker, size_t most)
{
	activity_sink *add = is_trace(worker) ? trace_file_add : fold_sums_add;
	void *sink = is_trace(worker) ? (void *)worker->trace : (void *)&worker->sums;

	if (activity_read(worker->from.gpu, add, sink, &worker->loss, most))
		worker->last_op_ns = clock_ns();
}

/* Read what has arrived; if it is more than fits a tick, the next one follows at once. */
static void read_some(struct worker *worker, unsigned ticks)
{
	read_buffers(worker, (size_t)ticks * BUFFERS_AT_ONCE);
	if (!read_threads(worker, (uint64_t)ticks * EVENTS_AT_ONCE) ||
		buffers_filled(&worker->from.gpu->buffers) > 0)
		recorder_wake(worker->from.recorder);
}

/*
 * A program that is killed, or ends by _exit(), loses what was not flushed, so that
 * flushes are frequent, and more so in its first moments; but they take a hundredth of
 * the time at most, since launches may wait for them.
 */
static int64_t next_flush_ns(const struct worker *worker, int64_t begin, int64_t end)
{
	int64_t interval = (int64_t)worker->from.recorder->config.flush_interval_ms * MILLISECOND;
	int64_t age = end - worker->from.recorder->young_ns;

	if (interval > FIRST_FLUSH_NS && interval > age)
		interval = age > FIRST_FLUSH_NS ? age : FIRST_FLUSH_NS;
	return end + (interval > 100 * (end - begin) ? interval : 100 * (end - begin));
}

/* Flush CUPTI; if it fails now, it may succeed the next time. */
static int flush(struct worker *worker, uint32_t flag)
{
	struct gpu *gpu = worker->from.gpu;
	int64_t start = clock_ns(), now;
	int result = CUPTI_OK;

	worker->flushed_launches = balance_launched(&worker->from.program->threads);
	if (gpu->cupti.handle != NULL)
		result = gpu->cupti.flush_all(flag);
	if (is_trace(worker) && result == CUPTI_OK)
		device_clock_measure(&gpu->clock, &gpu->cupti, true);
	now = clock_ns();
	worker->flush_at_ns = next_flush_ns(worker, start, now);
	buffers_fit(&gpu->buffers, worker->loss.bytes - worker->flushed_bytes,
		now - worker->flushed_ns);
	worker->flushed_bytes = worker->loss.bytes;
	worker->flushed_records = worker->loss.records;
	worker->flushed_ns = now;
	graph_nodes_flushed(&gpu->graphs);
	recorder_progress(worker->from.recorder);
	return result;
}

/* Whether nothing was launched and nothing came since the last flush, nor is expected. */
static bool is_idle(const struct worker *worker)
{
	const struct threads *threads = &worker->from.program->threads;

	return !worker->sums.is_early && worker->loss.records == worker->flushed_records &&
	       balance_launched(threads) == worker->flushed_launches &&
	       !balance_is_short(&worker->from.gpu->balance, threads, true);
}

/* --- the end ------------------------------------------------------------- */

/* What no file contains at the end is lost; a trace counts that itself. */
static void count_unwritten(const struct worker *worker, struct file_facts *facts)
{
	if (is_trace(worker))
		return;
	facts->loss[LOSS_NOMEM].count += facts->ops - worker->written_ops;
	facts->loss[LOSS_NOMEM].ns += facts->ns - worker->written_ns;
	facts->ops = worker->written_ops;
	facts->ns = worker->written_ns;
}

static void report_done(const struct worker *worker, const struct file_facts *facts)
{
	struct status status = {
		.kind = STATUS_DONE,
		.text = worker->path != NULL ? worker->path : "-",
		.ops = facts->ops,
		.ns = facts->ns,
		.ranges = facts->ranges,
	};

	for (size_t i = 0; i < ARRAY_SIZE(facts->loss); i++)
		status.dropped += facts->loss[i].count;
	recorder_report(worker->from.recorder, &status);
}

/* The program's end waits for this. */
static void report_progress(struct worker *worker)
{
	uint64_t left = buffers_filled(&worker->from.gpu->buffers) +
			atomic_load(&worker->from.program->threads.event_bytes);
	int64_t now = clock_ns(), due = worker->report_at_ns;

	if (worker->backlog_bytes < left)
		worker->backlog_bytes = left;
	if (due == 0 || now < due || left == worker->backlog_bytes)
		return;
	worker->report_at_ns = now + REPORT_NS;
	recorder_say("the program has ended; writing what was recorded: %u %% done",
		(unsigned)(100 - left * 100 / worker->backlog_bytes));
}

/*
 * Read all that has arrived, and events until there are no more if none are added. Trace mode
 * commits on the way: this may take a minute, and be cut short. What launched an operation is
 * written before it.
 */
static void drain(struct worker *worker, bool has_ended)
{
	bool is_all;

	do {
		report_progress(worker);
		is_all = read_threads(worker, is_trace(worker) ? EVENTS_AT_ONCE : UINT64_MAX);
		read_buffers(worker, is_trace(worker) && !is_all ? 2 : BUFFERS_AT_ONCE);
		if (is_trace(worker))
			write_now(worker, FORMAT_ENDED_RUNNING, false);
	} while ((has_ended && !is_all) || buffers_filled(&worker->from.gpu->buffers) > 0);
}

/* A flush does not wait for buffers that a thread of CUPTI's is handing over meanwhile. */
static void await_buffers(struct worker *worker)
{
	const struct gpu *gpu = worker->from.gpu;
	int64_t end;

	drain(worker, false);
	end = clock_ns() + AWAIT_NS;
	while (balance_is_short(&gpu->balance, &worker->from.program->threads, false) &&
		atomic_load(&gpu->buffers.lent) > 0 && clock_ns() < end) {
		recorder_progress(worker->from.recorder);
		nanosleep(&(const struct timespec){ .tv_nsec = MILLISECOND }, NULL);
		read_buffers(worker, SIZE_MAX);
	}
}

static void finish(struct worker *worker, const char *ended)
{
	struct file_facts facts;
	int result = flush(worker, CUPTI_FLUSH_FORCED);

	if (result == CUPTI_OK)
		await_buffers(worker);
	/* after any other error CUDA may have ended, and CUPTI with it */
	if (result == CUPTI_OK || result == CUPTI_INVALID_OPERATION)
		(void)problems_detached(&worker->from, &worker->told, false);
	if (worker->told.ended != NULL)
		ended = worker->told.ended;
	/* Events from now on are ignored, or this would not end; earlier ones are read. */
	atomic_store(&worker->from.recorder->epoch, 0);
	drain(worker, true);
	if (!problems_without_step(&worker->from, worker->sums.ops) && worker->sums.is_early)
		fold_sums_clear(&worker->sums);
	write_now(worker, ended, true);
	facts = facts_now(worker, ended);
	problems_report(&worker->from, &facts, result, &worker->told, &worker->loss,
		worker->last_op_ns, worker->path != NULL);
	count_unwritten(worker, &facts);
	report_done(worker, &facts);
}

/*
 * Whether capturing is complete, and the file may be finished while the program
 * continues.
 */
static bool is_over(struct worker *worker)
{
	const struct config *config = &worker->from.recorder->config;
	struct window_now now = window_now(&worker->from.program->window);
	int64_t since = worker->last_op_ns > now.off_ns ? worker->last_op_ns : now.off_ns;

	if (!now.has_ended || clock_ns() - since < DRAIN_NS)
		return false;
	if (worker->requests.state == CONTROL_STOPPING || config->range == CAPTURE_ALWAYS ||
		config->range_end == RANGE_END_STOP_SHUTDOWN ||
		config->range_end == RANGE_END_REPEAT)
		return true;
	window_stop_recording(&worker->from.program->window);
	return false;
}

/* --- captures one after the other ---------------------------------------- */

/* Forget the last capture, which is finished. */
static bool forget(struct worker *worker, struct err *err)
{
	free(worker->path);
	worker->path = NULL;
	worker->before = capture_file_count(&worker->from);
	worker->loss = (struct activity_loss){ .buffers = worker->loss.buffers };
	worker->flushed_bytes = worker->flushed_records = worker->written_facts = 0;
	worker->written_pending = worker->written_ops = worker->written_ns = 0;
	worker->backlog_bytes = worker->poured_bytes = 0;
	worker->told = (struct problems){ 0 };
	balance_start(&worker->from.gpu->balance, &worker->from.program->threads);
	if (!is_trace(worker)) {
		fold_sums_clear(&worker->sums);
		worker->sums.is_early = window_keeps_early(&worker->from.recorder->config);
		return true;
	}
	trace_file_free(worker->trace);
	worker->trace = trace_file_new(&worker->from, &worker->path, err);
	return worker->trace != NULL;
}

static bool begin(void *context, bool again, struct err *err)
{
	struct worker *worker = context;

	atomic_store(&worker->from.program->threads.inside, 0);
	helpers_begin(&worker->from.program->threads);
	if ((again && !forget(worker, err)) || !worker->from.begin(err))
		return false;
	if (again)
		recorder_report(worker->from.recorder,
			&(const struct status){ .kind = STATUS_CUDA, .text = "-" });
	worker->from.recorder->is_again |= again;
	worker->flushed_ns = clock_ns();
	worker->flush_at_ns = next_flush_ns(worker, worker->flushed_ns, worker->flushed_ns);
	worker->last_op_ns = worker->write_at_ns = 0;
	return true;
}

static void end_early(struct worker *worker)
{
	finish(worker, FORMAT_ENDED_SHUTDOWN);
	window_stop_recording(&worker->from.program->window);
	gpu_leave(worker->from.gpu);
	requests_stopped(&worker->requests);
}

/* Flush, read and write: up to what the device has done by now, if it was `asked` for. */
static void flush_and_write(struct worker *worker, bool asked)
{
	/* buffers that fill by themselves need no flush, for which launches may have to wait */
	bool pours = worker->loss.bytes - worker->poured_bytes > POURING_BYTES &&
		     clock_ns() - worker->flushed_ns < POURING_NS;

	worker->poured_bytes = worker->loss.bytes;
	if (asked || (!pours && !is_idle(worker)))
		(void)flush(worker, 0);
	else
		worker->flush_at_ns = next_flush_ns(worker, clock_ns(), clock_ns());
	read_some(worker, asked ? TICKS_ASKED : 1);
	balance_settle(&worker->from.gpu->balance, &worker->from.program->threads);
	if (asked)
		worker->write_at_ns = 0;
	write_now(worker, FORMAT_ENDED_RUNNING, false);
}

static void update(void *worker)
{
	flush_and_write(worker, true);
}

/* --- the loop ------------------------------------------------------------ */

/* How long to sleep: until the next flush, or until time matters to anything else. */
static int64_t tick_ns(const struct worker *worker)
{
	const struct config *config = &worker->from.recorder->config;
	int64_t left = worker->flush_at_ns - clock_ns();
	bool often = is_trace(worker) || config->delay_ns > 0 || config->duration_ns > 0;
	int64_t most = (often ? 50 : REQUEST_MS) * MILLISECOND;

	if (is_trace(worker) && !ticks_are_known(&worker->from.program->ticks))
		most = FIRST_TICK_NS;
	return left < most && requests_is_recording(&worker->requests) ? left : most;
}

static void tick(struct worker *worker, bool asked)
{
	window_tick(&worker->from.program->window, clock_ns());
	capture_file_sample(&worker->from, worker->loss.devices);
	if (problems_tell(&worker->from, &worker->told, &worker->loss, worker->sums.ops))
		requests_stop(&worker->requests);
	if (asked || clock_ns() >= worker->flush_at_ns) {
		flush_and_write(worker, asked);
		return;
	}
	if (is_trace(worker) && !is_idle(worker))
		device_clock_measure(&worker->from.gpu->clock, &worker->from.gpu->cupti, false);
	read_some(worker, 1);
}

static void *run(void *argument)
{
	struct worker *worker = argument;
	struct recorder *recorder = worker->from.recorder;
	struct requests *requests = &worker->requests;
	uint64_t asked;

	recorder_give_way();
	while (recorder_sleep(recorder, tick_ns(worker), &asked)) {
		/* before events are written, which takes a while: reading the time may be slow */
		if (is_trace(worker))
			ticks_compare(&worker->from.program->ticks);
		requests_serve(requests);
		if (requests_is_recording(requests))
			tick(worker, asked > 0);
		else
			free_ended_threads(worker);
		if (asked > 0)
			recorder_flushed(recorder, asked);
		if (requests_is_recording(requests) && is_over(worker))
			end_early(worker);
	}
	worker->report_at_ns = clock_ns() + REPORT_NS;
	if (requests_is_recording(requests))
		finish(worker, FORMAT_ENDED_EXIT);
	else if (requests->state == CONTROL_IDLE)
		/* nobody asked for a capture */
		recorder_report(
			recorder, &(const struct status){ .kind = STATUS_DONE, .text = "-" });
	requests_close(requests);
	recorder_worker_ended(recorder);
	return NULL;
}

bool worker_start(const struct sources *from, struct err *err)
{
	struct worker *worker = calloc(1, sizeof(*worker));
	pthread_attr_t attributes;
	sigset_t all, before;
	pthread_t thread;
	int failed;

	if (worker == NULL)
		return err_nomem(err);
	from->recorder->worker = worker;
	worker->from = *from;
	worker->from.machine = &worker->machine;
	worker->requests = (struct requests){
		.worker = worker,
		.begin = begin,
		.update = update,
		.path = &worker->path,
	};
	worker->fold.from = &worker->from;
	balance_start(&from->gpu->balance, &from->program->threads);
	if (is_trace(worker)) {
		worker->trace = trace_file_new(&worker->from, &worker->path, err);
		if (worker->trace == NULL)
			return false;
	} else if (!fold_sums_init(&worker->sums, from->program, &from->gpu->graphs,
			   &from->recorder->config, err)) {
		return false;
	}
	requests_open(&worker->requests, &worker->from);
	pthread_attr_init(&attributes);
	pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
	pthread_attr_setstacksize(&attributes, 4 << 20);
	/* Signals are for the program's own threads. */
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	failed = pthread_create(&thread, &attributes, run, worker);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	pthread_attr_destroy(&attributes);
	if (failed != 0)
		return err_set_errno(err, failed, "cannot start a thread");
	recorder_worker_began(from->recorder);
	return true;
}

#include "stats/print_runs.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/platform.h"
#include "base/pool.h"
#include "stats/sql/report.h"

/* A request, on its way to its place in the output. */
struct turn {
	struct printer printer; /* first: find_turn() gets back to the turn */
	struct turns *turns;
	size_t index;
	const struct trace *trace; /* as read; NULL: none, or several */
	size_t next;               /* the request that takes over its state, or NO_TURN */
	bool taken, done;          /* by turns->lock */
	char name[64];
	struct err err;
};

struct turns {
	struct print_runs *of;
	struct turn *list; /* by request */
	size_t tables;     /* before the first */
	FILE *out;
	struct print_options options;
	bool takes_turns;
	bool together; /* a second thread takes turns */

	/* By `lock`, if there is that thread: */
	size_t front;  /* the first that is not done */
	size_t failed; /* the first that failed; those after it are given up */
	pthread_mutex_t lock;
	pthread_cond_t changed;
};

#define NO_TURN SIZE_MAX

bool print_runs_take_turns(const struct stats_input *input, size_t count)
{
	return count > 1 && input->count == 1;
}

bool print_runs_fail(const struct report *report, struct err *err)
{
	const struct sql_report *own = sql_report_of(report);

	if (own != NULL && own->path != NULL) {
		if (strncmp(err->msg, own->path, strlen(own->path)) != 0)
			err_prefix(err, "%s", own->path);
	} else if (err->code == ERR_FORMAT) {
		err_prefix(err, "cannot make %s", report->name);
	}
	return false;
}

void print_runs_release(struct report_run *run)
{
	if (run->state != NULL && run->report->release != NULL)
		run->report->release(run);
	free(run->state);
	free(run->traces);
	free(run->trace_files);
	run->state = NULL;
	run->traces = NULL;
	run->trace_files = NULL;
}

/* --- a report ------------------------------------------------------------------------- */

static bool give_rows(struct report_run *run, struct sink *sink, struct err *err)
{
	const struct report *report = run->report;

	if (report->show == NULL)
		return (run->trace_count == 0 || report->add(run, run->traces[0], err)) &&
		       report->finish(run, sink, err);
	for (size_t i = 0; i < run->trace_count; i++) {
		sink->file = run->files > 1 ? run->labels[run->trace_files[i]] : NULL;
		if (!report->show(run, run->traces[i], sink, err))
			return false;
	}
	return true;
}

static bool print_run(struct turns *turns, size_t index, struct err *err)
{
	struct print_runs *of = turns->of;
	struct printer *printer = &turns->list[index].printer;
	struct report_run *run = &of->runs[index];
	const struct report *report = run->report;
	const struct print_heading heading = { report, turns->list[index].name, of->label };
	bool by_file = of->input->count > 1 && report_is_by_file(report);

	stats_request_name(&of->requests[index], turns->list[index].name);
	if (!printer_begin(printer, &heading, by_file, err) || !give_rows(run, &printer->sink, err))
		return print_runs_fail(report, err);
	of->requests[index].refused = run->refused;
	if (report->pace_of != NULL && of->input->options->pace != NULL && printer->taken == 0) {
		of->requests[index].pace_unknown = true;
		printer_drop(printer);
		return true;
	}
	return printer_end(printer, err) || print_runs_fail(report, err);
}

/* --- turns ---------------------------------------------------------------------------- */

static void lock(struct turns *turns)
{
	if (turns->together)
		pthread_mutex_lock(&turns->lock);
}

static void unlock(struct turns *turns)
{
	if (turns->together)
		pthread_mutex_unlock(&turns->lock);
}

/* Wait only for the other thread, which goes on with what is first. */
static enum print_turn find_turn(struct printer *printer, bool wait)
{
	struct turn *turn = (struct turn *)printer;
	struct turns *turns = turn->turns;
	enum print_turn found = PRINT_LATER;

	lock(turns);
	while (wait && turns->front < turn->index && turn->index < turns->failed &&
		turns->list[turns->front].taken)
		pthread_cond_wait(&turns->changed, &turns->lock);
	if (turns->front == turn->index)
		found = PRINT_NOW;
	else if (turn->index > turns->failed)
		found = PRINT_NEVER;
	unlock(turns);
	return found;
}

static bool is_left_out(const struct turns *turns, size_t index)
{
	return turns->of->requests[index].lacks != 0;
}

/*
 * Those that want what can be released after them are made first. Reports with much data begin when
 * they are next to be printed, so that not all of it is there at once: those of many rows. So do
 * those that read a file's own tables, as they keep others from that until they have been printed.
 */
static bool may_begin(const struct report *report)
{
	return !report->many_rows && !report->reads_export;
}

static bool is_released(uint64_t want)
{
	return (want & (WANT_DETAILS | WANT_API_CALLS | WANT_PAYLOADS)) != 0;
}

/* NO_TURN with *wait: there are some, but none may begin yet. */
static size_t choose_turn(const struct turns *turns, bool *wait)
{
	const struct print_runs *of = turns->of;
	size_t chosen = NO_TURN;

	*wait = false;
	for (size_t i = turns->front; i < of->count && i < turns->failed; i++) {
		const struct report *report = of->requests[i].report;

		if (turns->list[i].taken || is_left_out(turns, i))
			continue;
		if (i == turns->front)
			return i;
		*wait = true;
		if (may_begin(report) &&
			(chosen == NO_TURN ||
				(is_released(report->want) &&
					!is_released(of->requests[chosen].report->want))))
			chosen = i;
	}
	return chosen;
}

/* The next request, and those that take over its state; NO_TURN: there is none. */
static size_t take_turn(struct turns *turns)
{
	size_t index;
	bool wait;

	lock(turns);
	/* the other thread has the one that is first, so it goes on */
	while ((index = choose_turn(turns, &wait)) == NO_TURN && wait)
		pthread_cond_wait(&turns->changed, &turns->lock);
	for (size_t i = index; i != NO_TURN; i = turns->list[i].next)
		turns->list[i].taken = true;
	unlock(turns);
	return index;
}

/* Write what the first ones have held, up to one that is not done. */
static void move_front(struct turns *turns)
{
	struct printer *all = turns->of->printer;

	for (; turns->front < turns->failed && turns->front < turns->of->count; turns->front++) {
		struct turn *turn = &turns->list[turns->front];

		if (is_left_out(turns, turns->front))
			continue;
		if (!turn->done)
			break;
		turn->printer.turn = NULL;
		if (!printer_flush(&turn->printer, &turn->err)) {
			turns->failed = turns->front;
			break;
		}
		all->out = turn->printer.out;
		all->tables += !turns->of->requests[turns->front].pace_unknown;
		printer_release(&turn->printer);
		turn->printer = (struct printer){ 0 };
	}
}

/*
 * Release the parts of traces that no report to come wants and, after the largest, what reports
 * have freed meanwhile.
 */
static void keep_wanted(const struct turns *turns)
{
	for (size_t i = 0; turns->takes_turns && i < turns->of->kept_count; i++) {
		uint64_t kept = 0;
		bool has_less;

		for (size_t k = turns->front; k < turns->of->count; k++) {
			if (!turns->list[k].done && turns->list[k].trace == turns->of->kept[i])
				kept |= turns->of->requests[k].report->want;
		}
		has_less = turns->of->kept[i]->api_count > 0 && (kept & WANT_API_CALLS) == 0;
		trace_keep_only(turns->of->kept[i], kept);
		if (has_less)
			platform_return_memory();
	}
}

static void end_turn(struct turns *turns, size_t index, bool ok)
{
	lock(turns);
	turns->list[index].done = ok;
	if (!ok && index < turns->failed)
		turns->failed = index;
	move_front(turns);
	keep_wanted(turns);
	if (turns->together)
		pthread_cond_broadcast(&turns->changed);
	unlock(turns);
}

/* How many tables come before. */
static size_t tables_before(const struct turns *turns, size_t index)
{
	size_t tables = turns->tables;

	for (size_t i = 0; i < index; i++)
		tables += !is_left_out(turns, i) && !turns->of->requests[i].pace_unknown;
	return tables;
}

static bool begin_turn(struct turns *turns, size_t index, struct err *err)
{
	struct turn *turn = &turns->list[index];

	printer_init(&turn->printer, &turns->options, turns->out);
	turn->printer.tables = tables_before(turns, index);
	turn->printer.turn = find_turn;
	return print_run(turns, index, err);
}

/* When a report that shares its state has been printed, the next one takes it over. */
static void pass_state(struct turns *turns, size_t index)
{
	struct report_run *from = &turns->of->runs[index], *to;
	void *state = from->state;

	if (turns->list[index].next == NO_TURN)
		return;
	to = &turns->of->runs[turns->list[index].next];
	from->state = to->state;
	to->state = state;
	to->trace_count = 0;
}

/*
 * A trace as a report sees it: with names of its own, since it makes new ones, and without what it
 * did not ask for.
 */
static void find_trace(struct turns *turns, size_t index, struct names *names, struct trace *trace)
{
	uint64_t want = turns->of->requests[index].report->want;

	lock(turns);
	*trace = *turns->list[index].trace;
	unlock(turns);
	trace->names = names;
	if ((want & WANT_DETAILS) == 0)
		trace->details = NULL;
	if ((want & WANT_API_CALLS) == 0) {
		trace->api_calls = NULL;
		trace->api_count = 0;
	}
	if ((want & WANT_PAYLOADS) == 0)
		trace->payload_count = 0;
}

/* A request and those that take over its state. */
static void take_turns(struct turns *turns, size_t index)
{
	struct report_run *runs = turns->of->runs;
	struct names names;
	struct trace trace;
	bool ok = true;

	names_fork(&names, runs[index].names);
	if (turns->list[index].trace != NULL)
		find_trace(turns, index, &names, &trace);
	for (size_t next; ok && index != NO_TURN; index = next) {
		next = turns->list[index].next;
		if (turns->takes_turns)
			runs[index].names = &names;
		if (turns->list[index].trace != NULL && runs[index].trace_count > 0)
			runs[index].traces[0] = &trace;
		ok = begin_turn(turns, index, &turns->list[index].err);
		pass_state(turns, index);
		/* a report's data may be large, and the next one may need the memory */
		print_runs_release(&runs[index]);
		end_turn(turns, index, ok);
	}
	names_release(&names);
}

static void *work(void *data)
{
	struct turns *turns = data;

	for (size_t index = take_turn(turns); index != NO_TURN; index = take_turn(turns))
		take_turns(turns, index);
	return NULL;
}

/* Find the trace of each request, and chain those that share their state. */
static void chain(struct turns *turns)
{
	const struct report_run *runs = turns->of->runs;

	for (size_t i = 0; i < turns->of->count; i++) {
		turns->list[i].turns = turns;
		turns->list[i].index = i;
		turns->list[i].next = NO_TURN;
		if (turns->takes_turns && runs[i].trace_count > 0 && !is_left_out(turns, i))
			turns->list[i].trace = runs[i].traces[0];
		for (size_t k = i + 1; runs[i].report->shares_state && runs[i].trace_count > 0 &&
				       turns->takes_turns && k < turns->of->count;
			k++) {
			if (runs[k].report->add == runs[i].report->add && runs[k].trace_count > 0 &&
				runs[k].traces[0] == runs[i].traces[0] && !is_left_out(turns, k)) {
				turns->list[i].next = k;
				break;
			}
		}
	}
}

/* It is enough if one report shows what --pace names; the others are skipped. */
static bool check_pace(const struct print_runs *of, struct err *err)
{
	const struct report *missing = NULL;

	for (size_t i = 0; i < of->count; i++) {
		const struct report *report = of->requests[i].report;

		if (report->pace_of == NULL || of->requests[i].lacks != 0)
			continue;
		if (!of->requests[i].pace_unknown)
			return true;
		missing = missing != NULL ? missing : report;
	}
	return missing == NULL ||
	       err_set(err, ERR_EMPTY, "no %s is named '%s'; the report %s lists them",
		       missing->pace_of, of->input->options->pace, missing->pace_list);
}

static bool work_together(struct turns *turns, struct err *err)
{
	pthread_t thread;
	bool runs;

	if (pthread_mutex_init(&turns->lock, NULL) != 0)
		return err_nomem(err);
	if (pthread_cond_init(&turns->changed, NULL) != 0) {
		pthread_mutex_destroy(&turns->lock);
		return err_nomem(err);
	}
	/* without it, this one takes all turns */
	runs = thread_begin(&thread, work, turns);
	work(turns);
	if (runs)
		pthread_join(thread, NULL);
	pthread_cond_destroy(&turns->changed);
	pthread_mutex_destroy(&turns->lock);
	return true;
}

bool print_runs(struct print_runs *of, struct err *err)
{
	struct turns turns = {
		.of = of,
		.list = mem_try_zeroed(of->count, sizeof(*turns.list), err),
		.tables = of->printer->tables,
		.out = of->printer->out,
		.options = *of->printer->options,
		.takes_turns = print_runs_take_turns(of->input, of->count),
		.failed = SIZE_MAX,
	};
	bool ok = turns.list != NULL;

	if (!ok) {
		free(turns.list);
		return false;
	}
	turns.together =
		turns.takes_turns && turns.options.threads > 1 && of->input->options->pace == NULL;
	if (turns.together)
		turns.options.threads = 1;
	for (size_t i = 0; i < of->count; i++)
		of->requests[i].pace_unknown = false;
	chain(&turns);
	move_front(&turns); /* to the first that is not left out */
	if (turns.together)
		ok = work_together(&turns, err);
	else
		work(&turns);
	if (ok && turns.failed < of->count) {
		*err = turns.list[turns.failed].err;
		ok = false;
	}
	for (size_t i = 0; i < of->count; i++)
		printer_release(&turns.list[i].printer);
	free(turns.list);
	return ok && check_pace(of, err);
}

#include "stats/print_runs.h"

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/platform.h"
#include "base/pool.h"
#include "base/private_file.h"
#include "stats/sql/sql_report.h"

/* A request, on its way to its place in the output. */
struct printed {
	struct printer printer;
	FILE *held; /* its text, until it is its turn; NULL: that goes to the output at once */
	char name[64];
	struct err err;
	bool ok;
};

struct printing {
	struct print_runs *of;
	struct printed *list; /* by request */
	struct print_options options;
	size_t tables;        /* before the first */
	_Atomic size_t front; /* the first that is not printed yet */
	pthread_mutex_t lock; /* of the traces: parts of them are released */
};

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

static bool print_run(struct printing *printing, size_t index, struct err *err)
{
	struct print_runs *of = printing->of;
	struct printed *printed = &printing->list[index];
	struct report_run *run = &of->runs[index];
	const struct report *report = run->report;
	const struct print_heading heading = { report, printed->name, of->label };
	bool by_file = of->input->count > 1 && report_is_by_file(report);

	if (!printer_begin(&printed->printer, &heading, by_file, err) ||
		!give_rows(run, &printed->printer.sink, err))
		return print_runs_fail(report, err);
	of->requests[index].refused = run->refused;
	if (report->pace_of != NULL && of->input->options->pace != NULL &&
		printed->printer.taken == 0) {
		of->requests[index].pace_unknown = true;
		printer_drop(&printed->printer);
		return true;
	}
	return printer_end(&printed->printer, err) || print_runs_fail(report, err);
}

/* --- at once ---------------------------------------------------------------------------- */

static bool is_left_out(const struct printing *printing, size_t index)
{
	return printing->of->requests[index].lacks != 0;
}

/* How many tables come before. */
static size_t tables_before(const struct printing *printing, size_t index)
{
	size_t tables = printing->tables;

	for (size_t i = 0; i < index; i++)
		tables += !is_left_out(printing, i) && !printing->of->requests[i].pace_unknown;
	return tables;
}

/* The output of a table: a file of its own, or the one of all. */
static bool open_output(struct printing *printing, size_t index, FILE **out, struct err *err)
{
	const struct print_options *options = printing->of->printer->options;
	struct printed *printed = &printing->list[index];
	const struct print_heading heading = { printing->of->runs[index].report, printed->name,
		printing->of->label };

	*out = printing->of->printer->out;
	return options->next == NULL || options->next(options->context, &heading, out, err);
}

/* What is first is printed at once; what comes after it is held in a file without a name. */
static bool begin_output(struct printing *printing, size_t index, FILE **out, struct err *err)
{
	struct printed *printed = &printing->list[index];
	char *path;

	if (printing->front == index)
		return open_output(printing, index, out, err);
	path = private_file_path("table", err);
	if (path == NULL)
		return false;
	printed->held = *out = fopen(path, "w+");
	if (printed->held == NULL)
		err_set_errno(err, errno, "cannot create '%s'", path);
	private_file_remove(path);
	free(path);
	return printed->held != NULL;
}

/*
 * Traces as a report sees them: with names of its own, since it makes new ones, and without what it
 * did not ask for.
 */
static struct trace *own_traces(struct report_run *run, struct names *names)
{
	struct trace *own = mem_zeroed(run->trace_count, sizeof(*own));

	for (size_t i = 0; i < run->trace_count; i++) {
		own[i] = *run->traces[i];
		own[i].names = names;
		if ((run->report->want & WANT_DETAILS) == 0)
			own[i].details = NULL;
		if ((run->report->want & WANT_API_CALLS) == 0)
			own[i].api_count = 0;
		if ((run->report->want & WANT_PAYLOADS) == 0)
			own[i].payload_count = 0;
		run->traces[i] = &own[i];
	}
	return own;
}

static void print_job(void *context, const struct pool_job *job)
{
	struct printing *printing = context;
	struct printed *printed = &printing->list[job->index];
	struct report_run *run = &printing->of->runs[job->index];
	struct trace *traces;
	struct names names;
	FILE *out;

	printed->ok = true;
	if (is_left_out(printing, job->index))
		return;
	stats_request_name(&printing->of->requests[job->index], printed->name);
	names_fork(&names, run->names);
	pthread_mutex_lock(&printing->lock);
	traces = own_traces(run, &names);
	pthread_mutex_unlock(&printing->lock);
	run->names = &names;
	printed->ok = begin_output(printing, job->index, &out, &printed->err);
	if (printed->ok) {
		printer_init(&printed->printer, &printing->options, out);
		printed->printer.tables = tables_before(printing, job->index);
		printed->ok = print_run(printing, job->index, &printed->err);
		printer_release(&printed->printer);
	}
	/* its data may be large, and the next one may need the memory */
	print_runs_release(run);
	free(traces);
	names_release(&names);
}

static bool move_text(struct printing *printing, size_t index, struct err *err)
{
	struct printed *printed = &printing->list[index];
	FILE *out;

	if (fflush(printed->held) != 0 || lseek(fileno(printed->held), 0, SEEK_SET) != 0)
		return err_set_errno(err, errno, "cannot hold a table");
	if (!open_output(printing, index, &out, err))
		return false;
	return (fflush(out) == 0 && copy_bytes(fileno(printed->held), fileno(out))) ||
	       err_set_errno(err, errno, "cannot write");
}

/* Release the parts of traces that no report to come wants, and what the last one has freed. */
static void keep_wanted(struct printing *printing)
{
	uint64_t want = 0;

	for (size_t i = printing->front; i < printing->of->count; i++)
		want |= is_left_out(printing, i) ? 0 : printing->of->requests[i].report->want;
	pthread_mutex_lock(&printing->lock);
	for (size_t i = 0; i < printing->of->kept_count; i++)
		trace_keep_only(printing->of->kept[i], want);
	pthread_mutex_unlock(&printing->lock);
	platform_return_memory();
}

/* In the order of the requests. */
static bool take_job(void *context, const struct pool_job *job)
{
	struct printing *printing = context;
	struct printed *printed = &printing->list[job->index];
	bool has_table = !is_left_out(printing, job->index) &&
			 !printing->of->requests[job->index].pace_unknown;

	if (printed->ok && printed->held != NULL && has_table)
		printed->ok = move_text(printing, job->index, &printed->err);
	if (printed->held != NULL)
		fclose(printed->held);
	printing->of->printer->tables += has_table;
	printing->front = job->index + 1;
	keep_wanted(printing);
	return printed->ok;
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

bool print_runs(struct print_runs *of, struct err *err)
{
	struct printing printing = {
		.of = of,
		.list = mem_zeroed(of->count, sizeof(*printing.list)),
		.options = *of->printer->options,
		.tables = of->printer->tables,
		.lock = PTHREAD_MUTEX_INITIALIZER,
	};
	const struct pool_work work = { .run = print_job, .take = take_job, .context = &printing };
	bool ok = true;

	for (size_t i = 0; i < of->count; i++)
		of->requests[i].pace_unknown = false;
	/* two hold little; with --pace, how many tables come before is known only then */
	pool_run(&work, of->count,
		printing.options.threads > 1 && of->input->options->pace == NULL ? 2 : 1);
	for (size_t i = 0; ok && i < of->count; i++) {
		ok = printing.list[i].ok;
		*err = printing.list[i].err;
	}
	free(printing.list);
	return ok && check_pace(of, err);
}

#include "stats/open_files.h"

#include <stdlib.h>
#include <sys/stat.h>

#include "base/mem.h"
#include "collapse/input/input.h"
#include "stats/request.h"
#include "stats/sql/sql_report.h"

static bool mark(const struct export_file *file, const struct thread_call *calls, size_t count,
	bool *out, struct err *err)
{
	return trace_cutter_mark(file->cutter, file->path, file->trace, calls, count, out, err);
}

void open_files_init(
	struct open_files *open, const struct stats_input *input, struct trace_cutter *cutter)
{
	*open = (struct open_files){ .input = input, .cutter = cutter };
	pthread_mutex_init(&open->lock, NULL);
}

void open_files_add(struct open_files *open, size_t index, struct input *file, struct trace *trace)
{
	struct open_file *added;

	if (file->kind != INPUT_SQLITE)
		return;
	added = mem_zeroed(1, sizeof(*added));
	*added = (struct open_file){
		.own = { .database = &file->database,
			.selection = &open->input->cut->plan.selection,
			.mark = open->cutter->selects ? mark : NULL,
			.cutter = open->cutter,
			.path = open->input->files[index],
			.trace = trace,
			.lock = &open->lock },
		.file = file,
	};
	mem_need(open->list, open->cap, open->count + 1);
	open->list[open->count++] = added;
	trace->own = &added->own;
}

void open_files_drop(struct open_files *open)
{
	free(open->list[--open->count]);
}

void open_files_close(struct open_files *open, struct input *file)
{
	struct open_file *last = open->count > 0 ? open->list[open->count - 1] : NULL;

	if (last != NULL && last->file == file)
		last->is_last = true;
	else
		stats_close(file);
}

void open_files_release(struct open_files *open)
{
	for (size_t i = 0; i < open->count; i++) {
		struct open_file *file = open->list[i];

		if (file->is_last)
			stats_close(file->file);
		free(file);
	}
	free(open->list);
	pthread_mutex_destroy(&open->lock);
}

static bool settle(struct sql_report *report, const char *path, const struct collapse_options *cut,
	struct err *err)
{
	struct input input;
	struct stat status;
	bool ok;

	/* what comes through a pipe is not there again */
	if (stat(path, &status) != 0 || !S_ISREG(status.st_mode))
		return err_set(err, ERR_USAGE,
			"'%s' has names that only a file has, which '%s' is not", report->path,
			path);
	if (!input_open(&input, path, err))
		return false;
	ok = input_load(&input, cut->nsys, cut->quiet, err);
	if (ok) {
		const struct export_file own = {
			.database = input.kind == INPUT_SQLITE ? &input.database : NULL,
			.path = path,
		};

		ok = sql_report_settle(report, &own, err);
	}
	input_close(&input);
	return ok;
}

bool open_files_settle(const char *path, const struct collapse_options *cut,
	const struct stats_request *requests, size_t count, struct err *err)
{
	for (size_t i = 0; i < count; i++) {
		struct sql_report *report =
			(struct sql_report *)(uintptr_t)sql_report_of(requests[i].report);

		if (report != NULL && report->needs_file && !settle(report, path, cut, err))
			return false;
	}
	return true;
}

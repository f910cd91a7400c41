#include "stats/open_files.h"

#include <stdlib.h>

#include "base/mem.h"
#include "collapse/input/input.h"

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
		.index = index,
	};
	mem_need(open->list, open->cap, open->count + 1);
	open->list[open->count++] = added;
	trace->own = &added->own;
}

void open_files_drop(struct open_files *open)
{
	free(open->list[--open->count]);
}

void open_files_close(struct open_files *open, size_t index, struct input *file)
{
	struct open_file *last = open->count > 0 ? open->list[open->count - 1] : NULL;

	if (last != NULL && last->file == file)
		last->is_last = true;
	else
		stats_close(open->input, index, file);
}

void open_files_release(struct open_files *open)
{
	for (size_t i = 0; i < open->count; i++) {
		struct open_file *file = open->list[i];

		if (file->is_last)
			stats_close(open->input, file->index, file->file);
		free(file);
	}
	free(open->list);
	pthread_mutex_destroy(&open->lock);
}

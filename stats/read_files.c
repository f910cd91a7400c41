#include "stats/read_files.h"

#include "base/pool.h"
#include "collapse/collapse_files.h"
#include "collapse/graph_replays.h"
#include "collapse/refusals.h"
#include "collapse/input/input.h"
#include "collapse/input/file_list.h"
#include "collapse/input_reader.h"
#include "stats/partial_file.h"

void stats_notes_release(struct stats_notes *notes)
{
	diagnostics_release(&notes->diagnostics);
	origins_release(&notes->origins);
	*notes = (struct stats_notes){ 0 };
}

void stats_notes_add(struct stats_notes *notes, struct trace *trace)
{
	if (notes->files++ == 0)
		notes->format = trace->format;
	notes->has_ranges |= trace->range_count > 0;
	oddities_add(&notes->odd, &trace->odd);
	/* what NCCL calls the only process of a file is no rank of the file here */
	if (trace->has_many_ranks)
		origins_add_trace(&notes->origins, trace, trace->origin.file, "");
	else
		origins_add(&notes->origins, &trace->origin);
	diagnostics_take(&notes->diagnostics, &trace->diagnostics);
}

bool stats_refuse_cut(const char *path, struct err *err)
{
	return err_set(err, ERR_USAGE,
		"'%s' is a partial result, of which nothing can be selected or renamed; give these "
		"options to --partial",
		path);
}

bool stats_refuse_partial(const char *path, struct err *err)
{
	return err_set(err, ERR_USAGE,
		"'%s' is a partial result, which has reports alone: stats --report all '%s'", path,
		path);
}

bool stats_refuse_empty(const struct stats_input *input, const struct stats_notes *notes,
	const struct trace_cutter *cutter, struct err *err)
{
	if (cutter->selects && cutter->had_any)
		return empty_selection(&cutter->extent, err);
	return empty_of_operations(input->files[0], "GPU operations", &notes->format, &notes->odd,
		notes->has_ranges, err);
}

bool stats_skip(const struct stats_input *input, struct err *err)
{
	if (input->skip == NULL || err->code == ERR_NOMEM)
		return false;
	input->skip(input->progress, err);
	*err = (struct err){ 0 };
	return true;
}

/* What a partial result holds is no longer to be cut. */
static bool check_partial(const struct trace_cutter *cutter, struct input *file, struct err *err)
{
	return !cutter->selects ? partial_check(file, err) : stats_refuse_cut(file->path, err);
}

bool stats_open(const struct stats_input *input, size_t index, const struct trace_cutter *cutter,
	struct input **file, struct err *err)
{
	struct input *opened = mem_zeroed(1, sizeof(*opened));

	*file = NULL;
	if (input->begin != NULL)
		input->begin(input->progress, input->files[index]);
	if (!input_open(opened, input->files[index], err)) {
		free(opened);
		return stats_skip(input, err);
	}
	if (opened->kind == INPUT_PARTIAL && !check_partial(cutter, opened, err)) {
		stats_close(opened);
		return stats_skip(input, err);
	}
	*file = opened;
	return true;
}

void stats_close(struct input *file)
{
	if (file == NULL)
		return;
	input_close(file);
	free(file);
}

bool stats_read(const struct stats_input *input, size_t index, struct input *file,
	struct trace_cutter *cutter, uint64_t want, struct trace *trace, struct stats_notes *notes,
	bool *was_read, struct err *err)
{
	bool ok;

	trace->workers = pool_threads(0);
	trace->keeps_path = (want & WANT_PATH) != 0;
	ok = input_load(file, input->cut->nsys, input->cut->quiet, err) &&
	     read_trace(file, want, input->progress, trace, err) &&
	     graph_replays_join(trace, want, input->cut->graph_captures, file->path, err);
	*was_read = false;
	if (ok && origins_hold(
			  &notes->origins, &trace->origin, trace->origin.file, &notes->diagnostics))
		return true;
	*was_read = ok && trace_cutter_cut(cutter, input->files[index], trace, err);
	return *was_read || stats_skip(input, err);
}

void stats_end_reading(const struct stats_input *input, struct stats_notes *notes)
{
	if (input->end != NULL)
		input->end(input->progress);
	same_files_report(input->files, input->count, &notes->diagnostics);
	origins_report_claims(&notes->origins, &notes->diagnostics);
	if (input->whole_runs)
		origins_report_missing(&notes->origins, &notes->diagnostics);
}

/* --- labels ---------------------------------------------------------------------------------- */

static const char *base_of(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash != NULL ? slash + 1 : path;
}

const char **file_labels(const char *const *paths, size_t count)
{
	const char **labels = mem_zeroed(count, sizeof(*labels));
	struct names names;
	bool clash = false;

	names_init(&names);
	for (size_t i = 0; i < count; i++) {
		labels[i] = base_of(paths[i]);
		clash |= names_intern(&names, labels[i], strlen(labels[i])) != i;
	}
	names_release(&names);
	for (size_t i = 0; clash && i < count; i++)
		labels[i] = paths[i];
	return labels;
}

#include "cmd/diff_files.h"

#include <sys/stat.h>

void diff_files_release(struct diff_files *files)
{
	free(files->before.list);
	free(files->after.list);
	free(files->history.list);
	free(files->all.list);
	file_list_release(&files->folder);
}

static void add_files(struct diff_path_list *to, const char *const *list, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		*mem_next(to->list, to->cap, to->count) = list[i];
	}
}

bool diff_files_add(void *value, const char *arg, UNUSED struct err *err)
{
	add_files(value, &arg, 1);
	return true;
}

/* The list that a word begins; NULL: it begins none. */
static struct diff_path_list *list_of(struct diff_files *files, const char *word)
{
	return strcmp(word, "--before") == 0    ? &files->before
	       : strcmp(word, "--after") == 0   ? &files->after
	       : strcmp(word, "--history") == 0 ? &files->history
						: NULL;
}

bool diff_files_take_lists(struct diff_files *files, int *argc, const char **argv, struct err *err)
{
	struct diff_path_list *list = NULL;
	int kept = 0;

	for (int i = 0; i < *argc; i++) {
		struct diff_path_list *begun = list_of(files, argv[i]);

		if (begun != NULL && (i + 1 == *argc || argv[i + 1][0] == '-'))
			return err_set(
				err, ERR_USAGE, "option '%s' needs at least one FILE", argv[i]);
		if (begun != NULL || argv[i][0] == '-')
			list = begun;
		if (begun != NULL)
			continue;
		if (list == NULL)
			argv[kept++] = argv[i];
		else
			add_files(list, &argv[i], 1);
	}
	*argc = kept;
	return true;
}

/* --- a history ---------------------------------------------------------------------- */

/* A single folder is that of the history, whose files are its runs. */
static bool open_folder(struct diff_files *files, struct err *err)
{
	struct diff_path_list *before = &files->history;
	struct stat status;

	if (before->count != 1 || stat(before->list[0], &status) != 0 || !S_ISDIR(status.st_mode))
		return true;
	if (!file_list_add(&files->folder, before->list[0], err))
		return false;
	if (files->folder.leaves_stacks)
		return err_set(err, ERR_USAGE,
			"folder '%s' has both reports and folded stacks: name the runs of the "
			"history, --history FILE...",
			before->list[0]);
	before->count = 0;
	add_files(before, files->folder.paths, files->folder.count);
	return true;
}

/* The run after may have been stored with the others. */
static void leave_out(struct diff_path_list *before, const char *after)
{
	struct stat status, other;
	size_t kept = 0;

	if (stat(after, &status) != 0)
		return; /* which its reader says */
	for (size_t i = 0; i < before->count; i++) {
		if (stat(before->list[i], &other) != 0 || other.st_dev != status.st_dev ||
			other.st_ino != status.st_ino)
			before->list[kept++] = before->list[i];
	}
	before->count = kept;
}

/* Where no other is named, the last run is the one after. */
static void take_last(struct diff_files *files)
{
	struct diff_path_list *before = &files->history;

	if (files->after.count == 0)
		add_files(&files->after, &before->list[--before->count], 1);
}

static bool gather_history(struct diff_files *files, struct err *err)
{
	struct diff_path_list *before = &files->history, *after = &files->after;

	/* "--history FOLDER FILE": the runs of the folder, not their sum, and the one after */
	if (before->count > 1)
		take_last(files);
	if (!open_folder(files, err))
		return false;
	take_last(files);
	if (after->count > 1)
		return err_set(err, ERR_USAGE,
			"one run is compared with a history, not %zu: --history takes all words up "
			"to the next option",
			after->count);
	leave_out(before, after->list[0]);
	return before->count > 0 ||
	       err_set(err, ERR_USAGE, "the history has no run other than '%s', the one to compare",
		       after->list[0]);
}

/* --- all ---------------------------------------------------------------------------- */

static bool gather_sides(
	struct diff_files *files, const char *const *operands, size_t count, struct err *err)
{
	bool has_before = files->before.count > 0, has_after = files->after.count > 0;

	if (files->history.count > 0 && has_before)
		return err_set(err, ERR_USAGE, "--history cannot be combined with --before");
	if (files->history.count > 0) {
		add_files(&files->after, operands, count);
		return gather_history(files, err);
	}
	if ((has_before || has_after) && count > 0)
		return err_set(
			err, ERR_USAGE, "'%s' follows neither --before nor --after", operands[0]);
	if (has_before != has_after)
		return err_set(err, ERR_USAGE, "both --before and --after are needed");
	if (has_before)
		return true;
	if (count != 2)
		return err_set(err, ERR_USAGE,
			"expected two files, BEFORE and AFTER; see gpuflame diff --help");
	add_files(&files->before, operands, 1);
	add_files(&files->after, operands + 1, 1);
	return true;
}

bool diff_files_gather(
	struct diff_files *files, const char *const *operands, int count, struct err *err)
{
	if (!gather_sides(files, operands, (size_t)count, err))
		return false;
	add_files(&files->all, files->before.list, files->before.count);
	add_files(&files->all, files->history.list, files->history.count);
	files->before_count = files->all.count;
	add_files(&files->all, files->after.list, files->after.count);
	return true;
}

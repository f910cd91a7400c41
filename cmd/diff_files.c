#include "cmd/diff_files.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/mem.h"

void diff_files_release(struct diff_files *files)
{
	for (int side = 0; side < DIFF_SIDES; side++)
		free(files->sides[side].list);
	file_list_release(&files->folder);
}

static void add_file(struct diff_files *files, enum diff_side side, const char *file)
{
	struct diff_path_list *to = &files->sides[side];

	mem_need(to->list, to->cap, to->count + 1);
	to->list[to->count++] = file;
}

static void add_files(
	struct diff_files *files, enum diff_side side, const char *const *list, size_t count)
{
	for (size_t i = 0; i < count; i++)
		add_file(files, side, list[i]);
}

bool diff_files_add_before(void *value, const char *arg, struct err *err)
{
	struct diff_files *files = value;

	(void)err;
	files->has_before = true;
	add_file(files, DIFF_BEFORE, arg);
	return true;
}

bool diff_files_add_after(void *value, const char *arg, struct err *err)
{
	struct diff_files *files = value;

	(void)err;
	files->has_after = true;
	add_file(files, DIFF_AFTER, arg);
	return true;
}

bool diff_files_add_history(void *value, const char *arg, struct err *err)
{
	struct diff_files *files = value;

	(void)err;
	files->is_history = true;
	add_file(files, DIFF_BEFORE, arg);
	return true;
}

typedef bool add_fn(void *value, const char *arg, struct err *err);

/* What adds the files of the list that a word begins; NULL: it begins none. */
static add_fn *list_of(const char *word)
{
	return strcmp(word, "--before") == 0    ? diff_files_add_before
	       : strcmp(word, "--after") == 0   ? diff_files_add_after
	       : strcmp(word, "--history") == 0 ? diff_files_add_history
						: NULL;
}

bool diff_files_take_lists(struct diff_files *files, int *argc, const char **argv, struct err *err)
{
	add_fn *add = NULL;
	int kept = 0;

	for (int i = 0; i < *argc; i++) {
		add_fn *begun = list_of(argv[i]);

		if (begun != NULL && (i + 1 == *argc || argv[i + 1][0] == '-'))
			return err_set(
				err, ERR_USAGE, "option '%s' needs at least one FILE", argv[i]);
		if (begun != NULL || argv[i][0] == '-')
			add = begun;
		if (begun != NULL)
			continue;
		if (add == NULL)
			argv[kept++] = argv[i];
		else if (!add(files, argv[i], err))
			return false;
	}
	*argc = kept;
	return true;
}

/* --- a history ---------------------------------------------------------------------- */

/* A single folder is that of the history, whose files are its runs. */
static bool open_folder(struct diff_files *files, struct err *err)
{
	struct diff_path_list *before = &files->sides[DIFF_BEFORE];
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
	add_files(files, DIFF_BEFORE, files->folder.paths, files->folder.count);
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
	struct diff_path_list *before = &files->sides[DIFF_BEFORE];

	if (files->sides[DIFF_AFTER].count == 0)
		add_file(files, DIFF_AFTER, before->list[--before->count]);
}

static bool gather_history(struct diff_files *files, struct err *err)
{
	struct diff_path_list *before = &files->sides[DIFF_BEFORE],
			      *after = &files->sides[DIFF_AFTER];

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

/* --before and --after. */
static bool check_lists(const struct diff_files *files, const char *operand, struct err *err)
{
	if (operand != NULL)
		return err_set(
			err, ERR_USAGE, "'%s' follows neither --before nor --after", operand);
	return (files->has_before && files->has_after) ||
	       err_set(err, ERR_USAGE, "both --before and --after are needed");
}

bool diff_files_gather(
	struct diff_files *files, const char *const *operands, int count, struct err *err)
{
	size_t given = (size_t)count;

	if (files->is_history && files->has_before)
		return err_set(err, ERR_USAGE, "--history cannot be combined with --before");
	if (files->is_history) {
		add_files(files, DIFF_AFTER, operands, given);
		return gather_history(files, err);
	}
	if (files->has_before || files->has_after)
		return check_lists(files, given > 0 ? operands[0] : NULL, err);
	if (given != 2)
		return err_set(err, ERR_USAGE,
			"expected two files, BEFORE and AFTER; see gpuflame diff --help");
	add_file(files, DIFF_BEFORE, operands[0]);
	add_file(files, DIFF_AFTER, operands[1]);
	return true;
}

void diff_files_sides(const struct diff_files *files, struct diff_side_runs sides[DIFF_SIDES])
{
	for (int side = 0; side < DIFF_SIDES; side++)
		sides[side] = (struct diff_side_runs){ files->sides[side].list,
			files->sides[side].count };
}

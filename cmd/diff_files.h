#ifndef CMD_DIFF_FILES_H
#define CMD_DIFF_FILES_H

#include "collapse/input/file_list.h"
#include "stats/diff/diff_runs.h"

/* Runs: files, or folders with a file of each rank. */
struct diff_path_list {
	const char **list;
	size_t count, cap;
};

/* The runs that the command line of diff names. A zeroed struct is empty. */
struct diff_files {
	struct diff_path_list before, after, history; /* of the options */
	struct diff_path_list all; /* of diff_files_gather(): those before, or a history, first */
	size_t before_count;
	struct file_list folder; /* of the history: owns the names in it */
};

void diff_files_release(struct diff_files *files);

/* The call of their options: `value` is a struct diff_path_list. */
bool diff_files_add(void *value, const char *arg, struct err *err);

/*
 * "--before a b --after c d", and "--history a b": every word up to the next option belongs to the
 * list. They are removed from argv; the option parser then sees the rest. ERR_USAGE.
 */
bool diff_files_take_lists(
	struct diff_files *files, int *argc, const char **argv, struct err *err) MUST_CHECK;

/* Find all runs, the operands among them. ERR_USAGE; as file_list_add(). */
bool diff_files_gather(struct diff_files *files, const char *const *operands, int count,
	struct err *err) MUST_CHECK;

#endif /* CMD_DIFF_FILES_H */

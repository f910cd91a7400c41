#ifndef CMD_DIFF_FILES_H
#define CMD_DIFF_FILES_H

#include "collapse/input/file_list.h"
#include "stats/diff/diff_runs.h"

/* The runs of a side: files, or folders with a file of each rank. */
struct diff_side_runs {
	const char *const *paths;
	size_t count;
};

/* The runs that the command line of diff names. A zeroed struct is empty. */
struct diff_files {
	struct diff_path_list {
		const char **list;
		size_t count, cap;
	} sides[DIFF_SIDES];                    /* of --before or --history; of --after */
	bool has_before, has_after, is_history; /* options that were given */
	struct file_list folder;                /* of the history: owns the names in it */
};

void diff_files_release(struct diff_files *files);

/* The calls of the options: `value` is a struct diff_files. */
bool diff_files_add_before(void *value, const char *arg, struct err *err);
bool diff_files_add_after(void *value, const char *arg, struct err *err);
bool diff_files_add_history(void *value, const char *arg, struct err *err);

/*
 * "--before a b --after c d", and "--history a b": every word up to the next option belongs to the
 * list. They are removed from argv; the option parser then sees the rest. ERR_USAGE.
 */
bool diff_files_take_lists(
	struct diff_files *files, int *argc, const char **argv, struct err *err) MUST_CHECK;

/* Add the operands to the sides that they belong to. ERR_USAGE; as file_list_add(). */
bool diff_files_gather(struct diff_files *files, const char *const *operands, int count,
	struct err *err) MUST_CHECK;

/* The runs of both sides. */
void diff_files_sides(const struct diff_files *files, struct diff_side_runs sides[DIFF_SIDES]);

#endif /* CMD_DIFF_FILES_H */

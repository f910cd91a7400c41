#ifndef COLLAPSE_INPUT_FILE_LIST_H
#define COLLAPSE_INPUT_FILE_LIST_H

#include "base/arena.h"
#include "base/err.h"
#include "collapse/model/diagnostics.h"

/*
 * The files that a command reads: those it was given, and for each folder, such as that of a
 * run, the reports in it. A zeroed struct is empty.
 */
struct file_list {
	const char **paths;
	size_t count, cap;
	bool is_whole;      /* all of a run, not one of its ranks: several files, or a folder */
	bool leaves_stacks; /* a folder has folded stacks beside what was added of it */
	size_t earlier;     /* files of folders that are left out: of earlier attempts of a job */
	struct arena names; /* of files found in folders */
};

void file_list_release(struct file_list *list);

/*
 * Add `path`, which must live as long as the list; or, if it is a folder, the reports in it,
 * by name: captures, exports and reports of nsys (not both of one report), PyTorch traces; where
 * there are none, partial results, whatever they are called; or else folded stacks; compressed
 * or not. Of a job that was started again, the files of the last attempt are taken, as captures in
 * folders are named (capture/output_path.h). Numbers in names sort as numbers; folders
 * in the folder are not searched. ERR_IO for a folder that cannot be read, ERR_EMPTY for one
 * without reports. Whatever is no folder is left for its reader to check.
 */
bool file_list_add(struct file_list *list, const char *path, struct err *err) MUST_CHECK;

/* file_list_add() for each of `count` operands. */
bool file_list_add_all(struct file_list *list, const char *const *operands, size_t count,
	struct err *err) MUST_CHECK;

/*
 * Whether those that cannot be read are to be left out, where nothing else is asked for: there are
 * others, and none is absent, as by a wrong name.
 */
bool file_list_may_skip(const struct file_list *list);

/*
 * Add a DIAGNOSTIC_AGAIN if one of `paths` is the same file as another one, whatever its name: it
 * is counted twice. What is no regular file, or gone, is passed over.
 */
void same_files_report(const char *const *paths, size_t count, struct diagnostics *diagnostics);

#endif /* COLLAPSE_INPUT_FILE_LIST_H */

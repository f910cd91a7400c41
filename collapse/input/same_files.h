#ifndef COLLAPSE_INPUT_SAME_FILES_H
#define COLLAPSE_INPUT_SAME_FILES_H

#include <stddef.h>

#include "collapse/model/origin.h"

/*
 * Add a DIAGNOSTIC_AGAIN if one of `paths` is the same file as another one, whatever its name,
 * and one if two files hold the same recording: a copy, or a snapshot beside its capture. Both
 * are counted, so that sums are too large. Sorts `origins`, which are those of the files. What
 * is no regular file, or gone, is passed over. ERR_NOMEM.
 */
void same_files_report(const char *const *paths, size_t count, struct origins *origins,
	struct diagnostics *diagnostics);

#endif /* COLLAPSE_INPUT_SAME_FILES_H */

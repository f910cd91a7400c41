#ifndef COLLAPSE_INPUT_SAME_FILES_H
#define COLLAPSE_INPUT_SAME_FILES_H

#include <stddef.h>

#include "collapse/model/diagnostics.h"

/*
 * Add a DIAGNOSTIC_AGAIN if one of `paths` is the same file as another one, whatever its name: it
 * is counted twice. What is no regular file, or gone, is passed over.
 */
void same_files_report(const char *const *paths, size_t count, struct diagnostics *diagnostics);

#endif /* COLLAPSE_INPUT_SAME_FILES_H */

#ifndef STATS_FILE_LABELS_H
#define STATS_FILE_LABELS_H

#include <stddef.h>

#include "base/err.h"

/*
 * Short labels to distinguish files: their names, or, if two in different folders share one,
 * their paths. *labels is malloc'ed, the texts are parts of the paths. ERR_NOMEM.
 */
bool file_labels(
	const char *const *paths, size_t count, const char ***labels, struct err *err) MUST_CHECK;

#endif /* STATS_FILE_LABELS_H */

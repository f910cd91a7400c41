#ifndef STATS_FILE_LABELS_H
#define STATS_FILE_LABELS_H

#include <stddef.h>

/*
 * Short labels to distinguish files: their names, or, if two in different folders share one,
 * their paths. The list is malloc'ed, the texts are parts of the paths.
 */
const char **file_labels(const char *const *paths, size_t count);

#endif /* STATS_FILE_LABELS_H */

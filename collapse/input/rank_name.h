#ifndef COLLAPSE_INPUT_RANK_NAME_H
#define COLLAPSE_INPUT_RANK_NAME_H

#include "base/err.h"
#include "base/names.h"

/* Ranks of a distributed run as frames: "rank 3". */
#define RANK_SIZE 300

/*
 * Match the end of the path against `pattern`, with "%r" for the rank's number and '*' for
 * anything but a '/'. False, and an empty rank, when it does not match or is NULL.
 */
bool rank_by_pattern(const char *path, const char *pattern, char rank[RANK_SIZE]);

/* By "rank" and a number in the file's name; false, and an empty rank, when it has none. */
bool rank_of_path(const char *path, char rank[RANK_SIZE]);

/*
 * The rank that a file belongs to, determined by, in this order: `pattern`; the file itself
 * (`own`, a name: the rank stated in a capture, the MPI rank in an nsys export if there is only
 * one, or the rank that a PyTorch trace states before its events; or NAME_NONE); "rank" and a
 * number in the file's name; else the path.
 */
void rank_of_file(const char *path, const char *pattern, const struct names *names, uint32_t own,
	char rank[RANK_SIZE]);

/* ERR_USAGE, with what to do, unless the rank of the file at `path` is "rank 3", not a path. */
bool rank_check(const char *path, const char *rank, struct err *err) MUST_CHECK;

#endif /* COLLAPSE_INPUT_RANK_NAME_H */

#ifndef COLLAPSE_RANK_H
#define COLLAPSE_RANK_H

#include "base/err.h"

/*
 * The rank of a distributed run that a file is of, as a frame: "rank 3". It is
 * said by, in this order, `pattern` (NULL: none), which the end of the path must
 * match, with "%r" for the number and '*' for anything but a '/'; the file itself
 * (a capture's own word, MPI ranks in an nsys export, if it is one alone, or what
 * a PyTorch trace says before its events); "rank" and a number in the file's name.
 * Else the path stands for it.
 */
#define RANK_SIZE 300
bool rank_of_file(
	const char *path, const char *pattern, char rank[RANK_SIZE], struct err *err) MUST_CHECK;

/* Only what the pattern finds; false, and empty, when it does not match or is NULL. */
bool rank_by_pattern(const char *path, const char *pattern, char rank[RANK_SIZE]);

/* The same by the path alone; false when it does not say. */
bool rank_of_path(const char *path, const char *pattern, char rank[RANK_SIZE]);

#endif /* COLLAPSE_RANK_H */

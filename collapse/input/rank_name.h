#ifndef COLLAPSE_INPUT_RANK_NAME_H
#define COLLAPSE_INPUT_RANK_NAME_H

#include <stdbool.h>
#include <stddef.h>

/* Ranks of a distributed run as frames: "rank 3". */
#define RANK_SIZE 300

/* The rank of a number, whose zeros in front go. */
void rank_of_digits(const char *digits, size_t len, char rank[RANK_SIZE]);

/*
 * What `pattern` finds, which the end of the path must match, with "%r" for the number
 * and '*' for anything but a '/'. False, and empty, when it does not match or is NULL.
 */
bool rank_by_pattern(const char *path, const char *pattern, char rank[RANK_SIZE]);

/* The same, or "rank" and a number in the file's name; false when neither is there. */
bool rank_of_path(const char *path, const char *pattern, char rank[RANK_SIZE]);

/*
 * The rank that a file is of. It is said by, in this order, `pattern`; the file itself
 * (`own`: a capture's own word, MPI ranks in an nsys export, if it is one alone, or what
 * a PyTorch trace says before its events; NULL: nothing); "rank" and a number in the
 * file's name. Else the path stands for it.
 */
void rank_of_file(const char *path, const char *pattern, const char *own, char rank[RANK_SIZE]);

#endif /* COLLAPSE_INPUT_RANK_NAME_H */

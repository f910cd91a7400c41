#ifndef EXPORT_EXPORT_H
#define EXPORT_EXPORT_H

#include <stdio.h>

#include "base/tree.h"

/*
 * Writes a stack tree for other tools, one file a format. The formats:
 * docs/FORMATS.md, "output". Two runs are equal to the byte.
 */
struct export
{
	const struct tree *tree;
	const char *root_name; /* the frame that stands for the root's own value */
	const char *unit;      /* of the values: "ns", or what they count */
	const char *title;     /* what values in ns are: "GPU time" */
	/*
	 * Formats with labels have one for each of so many first frames of a stack that are like
	 * "rank 3", and one of the machine, if it is not NULL.
	 */
	size_t label_count;
	const char *host;
	uint64_t start_ns, duration_ns; /* when it was recorded, since 1970; 0: not known */
};

/*
 * Each writes the whole tree to `out` and flushes. ERR_IO; ERR_FORMAT
 * if a value does not fit the format.
 */
bool write_folded(const struct export *export, FILE *out, struct err *err) MUST_CHECK;
bool write_speedscope(const struct export *export, FILE *out, struct err *err) MUST_CHECK;
bool write_pprof(const struct export *export, FILE *out, struct err *err) MUST_CHECK;

/*
 * Whether the stacks are small enough to be written, at most 4 GiB as folded text: a tree of a
 * million frames, each below the one before, is small, and takes terabytes. ERR_FORMAT.
 */
bool export_check(const struct tree *tree, struct err *err) MUST_CHECK;

#endif /* EXPORT_EXPORT_H */

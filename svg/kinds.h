#ifndef SVG_KINDS_H
#define SVG_KINDS_H

#include "base/names.h"

/*
 * What a frame is, by its name and place: folded text does not say it.
 * The letters travel in the SVG (docs/FORMATS.md, "the SVG").
 */
enum kind {
	KIND_RANGE = 'r',
	KIND_MATMUL = 'm',
	KIND_ATTENTION = 'a',
	KIND_NORM = 'n',
	KIND_ELEMENTWISE = 'e',
	KIND_REDUCTION = 'd',
	KIND_SOFTMAX = 's',
	KIND_COMMUNICATION = 'c',
	KIND_COPY = 'y',
	KIND_OTHER = 'o',
};

#define KIND_LETTERS "rmanedscyo" /* in the order of the legend */
#define KIND_SHADES 4             /* of KIND_RANGE; the others have one */

/* What people call a kind. */
const char *kind_label(char kind);

/* The kind of a kernel, copy or fill by its name: never KIND_RANGE. */
char kind_of_kernel(const char *name, size_t len);

/* Whether a name looks like one of a kernel, wherever it stands. */
bool kind_is_kernel_name(const char *name, size_t len);

/*
 * The kind of each name that occurs among `count` frames: what only ends stacks
 * is a kernel, what has frames below it a range; names that do both are told
 * apart by their look. `name` and `parent` are by frame, and frame 0 is a root
 * without a name. `reversed`: stacks stand on their ends. `kinds` is by name, and
 * keeps 0 for names that don't occur. ERR_NOMEM.
 */
bool kinds_find(const struct names *names, bool reversed, uint32_t count, const uint32_t *name,
	const uint32_t *parent, char *kinds, struct err *err) MUST_CHECK;

/* 0 to KIND_SHADES - 1: from the name alone, so that it is the same in every run. */
unsigned kind_shade(const char *name, size_t len);

#endif /* SVG_KINDS_H */

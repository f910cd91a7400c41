#ifndef SVG_KINDS_H
#define SVG_KINDS_H

#include "base/names.h"

/*
 * Kinds of frames, guessed from name and position, since folded text does not contain them.
 * The letters are stored in the SVG (docs/FORMATS.md, "the SVG").
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
	KIND_HIDDEN = 'h', /* communication beside computation: [hidden by computation] */
	KIND_COPY = 'y',
	KIND_OTHER = 'o',
	KIND_IDLE = 'z', /* no work: [GPU idle], [waits for rank 5] */
};

#define KIND_LETTERS "rmanedschyoz" /* in the order of the legend */
#define KINDS_WITHOUT_WORK "chz"    /* time that grows when others are slow */
#define KIND_SHADES 4               /* of KIND_RANGE and KIND_OTHER; the others have one */

/* The name of a kind, for users. */
const char *kind_label(char kind);

/*
 * Where the own name of a kernel's function is: "void a::f<g::h>(i)" -> "f". Names of variants
 * that compilers add ("[clone .kd]") are no part of it.
 */
void kernel_own_name(const char *name, size_t len, size_t *from, size_t *to);

/*
 * The kind of each name that occurs among `count` frames: names that only end stacks are
 * kernels, those with frames below them ranges; names that do both are classified by their
 * look. `name` and `parent` are by frame, and frame 0 is a root without a name.
 * `kinds` is by name, and stays 0 for names that do not occur.
 */
void kinds_find(const struct names *names, uint32_t count, const uint32_t *name,
	const uint32_t *parent, char *kinds);

/* 0 to KIND_SHADES - 1: derived from the name only, so that it is stable between runs. */
unsigned kind_shade(const char *name, size_t len);

#endif /* SVG_KINDS_H */

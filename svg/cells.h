#ifndef SVG_CELLS_H
#define SVG_CELLS_H

#include "base/tree.h"
#include "svg/kinds.h"

/*
 * Cells of step x rank: what `collapse --by rank,step` writes as the first frames of stacks,
 * "rank 5;step 62;...", is taken out of the tree, which then is the sum of all cells. Of many
 * steps or ranks, neighbours are one; the slowest stay alone.
 */
enum {
	CELL_COLUMNS = 128,
	CELL_ROWS = 16,
	CELL_KINDS = sizeof(KIND_LETTERS) - 1,
	CELL_ALONE = 5, /* the slowest of an axis */
};

/* The numbers of a first frame, from the first to the last, and how many there are. */
struct cell_span {
	uint64_t first, last, members;
};

/* Some steps or ranks with consecutive places, drawn as one. */
struct cell_place {
	uint64_t first, last; /* numbers */
	uint64_t members;     /* how many there are */
};

struct cell_axis {
	const char *word; /* "step" or "rank"; NULL: there is one place, for all */
	struct cell_place *places;
	uint32_t count;
};

struct svg_options;

struct cells {
	struct tree tree;         /* of stacks without those frames */
	struct cell_axis columns; /* steps; ranks, unless there are several steps */
	struct cell_axis rows;    /* ranks */
	size_t size;              /* cells: rows times columns */
	uint64_t slice_ns;        /* columns are slices of time; 0: steps */
	int64_t slices_from;
	uint64_t slice_devices;
	bool is_wall;    /* `kinds` are parts of the wall time */
	uint64_t *kinds; /* by row, column, kind in the order of KIND_LETTERS */

	/* Values of stacks. Those with less than `share` of all are added to their parent's. */
	double share;
	uint64_t grain;   /* values are written in this many units */
	uint32_t stacks;  /* how many have values */
	uint32_t *stack;  /* by node of `tree`: its place among the stacks, and 1; 0: none */
	uint64_t *values; /* by stack, row, column */

	const struct tree *from; /* what this was made of, and by its nodes: */
	uint32_t *twin;          /* the node of `tree` */
	uint32_t *cell;          /* CELL_NONE: in none */
};

#define CELL_NONE UINT32_MAX

/*
 * Whether all stacks of `from`, which is borrowed, begin like that; there may be one cell only.
 * `kinds` are by name. options->wall, or NULL: stacks that begin likewise, of which bars and rows
 * are. False, also with ERR_FORMAT in `err`: there is nothing to release.
 */
bool cells_init(struct cells *cells, const struct tree *from, const char *kinds,
	const struct svg_options *options, struct err *err) MUST_CHECK;
void cells_release(struct cells *cells);

/* Collect the values, for at most `bytes` of a picture; of times, the grain is up to 1 us. */
void cells_fit(struct cells *cells, bool is_time, uint64_t bytes);

/* Whether a frame is "step 12", "step 12-13", "step 20-40 (3)" or "[no step]", and the numbers. */
bool cell_span_read(const struct name *name, const char *word, struct cell_span *span);

struct picture;

/* The strip above the frames: its height, 0 without one, and writing it; the values. */
double cells_height(const struct picture *picture);
void cells_draw(struct picture *picture);
void cells_write(struct picture *picture);

#endif /* SVG_CELLS_H */

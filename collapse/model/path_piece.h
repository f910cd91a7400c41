#ifndef COLLAPSE_MODEL_PATH_PIECE_H
#define COLLAPSE_MODEL_PATH_PIECE_H

#include <stdint.h>

/* What a piece of the critical path is of: docs/VALUES.md, "values". */
enum path_kind {
	PATH_GPU,     /* an operation ran */
	PATH_LATENCY, /* its launch call had ended, and it had not begun */
	PATH_WAIT,    /* the operation that it waited for had ended, and it had not begun */
	PATH_CALL,    /* a thread was in a call of CUDA */
	PATH_CPU,     /* a thread ran, or was idle */
	PATH_KINDS,
};

/* A piece, for reports: where it was in the trace no longer matters. */
struct path_piece {
	uint64_t ns;
	uint32_t name;   /* of the operation, the call or the range; NAME_NONE: it has none */
	uint8_t kind;    /* enum path_kind */
	uint8_t op_kind; /* enum op_kind; only of the first three */
};

#endif /* COLLAPSE_MODEL_PATH_PIECE_H */

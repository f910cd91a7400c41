#ifndef COLLAPSE_NAMES_KERNEL_NAMES_H
#define COLLAPSE_NAMES_KERNEL_NAMES_H

#include "base/rules.h"

/* How much of a kernel's name is shown. */
enum kernel_names {
	KERNEL_NAMES_FULL,   /* as the report has it */
	KERNEL_NAMES_SHORT,  /* without return type, namespaces, template arguments, parameters */
	KERNEL_NAMES_FAMILY, /* what it does: "cutlass gemm", regardless of tiling and types */
};

/* "full", "short" or "family", by enum kernel_names; NULL after the last. */
const char *kernel_names_word(size_t index);

/* Add the rules that shorten names like this, for FRAME_LEAF. */
bool kernel_names_add(struct rules *rules, enum kernel_names mode, struct err *err) MUST_CHECK;

#endif /* COLLAPSE_NAMES_KERNEL_NAMES_H */

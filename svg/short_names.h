#ifndef SVG_SHORT_NAMES_H
#define SVG_SHORT_NAMES_H

#include "base/err.h"

/*
 * Readable names for labels: of kernels by the rules of svg/short_names.rules ("gemm bf16
 * 128x128x64 tn"), else the function's own name; of anything else without what is common.
 */
struct short_names;

struct short_names *short_names_new(void);
void short_names_free(struct short_names *all);

/* The readable name of a kernel, valid as long as `all`; `name` itself if there is none. */
void short_names_find(
	struct short_names *all, const char *name, size_t len, const char **text, size_t *text_len);

/*
 * Copy a name to `out`, of `len` bytes, without what names have in common: "void " at its
 * beginning, template arguments, and arguments directly behind a name. Returns the length,
 * which is `len` if nothing else would be left.
 */
size_t brief_name(const char *name, size_t len, char *out);

#endif /* SVG_SHORT_NAMES_H */

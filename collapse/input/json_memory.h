#ifndef COLLAPSE_INPUT_JSON_MEMORY_H
#define COLLAPSE_INPUT_JSON_MEMORY_H

#include <setjmp.h>

#include <yajl/yajl_common.h>

/*
 * Memory for yajl, which does not check its allocations: when memory runs out,
 * json_memory_alloc() and its like do not return but jump to `none_left`, out of yajl. All
 * that yajl had is then freed at once, since its own cleanup can no longer be called.
 */
struct json_block;

struct json_memory {
	struct json_block *blocks;
	jmp_buf none_left; /* set before each call into yajl */
};

/* The allocation functions for yajl; `memory` must not move. */
yajl_alloc_funcs json_memory_funcs(struct json_memory *memory);

/* Free all that is still in use. */
void json_memory_release(struct json_memory *memory);

#endif /* COLLAPSE_INPUT_JSON_MEMORY_H */

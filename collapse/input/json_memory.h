#ifndef COLLAPSE_INPUT_JSON_MEMORY_H
#define COLLAPSE_INPUT_JSON_MEMORY_H

#include <setjmp.h>

#include <yajl/yajl_common.h>

/*
 * Memory for yajl, which uses what it asked for without a look whether it got it:
 * where there is none left, json_memory_alloc() and its like don't come back but
 * jump to `none_left`, out of yajl. What yajl had is then freed as a whole, since
 * it can't be asked to do that any more.
 */
struct json_block;

struct json_memory {
	struct json_block *blocks;
	jmp_buf none_left; /* set before each call into yajl */
};

/* The functions, as yajl wants them; `memory` must stay where it is. */
yajl_alloc_funcs json_memory_funcs(struct json_memory *memory);

/* Free all that is still in use. */
void json_memory_release(struct json_memory *memory);

#endif /* COLLAPSE_INPUT_JSON_MEMORY_H */

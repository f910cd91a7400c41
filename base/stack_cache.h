#ifndef BASE_STACK_CACHE_H
#define BASE_STACK_CACHE_H

#include <stddef.h>
#include <stdint.h>

#include "base/tree.h"

/* Stacks as text, frames joined by ';', and their nodes. */

/*
 * The path from the root to the stack that was added last. The next stack
 * usually shares a prefix with it (always where stacks are sorted), and what
 * they share needs no look-up. Starts zeroed; a path belongs to one tree.
 */
struct stack_path {
	char *text; /* of the stack */
	size_t text_cap;
	struct stack_step {
		size_t end; /* of the frame, in text */
		uint32_t node;
	} * steps; /* by depth */
	size_t count, cap;
};

/* Find or make the node of a stack's text, its frames joined by ';'. */
uint32_t stack_path_add(struct stack_path *path, struct tree *tree, const char *stack, size_t len);
void stack_path_release(struct stack_path *path);

/* The length of a text without trailing blanks: spaces, tabs and CRs. */
size_t stack_path_trim(const char *text, size_t len);

/*
 * Maps stacks as text to their nodes. In folded text stacks are long and
 * repeat, so whole ones are looked up before they are cut into frames. Its
 * memory is bounded; stacks that do not fit take the slower path.
 */
struct cached_stack {
	const char *text;
	uint32_t len;
	uint32_t node;
};

struct stack_slot {
	uint32_t hash;  /* its lower half */
	uint32_t entry; /* index in entries + 1; 0: free */
};

struct stack_block; /* private */

struct stack_cache {
	struct cached_stack *entries;
	size_t count, cap;
	struct stack_slot *slots; /* open addressing; at most half full */
	size_t mask;
	struct stack_block *blocks; /* of text; newest first */
	char *free;                 /* the newest block's unused part */
	size_t left, bytes;
	uint64_t seed;
};

void stack_cache_init(struct stack_cache *cache);
void stack_cache_release(struct stack_cache *cache);

uint64_t stack_cache_hash(const struct stack_cache *cache, const char *text, size_t len);

/* Whether the cache has the stack, and its node. `hash` is stack_cache_hash()'s. */
bool stack_cache_find(const struct stack_cache *cache, const char *text, size_t len, uint64_t hash,
	uint32_t *node);

/*
 * Prefetch what stack_cache_find() will read, one step at a time, each some time
 * after the one before; the last one also prefetches the value of the stack's
 * node.
 */
void stack_cache_prefetch_slot(const struct stack_cache *cache, uint64_t hash);
void stack_cache_prefetch_entry(const struct stack_cache *cache, uint64_t hash);
void stack_cache_prefetch_text(
	const struct stack_cache *cache, uint64_t hash, const struct tree *tree);

/* Add a stack that is not in the cache yet, if there is room for it. */
void stack_cache_add(
	struct stack_cache *cache, const char *text, size_t len, uint64_t hash, uint32_t node);

#endif /* BASE_STACK_CACHE_H */

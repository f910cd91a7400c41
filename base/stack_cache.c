#include "base/stack_cache.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/platform.h"

/* --- the path of the last one -------------------------------------------------------- */

void stack_path_release(struct stack_path *path)
{
	free(path->text);
	free(path->steps);
	*path = (struct stack_path){ 0 };
}

/* The length of the common prefix of two strings of at least `len` bytes. */
static size_t common(const char *a, const char *b, size_t len)
{
	enum { WORD = sizeof(uint64_t) };
	size_t at = 0;

	while (at + WORD <= len && memcmp(a + at, b + at, WORD) == 0)
		at += WORD;
	while (at < len && a[at] == b[at])
		at++;
	return at;
}

/* Cut the path back to the last frame that it shares with the stack. */
static void go_back(struct stack_path *path, const char *stack, size_t len)
{
	size_t known = path->count > 0 ? path->steps[path->count - 1].end : 0;
	size_t same = common(path->text, stack, len < known ? len : known);

	while (path->count > 0) {
		size_t end = path->steps[path->count - 1].end;

		if (end < same || (end == same && (end == len || stack[end] == ';')))
			break;
		path->count--;
	}
}

size_t stack_path_trim(const char *text, size_t len)
{
	while (len > 0 && (text[len - 1] == ' ' || text[len - 1] == '\t' || text[len - 1] == '\r'))
		len--;
	return len;
}

/*
 * A frame of folded text: names_intern_frame(), except that an empty one ("a;;b") stays empty, as
 * in the pictures of other tools.
 */
static uint32_t intern_frame(struct names *names, const char *text, size_t len, uint32_t hash)
{
	if (stack_path_trim(text, len) == 0)
		return names_intern(names, "", 0);
	return names_frame(names, names_intern_hashed(names, text, len, hash));
}

static uint32_t add_frame(struct tree *tree, uint32_t node, const char *text, size_t len)
{
	uint32_t hash = names_hash(tree->names, text, len);
	uint32_t child = tree_find_text(tree, node, text, len, hash);

	return child != TREE_NONE
		       ? child
		       : tree_child(tree, node, intern_frame(tree->names, text, len, hash));
}

/* Extend the path to the stack's last frame. */
static void go_on(struct stack_path *path, struct tree *tree, const char *stack, size_t len)
{
	const struct stack_step *last = path->count > 0 ? &path->steps[path->count - 1] : NULL;
	size_t begin = last != NULL ? last->end + 1 : 0;
	uint32_t node = last != NULL ? last->node : TREE_ROOT;

	while (begin <= len) {
		const char *semi = memchr(stack + begin, ';', len - begin);
		size_t end = semi != NULL ? (size_t)(semi - stack) : len;

		mem_need(path->steps, path->cap, path->count + 1);
		node = add_frame(tree, node, stack + begin, end - begin);
		path->steps[path->count++] = (struct stack_step){ end, node };
		begin = end + 1;
	}
}

uint32_t stack_path_add(struct stack_path *path, struct tree *tree, const char *stack, size_t len)
{
	go_back(path, stack, len);
	mem_need(path->text, path->text_cap, len + 1);
	go_on(path, tree, stack, len);
	memcpy(path->text, stack, len);
	return path->steps[path->count - 1].node;
}

/* --- those that were met before ------------------------------------------------------- */

enum {
	FIRST_SLOTS = 1024,
	FIRST_BLOCK = 64 * 1024,
	BLOCK = 4 * 1024 * 1024, /* later ones: whole huge pages, which cost one fault each */
	HUGE_PAGE = 2 * 1024 * 1024,
	MOST_BYTES = 24 * 1024 * 1024, /* of text and entries */
};

struct stack_block {
	struct stack_block *older;
	char text[];
};

void stack_cache_init(struct stack_cache *cache)
{
	*cache = (struct stack_cache){ .seed = mem_hash_seed() };
}

void stack_cache_release(struct stack_cache *cache)
{
	struct stack_block *older;

	for (struct stack_block *block = cache->blocks; block != NULL; block = older) {
		older = block->older;
		free(block);
	}
	free(cache->entries);
	free(cache->slots);
	*cache = (struct stack_cache){ 0 };
}

uint64_t stack_cache_hash(const struct stack_cache *cache, const char *text, size_t len)
{
	return mem_hash(text, len, cache->seed);
}

void stack_cache_prefetch_slot(const struct stack_cache *cache, uint64_t hash)
{
	if (cache->slots != NULL)
		__builtin_prefetch(&cache->slots[hash & cache->mask]);
}

/* The entry in the hash's first slot, nearly always the one looked for; or NULL. */
static const struct cached_stack *first_entry(const struct stack_cache *cache, uint64_t hash)
{
	const struct stack_slot *slot;

	if (cache->slots == NULL)
		return NULL;
	slot = &cache->slots[hash & cache->mask];
	return slot->entry != 0 && slot->hash == (uint32_t)hash ? &cache->entries[slot->entry - 1]
								: NULL;
}

void stack_cache_prefetch_entry(const struct stack_cache *cache, uint64_t hash)
{
	const struct cached_stack *entry = first_entry(cache, hash);

	if (entry != NULL)
		__builtin_prefetch(entry);
}

void stack_cache_prefetch_text(
	const struct stack_cache *cache, uint64_t hash, const struct tree *tree)
{
	enum { CACHE_LINE = 64, LINES = 5 }; /* the rest of a long one is fetched as it is read */
	const struct cached_stack *entry = first_entry(cache, hash);

	if (entry == NULL)
		return;
	__builtin_prefetch(&tree->self[entry->node], 1);
	for (size_t at = 0; at < (size_t)LINES * CACHE_LINE; at += CACHE_LINE)
		__builtin_prefetch(entry->text + (at < entry->len ? at : 0));
}

bool stack_cache_find(const struct stack_cache *cache, const char *text, size_t len, uint64_t hash,
	uint32_t *node)
{
	if (cache->slots == NULL)
		return false;
	for (size_t at = hash & cache->mask; cache->slots[at].entry != 0;
		at = (at + 1) & cache->mask) {
		const struct cached_stack *entry = &cache->entries[cache->slots[at].entry - 1];

		if (cache->slots[at].hash == (uint32_t)hash && entry->len == len &&
			memcmp(entry->text, text, len) == 0) {
			*node = entry->node;
			return true;
		}
	}
	return false;
}

/* Double the slots. The half of the hash in a slot is enough to find its new place. */
static void grow_slots(struct stack_cache *cache)
{
	size_t size = cache->slots != NULL ? (cache->mask + 1) * 2 : FIRST_SLOTS;
	struct stack_slot *slots = mem_zeroed(size, sizeof(*slots));

	for (size_t i = 0; cache->slots != NULL && i <= cache->mask; i++) {
		size_t at = cache->slots[i].hash & (size - 1);

		if (cache->slots[i].entry == 0)
			continue;
		while (slots[at].entry != 0)
			at = (at + 1) & (size - 1);
		slots[at] = cache->slots[i];
	}
	free(cache->slots);
	cache->slots = slots;
	cache->mask = size - 1;
}

static void add_block(struct stack_cache *cache)
{
	size_t size = cache->blocks == NULL ? FIRST_BLOCK : BLOCK;
	struct stack_block *block;

	if (size == BLOCK) {
		block = mem_must(aligned_alloc(HUGE_PAGE, size));
		platform_use_huge_pages(block, size);
	} else {
		block = mem_must(malloc(size));
	}
	block->older = cache->blocks;
	cache->blocks = block;
	cache->free = block->text;
	cache->left = size - sizeof(*block);
}

void stack_cache_add(
	struct stack_cache *cache, const char *text, size_t len, uint64_t hash, uint32_t node)
{
	size_t at;

	if (len > FIRST_BLOCK / 2 || len + sizeof(*cache->entries) > MOST_BYTES - cache->bytes)
		return;
	if (len > cache->left)
		add_block(cache);
	if (cache->slots == NULL || cache->count * 2 >= cache->mask)
		grow_slots(cache);
	mem_need(cache->entries, cache->cap, cache->count + 1);
	memcpy(cache->free, text, len);
	cache->entries[cache->count++] = (struct cached_stack){ cache->free, (uint32_t)len, node };
	cache->free += len;
	cache->left -= len;
	cache->bytes += len + sizeof(*cache->entries);
	at = hash & cache->mask;
	while (cache->slots[at].entry != 0)
		at = (at + 1) & cache->mask;
	cache->slots[at] = (struct stack_slot){ (uint32_t)hash, (uint32_t)cache->count };
}

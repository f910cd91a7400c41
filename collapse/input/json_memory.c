#include "collapse/input/json_memory.h"

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

/* Header of each allocation: its neighbours in the list. */
struct json_block {
	_Alignas(max_align_t) struct json_block *next;
	struct json_block *previous;
};

static void link_block(struct json_memory *memory, struct json_block *block)
{
	block->previous = NULL;
	block->next = memory->blocks;
	if (block->next != NULL)
		block->next->previous = block;
	memory->blocks = block;
}

static void unlink_block(struct json_memory *memory, struct json_block *block)
{
	if (block->next != NULL)
		block->next->previous = block->previous;
	if (block->previous != NULL)
		block->previous->next = block->next;
	else
		memory->blocks = block->next;
}

static void *resize(void *context, void *bytes, size_t size)
{
	struct json_memory *memory = context;
	struct json_block *block = bytes != NULL ? (struct json_block *)bytes - 1 : NULL, *made;

	if (size > SIZE_MAX - sizeof(*block))
		longjmp(memory->none_left, 1);
	if (block != NULL)
		unlink_block(memory, block);
	made = realloc(block, sizeof(*block) + size);
	if (made == NULL) {
		if (block != NULL)
			link_block(memory, block);
		longjmp(memory->none_left, 1);
	}
	link_block(memory, made);
	return made + 1;
}

static void *alloc(void *context, size_t size)
{
	return resize(context, NULL, size);
}

static void release(void *context, void *bytes)
{
	struct json_block *block = bytes;

	if (block == NULL)
		return;
	unlink_block(context, --block);
	free(block);
}

yajl_alloc_funcs json_memory_funcs(struct json_memory *memory)
{
	return (yajl_alloc_funcs){
		.malloc = alloc, .realloc = resize, .free = release, .ctx = memory
	};
}

void json_memory_release(struct json_memory *memory)
{
	while (memory->blocks != NULL) {
		struct json_block *block = memory->blocks;

		memory->blocks = block->next;
		free(block);
	}
}

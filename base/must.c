/* What ends the command where memory runs out; not in the capture library. */
#include <stdio.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/idmap.h"
#include "base/mem.h"
#include "base/names.h"
#include "base/text.h"
#include "base/tree.h"

static void must(bool ok)
{
	if (!ok)
		mem_die();
}

_Noreturn void mem_die(void)
{
	static const char line[] = "gpuflame: out of memory\n";

	(void)!write(STDERR_FILENO, line, sizeof(line) - 1);
	_exit(1);
}

void mem_grow(void **items, size_t *cap, size_t need, size_t item_size)
{
	struct err err;

	must(mem_try_grow(items, cap, need, item_size, &err));
}

void *mem_zeroed(size_t count, size_t item_size)
{
	struct err err;
	void *items = mem_try_zeroed(count, item_size, &err);

	must(items != NULL);
	return items;
}

uint32_t names_intern(struct names *names, const char *text, size_t len)
{
	return names_intern_hashed(names, text, len, names_hash(names, text, len));
}

uint32_t names_intern_hashed(struct names *names, const char *text, size_t len, uint32_t hash)
{
	struct err err;
	uint32_t id;

	must(names_try_intern_hashed(names, text, len, hash, &id, &err));
	return id;
}

uint32_t names_intern_frame(struct names *names, const char *text, size_t len)
{
	return names_frame(names, names_intern(names, text, len));
}

uint32_t names_frame(struct names *names, uint32_t name)
{
	struct err err;
	uint32_t frame;

	must(names_try_frame(names, name, &frame, &err));
	return frame;
}

void *arena_alloc(struct arena *arena, size_t size)
{
	struct err err;
	void *bytes = arena_try_alloc(arena, size, &err);

	must(bytes != NULL);
	return bytes;
}

char *arena_copy(struct arena *arena, const char *bytes, size_t len)
{
	struct err err;
	char *copy = arena_try_copy(arena, bytes, len, &err);

	must(copy != NULL);
	return copy;
}

uint32_t idmap_add(struct idmap *map, uint64_t key)
{
	struct err err;
	uint32_t index;

	must(idmap_try_add(map, key, &index, &err));
	return index;
}

void tree_init(struct tree *tree, struct names *names)
{
	struct err err;

	must(tree_try_init(tree, names, &err));
}

uint32_t tree_child(struct tree *tree, uint32_t node, uint32_t frame)
{
	struct err err;
	uint32_t child;

	must(tree_try_child(tree, node, frame, &child, &err));
	return child;
}

uint64_t *tree_totals(const struct tree *tree)
{
	struct err err;
	uint64_t *totals = tree_try_totals(tree, &err);

	must(totals != NULL);
	return totals;
}

void text_add(struct text *text, const char *bytes, size_t len)
{
	struct err err;

	must(text_try_add(text, bytes, len, &err));
}

void text_add_string(struct text *text, const char *string)
{
	struct err err;

	must(text_try_add_string(text, string, &err));
}

void text_addf(struct text *text, const char *fmt, ...)
{
	va_list args;
	int len;

	va_start(args, fmt);
	len = vsnprintf(NULL, 0, fmt, args);
	va_end(args);
	must(len >= 0);
	va_start(args, fmt);
	vsnprintf(text_room(text, (size_t)len), (size_t)len + 1, fmt, args);
	va_end(args);
	text->len += (size_t)len;
}

char *text_room(struct text *text, size_t len)
{
	struct err err;
	char *room = text_try_room(text, len, &err);

	must(room != NULL);
	return room;
}

void text_add_clean(struct text *text, const char *bytes, size_t len, char quote)
{
	struct err err;

	must(text_try_add_clean(text, bytes, len, quote, &err));
}

void text_add_fit(struct text *text, const char *bytes, size_t len, size_t width)
{
	struct err err;

	must(text_try_add_fit(text, bytes, len, width, &err));
}

void text_add_wrapped(struct text *text, const char *string, size_t width)
{
	struct err err;

	must(text_try_add_wrapped(text, string, width, &err));
}

void text_add_cut(struct text *text, const char *bytes, size_t len, const struct text_cut *cut)
{
	struct err err;

	must(text_try_add_cut(text, bytes, len, cut, &err));
}

void text_add_shell(struct text *text, const char *word)
{
	struct err err;

	must(text_try_add_shell(text, word, &err));
}

void text_add_json(struct text *text, const char *bytes, size_t len)
{
	struct err err;

	must(text_try_add_json(text, bytes, len, &err));
}

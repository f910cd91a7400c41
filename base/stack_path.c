#include "base/stack_path.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

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

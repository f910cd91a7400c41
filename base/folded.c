#define _GNU_SOURCE /* qsort_r */
#include "base/folded.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/stack_cache.h"

enum { READ_BYTES = 256 * 1024 };

void folded_open(struct folded_reader *reader, int fd, const char *name)
{
	*reader = (struct folded_reader){ .fd = fd, .name = name };
}

void folded_close(struct folded_reader *reader)
{
	free(reader->buffer);
	reader->buffer = NULL;
}

/* Put more bytes behind what is left in the buffer. */
static bool fill(struct folded_reader *reader, struct err *err)
{
	size_t left = reader->end - reader->begin;
	ssize_t got;

	if (reader->begin > 0) {
		memmove(reader->buffer, reader->buffer + reader->begin, left);
		reader->begin = 0;
		reader->end = left;
	}
	if (!mem_grow((void **)&reader->buffer, &reader->cap, left + READ_BYTES, 1, err))
		return err_prefix(err, "%s:%" PRIu64, reader->name, reader->number + 1);
	do {
		got = read(reader->fd, reader->buffer + left, READ_BYTES);
	} while (got < 0 && errno == EINTR);
	if (got < 0)
		return err_set_errno(err, errno, "cannot read '%s'", reader->name);
	reader->end = left + (size_t)got;
	reader->at_eof = got == 0;
	return true;
}

/* The next line without its newline; *text is NULL at the end of the input. */
static bool next_text(struct folded_reader *reader, char **text, size_t *len, struct err *err)
{
	size_t scanned = 0;

	if (reader->buffer == NULL && !fill(reader, err))
		return false;
	for (;;) {
		char *begin = reader->buffer + reader->begin;
		size_t left = reader->end - reader->begin;
		char *newline =
			left > scanned ? memchr(begin + scanned, '\n', left - scanned) : NULL;

		if (newline != NULL || (reader->at_eof && left > 0)) {
			*text = begin;
			*len = newline != NULL ? (size_t)(newline - begin) : left;
			reader->begin += *len + (newline != NULL);
			reader->number++;
			return true;
		}
		if (reader->at_eof) {
			*text = NULL;
			return true;
		}
		scanned = left;
		if (!fill(reader, err))
			return false;
	}
}

static bool is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\r';
}

static size_t trim_end(const char *text, size_t len)
{
	while (len > 0 && is_blank(text[len - 1]))
		len--;
	return len;
}

/* Digits with an optional fraction; what is finer than TREE_MAX_DECIMALS is cut off. */
static bool parse_value(const char *text, size_t len, struct folded_value *value)
{
	size_t at = 0, point;

	*value = (struct folded_value){ 0 };
	for (; at < len && text[at] >= '0' && text[at] <= '9'; at++) {
		if (__builtin_mul_overflow(value->digits, 10, &value->digits) ||
			__builtin_add_overflow(
				value->digits, (uint64_t)(text[at] - '0'), &value->digits))
			return false;
	}
	if (at == len)
		return len > 0;
	point = at;
	if (text[at++] != '.' || (point == 0 && at == len))
		return false;
	while (len > at && text[len - 1] == '0')
		len--;
	for (; at < len && text[at] >= '0' && text[at] <= '9'; at++) {
		if (at - point > TREE_MAX_DECIMALS)
			continue;
		if (__builtin_mul_overflow(value->digits, 10, &value->digits) ||
			__builtin_add_overflow(
				value->digits, (uint64_t)(text[at] - '0'), &value->digits))
			return false;
		value->decimals++;
	}
	/* What is cut off may leave zeros: 0.30000000000000004 needs one decimal. */
	for (; value->decimals > 0 && value->digits % 10 == 0; value->decimals--)
		value->digits /= 10;
	return at == len;
}

bool folded_cut_value(const struct folded_reader *reader, struct folded_line *line,
	struct folded_value *value, struct err *err)
{
	const char *stack = line->stack;
	size_t begin = line->len;

	while (begin > 0 && !is_blank(stack[begin - 1]))
		begin--;
	if (trim_end(stack, begin) == 0)
		return err_set(err, ERR_FORMAT, "%s:%" PRIu64 ": expected 'frame;frame value'",
			reader->name, line->number);
	if (!parse_value(stack + begin, line->len - begin, value))
		return err_set(err, ERR_FORMAT, "%s:%" PRIu64 ": bad value '%.*s'", reader->name,
			line->number, (int)(line->len - begin > 32 ? 32 : line->len - begin),
			stack + begin);
	line->len = trim_end(stack, begin);
	return true;
}

bool folded_next(struct folded_reader *reader, struct folded_line *line, struct err *err)
{
	for (;;) {
		if (!next_text(reader, &line->stack, &line->len, err))
			return false;
		if (line->stack == NULL)
			return true;
		line->number = reader->number;
		line->len = trim_end(line->stack, line->len);
		if (line->len == 0 ||
			(line->stack[0] == '#' && (line->len == 1 || line->stack[1] == ' ')))
			continue;
		return folded_cut_value(reader, line, &line->value, err);
	}
}

bool folded_intern_frame(
	struct names *names, const char *text, size_t len, uint32_t *id, struct err *err)
{
	if (trim_end(text, len) == 0)
		return names_intern(names, "", 0, id, err);
	return names_intern_frame(names, text, len, id, err);
}

bool folded_add_stack(
	struct tree *tree, const char *stack, size_t len, uint32_t *node, struct err *err)
{
	const char *end = stack + len;

	*node = TREE_ROOT;
	for (;;) {
		const char *semi = memchr(stack, ';', (size_t)(end - stack));
		const char *stop = semi != NULL ? semi : end;
		uint32_t frame;

		if (!folded_intern_frame(tree->names, stack, (size_t)(stop - stack), &frame, err) ||
			!tree_child(tree, *node, frame, node, err))
			return false;
		if (semi == NULL)
			return true;
		stack = semi + 1;
	}
}

bool folded_add_value(
	struct tree *tree, uint32_t node, const struct folded_value *value, struct err *err)
{
	uint64_t scaled = value->digits;

	if (value->decimals > tree->decimals && !tree_set_decimals(tree, value->decimals, err))
		return false;
	for (unsigned i = value->decimals; i < tree->decimals; i++) {
		if (__builtin_mul_overflow(scaled, 10, &scaled))
			return err_set(err, ERR_FORMAT, "total overflows 64 bits");
	}
	return tree_add(tree, node, scaled, err);
}

/* The node of a line's stack, quickly when the stack was met before. */
static bool find_node(struct stack_cache *cache, struct tree *tree, const struct folded_line *line,
	uint32_t *node, struct err *err)
{
	uint64_t hash = stack_cache_hash(cache, line->stack, line->len);

	if (stack_cache_find(cache, line->stack, line->len, hash, node))
		return true;
	return folded_add_stack(tree, line->stack, line->len, node, err) &&
	       stack_cache_add(cache, line->stack, line->len, hash, *node, err);
}

bool folded_read(int fd, const char *name, struct tree *tree, struct err *err)
{
	struct stack_cache cache;
	struct folded_reader reader;
	struct folded_line line;
	bool ok;

	stack_cache_init(&cache);
	folded_open(&reader, fd, name);
	while ((ok = folded_next(&reader, &line, err)) && line.stack != NULL) {
		uint32_t node = TREE_ROOT;

		if (!find_node(&cache, tree, &line, &node, err) ||
			!folded_add_value(tree, node, &line.value, err)) {
			ok = err_prefix(err, "%s:%" PRIu64, name, line.number);
			break;
		}
	}
	folded_close(&reader);
	stack_cache_release(&cache);
	return ok;
}

/*
 * Stacks in the order of their bytes. Under one parent a child stands twice: as
 * the end of a stack ("foo") and as the beginning of longer ones ("foo;"),
 * since "foo(int)" belongs between them.
 */
struct written {
	uint32_t node;
	bool inner; /* the child's own children, not its own value */
};

struct writer {
	const struct tree *tree;
	const char *root_name;
	bool root_written;
	FILE *out;
	struct written *todo; /* a stack; the next one last */
	size_t count, cap;
	char *path; /* of the node at hand: its frames joined by ';' */
	size_t path_cap;
	size_t *path_len; /* by depth: how much of `path` its node's frames take */
	size_t path_len_cap;
};

static int compare_written(const void *a, const void *b, void *context)
{
	const struct written *left = a, *right = b;
	const struct tree *tree = context;
	const struct name *l = &tree->names->list[tree->frame[left->node]];
	const struct name *r = &tree->names->list[tree->frame[right->node]];
	uint32_t shared = l->len < r->len ? l->len : r->len;
	int order = memcmp(l->text, r->text, shared);
	int after_l, after_r;

	if (order != 0)
		return -order; /* the stack gives back the last one first */
	after_l = l->len > shared ? (unsigned char)l->text[shared] : left->inner ? ';' : -1;
	after_r = r->len > shared ? (unsigned char)r->text[shared] : right->inner ? ';' : -1;
	return after_r - after_l;
}

/* Stack up the children of `node`, sorted. */
static bool push_children(struct writer *writer, uint32_t node, struct err *err)
{
	const struct tree *tree = writer->tree;
	size_t first = writer->count;

	for (uint32_t child = tree->first_child[node]; child != TREE_NONE;
		child = tree->next_sibling[child]) {
		if (!mem_grow((void **)&writer->todo, &writer->cap, writer->count + 2,
			    sizeof(*writer->todo), err))
			return false;
		if (tree->self[child] > 0)
			writer->todo[writer->count++] = (struct written){ child, false };
		if (tree->first_child[child] != TREE_NONE)
			writer->todo[writer->count++] = (struct written){ child, true };
	}
	if (writer->count > first)
		qsort_r(writer->todo + first, writer->count - first, sizeof(*writer->todo),
			compare_written, (void *)(uintptr_t)tree);
	return true;
}

/* Make writer->path the frames down to `node`, which is at `depth` (1: below the root). */
static bool set_path(struct writer *writer, uint32_t node, size_t depth, struct err *err)
{
	const struct name *name = &writer->tree->names->list[writer->tree->frame[node]];
	size_t begin;

	if (!mem_grow((void **)&writer->path_len, &writer->path_len_cap, depth + 1,
		    sizeof(*writer->path_len), err))
		return false;
	writer->path_len[0] = 0;
	begin = writer->path_len[depth - 1];
	if (!mem_grow((void **)&writer->path, &writer->path_cap, begin + name->len + 1, 1, err))
		return false;
	if (begin > 0)
		writer->path[begin++] = ';';
	memcpy(writer->path + begin, name->text, name->len);
	writer->path_len[depth] = begin + name->len;
	return true;
}

void folded_format_value(uint64_t value, unsigned decimals, char *text, size_t size)
{
	uint64_t scale = 1;

	for (unsigned i = 0; i < decimals; i++)
		scale *= 10;
	if (decimals == 0 || value % scale == 0)
		snprintf(text, size, "%" PRIu64, value / scale);
	else
		snprintf(text, size, "%" PRIu64 ".%0*" PRIu64, value / scale, (int)decimals,
			value % scale);
}

static bool write_line(
	const struct writer *writer, const char *stack, size_t len, uint64_t value, struct err *err)
{
	char number[64];

	folded_format_value(value, writer->tree->decimals, number, sizeof(number));
	if (stack[0] == '#' && (len == 1 || stack[1] == ' ') && fputc(' ', writer->out) == EOF)
		return err_set_errno(err, errno, "cannot write");
	if (fwrite(stack, 1, len, writer->out) == len && fprintf(writer->out, " %s\n", number) > 0)
		return true;
	return err_set_errno(err, errno, "cannot write");
}

/* Write the root's own value, once, when `next` (NULL: the end) comes behind it. */
static bool write_root(struct writer *writer, const struct written *next, struct err *err)
{
	const struct tree *tree = writer->tree;
	size_t len = strlen(writer->root_name);

	if (writer->root_written || tree->self[TREE_ROOT] == 0)
		return true;
	if (next != NULL) {
		const struct name *name = &tree->names->list[tree->frame[next->node]];
		size_t shared = len < name->len ? len : name->len;
		int order = memcmp(writer->root_name, name->text, shared);

		if (order == 0 && len > name->len)
			order = next->inner ? (unsigned char)writer->root_name[shared] - ';' : 1;
		if (order > 0)
			return true;
	}
	writer->root_written = true;
	return write_line(writer, writer->root_name, len, tree->self[TREE_ROOT], err);
}

static bool write_stacks(struct writer *writer, struct err *err)
{
	const struct tree *tree = writer->tree;
	uint32_t parent = TREE_ROOT; /* whose child writer->path ends with, one level up */
	size_t depth = 0;            /* of that parent */

	if (!push_children(writer, TREE_ROOT, err))
		return false;
	while (writer->count > 0) {
		struct written next = writer->todo[--writer->count];

		while (tree->parent[next.node] != parent) {
			parent = tree->parent[parent];
			depth--;
		}
		if (depth == 0 && !write_root(writer, &next, err))
			return false;
		if (!set_path(writer, next.node, depth + 1, err))
			return false;
		if (!next.inner) {
			if (!write_line(writer, writer->path, writer->path_len[depth + 1],
				    tree->self[next.node], err))
				return false;
			continue;
		}
		parent = next.node;
		depth++;
		if (!push_children(writer, next.node, err))
			return false;
	}
	return write_root(writer, NULL, err);
}

bool folded_write(const struct tree *tree, const char *root_name, FILE *out, struct err *err)
{
	struct writer writer = { .tree = tree, .root_name = root_name, .out = out };
	bool ok = write_stacks(&writer, err);

	free(writer.todo);
	free(writer.path);
	free(writer.path_len);
	return ok;
}

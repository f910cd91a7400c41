#include "base/folded.h"

#include <assert.h>
#include <errno.h>
#include <inttypes.h>

#include "base/out.h"
#include "base/platform.h"
#include "base/sum.h"
#include "base/utf8.h"

enum {
	READ_BYTES = 128 * 1024,
	LINE_BYTES = 4 * 1024 * 1024, /* longer lines are not text: /dev/zero, say */
};

/* A decimal number: digits * 10^-decimals. */
struct folded_value {
	uint64_t digits;
	unsigned decimals; /* 0 to TREE_MAX_DECIMALS */
};

struct folded_line {
	const char *stack; /* not NUL-terminated */
	size_t len;        /* in bytes, without trailing blanks; never 0 */
	struct folded_value value;
};

/* Reads lines one by one, in bounded memory. */
struct folded_reader {
	folded_bytes_fn *bytes;
	void *from;
	const char *name; /* for messages */
	char *buffer;
	size_t cap, begin, end; /* the bytes not yet read are buffer[begin, end) */
	bool at_eof;
	uint64_t number; /* of the line, from 1 */
};

/* Read more bytes after what is left in the buffer. */
static bool fill(struct folded_reader *reader, struct err *err)
{
	size_t left = reader->end - reader->begin, got;

	if (left >= LINE_BYTES)
		return err_set(err, ERR_FORMAT, "%s:%" PRIu64 ": a line longer than 4 MiB",
			reader->name, reader->number + 1);
	if (reader->begin > 0) {
		assert(reader->buffer != NULL);
		memmove(reader->buffer, reader->buffer + reader->begin, left);
		reader->begin = 0;
		reader->end = left;
	}
	mem_need(reader->buffer, reader->cap, left + READ_BYTES);
	if (!reader->bytes(reader->from, reader->buffer + left, READ_BYTES, &got, err))
		return false;
	reader->end = left + got;
	reader->at_eof = got == 0;
	return true;
}

/* The next line without its newline, which lasts until the next call; NULL at the end. */
static bool next_text(struct folded_reader *reader, const char **text, size_t *len, struct err *err)
{
	size_t scanned = 0;

	if (reader->buffer == NULL && !fill(reader, err))
		return false;
	for (;;) {
		const char *begin = reader->buffer + reader->begin;
		size_t left = reader->end - reader->begin;
		const char *newline =
			left > scanned ? memchr(begin + scanned, '\n', left - scanned) : NULL;

		if (newline != NULL || reader->at_eof) {
			*text = newline != NULL || left > 0 ? begin : NULL;
			*len = newline != NULL ? (size_t)(newline - begin) : left;
			reader->begin += *len + (newline != NULL);
			reader->number++;
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

/* Without trailing blanks: spaces, tabs and CRs. */
static size_t trim(const char *text, size_t len)
{
	while (len > 0 && is_blank(text[len - 1]))
		len--;
	return len;
}

static bool add_digit(struct folded_value *value, char digit)
{
	return !__builtin_mul_overflow(value->digits, 10, &value->digits) &&
	       !__builtin_add_overflow(value->digits, (uint64_t)(digit - '0'), &value->digits);
}

/* Digits with an optional fraction; more than TREE_MAX_DECIMALS are cut off. */
static bool parse_value(const char *text, size_t len, struct folded_value *value)
{
	size_t at = 0, point;

	*value = (struct folded_value){ 0 };
	for (; at < len && text[at] >= '0' && text[at] <= '9'; at++) {
		if (!add_digit(value, text[at]))
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
		if (!add_digit(value, text[at]))
			return false;
		value->decimals++;
	}
	/* Cutting may leave zeros: 0.30000000000000004 needs one decimal. */
	for (; value->decimals > 0 && value->digits % 10 == 0; value->decimals--)
		value->digits /= 10;
	return at == len;
}

/* Cut the value off the end of line->stack. */
static bool cut_value(struct folded_line *line, struct err *err)
{
	const char *stack = line->stack;
	size_t begin = line->len;

	while (begin > 0 && !is_blank(stack[begin - 1]))
		begin--;
	if (trim(stack, begin) == 0)
		return err_set(err, ERR_FORMAT, "expected 'frame;frame value'");
	if (!parse_value(stack + begin, line->len - begin, &line->value))
		return err_set(err, ERR_FORMAT,
			"bad value '%.*s': expected digits, as in 12 or 12.5, that fit in 64 bits",
			(int)(line->len - begin > 32 ? 32 : line->len - begin), stack + begin);
	line->len = trim(stack, begin);
	return true;
}

static bool is_comment(const char *text, size_t len)
{
	return text[0] == '#' && (len == 1 || text[1] == ' ');
}

/* Add a value to a node, with the tree's decimals or, where needed, more. */
static bool add_value(
	struct tree *tree, uint32_t node, const struct folded_value *value, struct err *err)
{
	uint64_t scaled = value->digits;

	if (value->decimals > tree->decimals && !tree_set_decimals(tree, value->decimals, err))
		return false;
	return sum_scale(&scaled, sum_power_of_ten(tree->decimals - value->decimals), err) &&
	       tree_add(tree, node, scaled, err);
}

/*
 * The path from the root to the stack that was added last. The next stack usually shares a prefix
 * with it (always where stacks are sorted), and what they share needs no look-up.
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

/*
 * A frame of folded text: names_intern_frame(), except that an empty one ("a;;b") stays empty, as
 * in the pictures of other tools.
 */
static uint32_t intern_frame(struct names *names, const char *text, size_t len, uint32_t hash)
{
	if (trim(text, len) == 0)
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

/* Find or make the node of a stack's text, its frames joined by ';'. */
static uint32_t add_stack(struct stack_path *path, struct tree *tree, const char *stack, size_t len)
{
	go_back(path, stack, len);
	mem_need(path->text, path->text_cap, len + 1);
	go_on(path, tree, stack, len);
	memcpy(path->text, stack, len);
	return path->steps[path->count - 1].node;
}

/*
 * Stacks that were met, and their nodes: they are long and repeat, so whole ones are looked up
 * before they are cut into frames, by length and a seeded hash, without the text, which would be
 * far away in memory: of a million stacks, two are taken for one in a file of ten million.
 */
struct known_stack {
	uint64_t hash;
	uint32_t len, node; /* len 0: none */
};

enum { KNOWN_SETS = 1 << 14, SET_SIZE = 4, VICTIM_SHIFT = 62 };

struct known_stacks {
	struct known_stack (*sets)[SET_SIZE]; /* by hash: those met lately */
	uint64_t seed;
	struct stack_path path;
};

static uint32_t find_node(
	struct known_stacks *known, struct tree *tree, const struct folded_line *line)
{
	uint64_t hash = mem_hash(line->stack, line->len, known->seed);
	struct known_stack *set = known->sets[hash % KNOWN_SETS], *at = set;

	for (; at < set + SET_SIZE && at->len > 0; at++) {
		if (at->hash == hash && at->len == line->len)
			return at->node;
	}
	if (at == set + SET_SIZE)
		at = set + (hash >> VICTIM_SHIFT);
	*at = (struct known_stack){ hash, (uint32_t)line->len,
		add_stack(&known->path, tree, line->stack, line->len) };
	return at->node;
}

static bool read_stacks(struct folded_reader *reader, struct known_stacks *known, struct tree *tree,
	struct err *err)
{
	struct folded_line line = { 0 };

	while (next_text(reader, &line.stack, &line.len, err)) {
		size_t mark;

		if (line.stack == NULL)
			return true;
		mark = reader->number == 1 ? utf8_mark(line.stack, line.len) : 0;
		line.stack += mark;
		line.len = trim(line.stack, line.len - mark);
		if (line.len == 0 || is_comment(line.stack, line.len))
			continue;
		if (!cut_value(&line, err) ||
			!add_value(tree, find_node(known, tree, &line), &line.value, err))
			return err_prefix(err, "%s:%" PRIu64, reader->name, reader->number);
	}
	return false;
}

bool folded_read(
	folded_bytes_fn *bytes, void *from, const char *name, struct tree *tree, struct err *err)
{
	struct folded_reader reader = { .bytes = bytes, .from = from, .name = name };
	struct known_stacks known = { .seed = mem_hash_seed() };
	bool ok;

	known.sets = mem_zeroed(KNOWN_SETS, sizeof(*known.sets));
	ok = read_stacks(&reader, &known, tree, err);
	free(reader.buffer);
	free(known.sets);
	free(known.path.text);
	free(known.path.steps);
	return ok;
}

/*
 * Stacks in the order of their bytes. A child appears twice under its parent:
 * as the end of a stack ("foo") and as the beginning of longer ones ("foo;"),
 * since "foo(int)" sorts between them.
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
	struct written *waiting; /* a stack; the next one last */
	size_t count, cap;
	char *path; /* of the node at hand: its frames joined by ';' */
	size_t path_cap;
	size_t *path_len; /* by depth: the length of `path` down to its node */
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
		return -order; /* the last one pushed is popped first */
	after_l = l->len > shared ? (unsigned char)l->text[shared] : left->inner ? ';' : -1;
	after_r = r->len > shared ? (unsigned char)r->text[shared] : right->inner ? ';' : -1;
	return after_r - after_l;
}

/* Push the children of `node`, sorted. */
static void push_children(struct writer *writer, uint32_t node)
{
	const struct tree *tree = writer->tree;
	size_t first = writer->count;

	for (uint32_t child = tree->first_child[node]; child != TREE_NONE;
		child = tree->next_sibling[child]) {
		mem_need(writer->waiting, writer->cap, writer->count + 2);
		if (tree->self[child] > 0)
			writer->waiting[writer->count++] = (struct written){ child, false };
		if (tree->first_child[child] != TREE_NONE)
			writer->waiting[writer->count++] = (struct written){ child, true };
	}
	if (writer->count > first)
		platform_sort(writer->waiting + first, writer->count - first,
			sizeof(*writer->waiting), compare_written, (void *)(uintptr_t)tree);
}

/* Make writer->path the frames down to `node`, which is at `depth` (1: below the root). */
static void set_path(struct writer *writer, uint32_t node, size_t depth)
{
	const struct name *name = &writer->tree->names->list[writer->tree->frame[node]];
	size_t begin;

	mem_need(writer->path_len, writer->path_len_cap, depth + 1);
	writer->path_len[0] = 0;
	begin = writer->path_len[depth - 1];
	mem_need(writer->path, writer->path_cap, begin + name->len + 1);
	if (depth > 1)
		writer->path[begin++] = ';';
	memcpy(writer->path + begin, name->text, name->len);
	writer->path_len[depth] = begin + name->len;
}

void folded_format_value(uint64_t value, unsigned decimals, char *text, size_t size)
{
	uint64_t scale = 1;

	/* a value is always written alike, whatever decimals others in the tree need */
	for (; decimals > 0 && value % 10 == 0; decimals--)
		value /= 10;
	for (unsigned i = 0; i < decimals; i++)
		scale *= 10;
	if (decimals == 0)
		snprintf(text, size, "%" PRIu64, value);
	else
		snprintf(text, size, "%" PRIu64 ".%0*" PRIu64, value / scale, (int)decimals,
			value % scale);
}

static void write_line(const struct writer *writer, const char *stack, size_t len, uint64_t value)
{
	static const char unnamed[] = "[unnamed]";
	char number[64];

	folded_format_value(value, writer->tree->decimals, number, sizeof(number));
	if (len == 0) { /* one empty frame: a line needs a stack */
		stack = unnamed;
		len = strlen(unnamed);
	}
	if (is_comment(stack, len) || utf8_mark(stack, len) > 0)
		fputc(' ', writer->out);
	fwrite(stack, 1, len, writer->out);
	fprintf(writer->out, " %s\n", number);
}

/* Write the root's own value, once, when `next` (NULL: the end) sorts after it. */
static void write_root(struct writer *writer, const struct written *next)
{
	const struct tree *tree = writer->tree;
	size_t len = strlen(writer->root_name);

	if (writer->root_written || tree->self[TREE_ROOT] == 0)
		return;
	if (next != NULL) {
		const struct name *name = &tree->names->list[tree->frame[next->node]];
		size_t shared = len < name->len ? len : name->len;
		int order = memcmp(writer->root_name, name->text, shared);

		if (order == 0 && len > name->len)
			order = next->inner ? (unsigned char)writer->root_name[shared] - ';' : 1;
		if (order > 0)
			return;
	}
	writer->root_written = true;
	write_line(writer, writer->root_name, len, tree->self[TREE_ROOT]);
}

static void write_stacks(struct writer *writer)
{
	const struct tree *tree = writer->tree;
	uint32_t parent = TREE_ROOT; /* the parent of the last node of writer->path */
	size_t depth = 0;            /* of that parent */

	push_children(writer, TREE_ROOT);
	while (writer->count > 0 && !ferror(writer->out)) {
		struct written next = writer->waiting[--writer->count];

		while (tree->parent[next.node] != parent) {
			parent = tree->parent[parent];
			depth--;
		}
		if (depth == 0)
			write_root(writer, &next);
		set_path(writer, next.node, depth + 1);
		if (!next.inner) {
			write_line(writer, writer->path, writer->path_len[depth + 1],
				tree->self[next.node]);
			continue;
		}
		parent = next.node;
		depth++;
		push_children(writer, next.node);
	}
	write_root(writer, NULL);
}

bool folded_write(const struct tree *tree, const char *root_name, FILE *out, struct err *err)
{
	struct writer writer = { .tree = tree, .root_name = root_name, .out = out };

	write_stacks(&writer);
	free(writer.waiting);
	free(writer.path);
	free(writer.path_len);
	return !ferror(out) || out_check_written(out, err);
}

#include "capture/program/stacks.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

/* A frame as an interned string: its kind, its domain, its text. */
enum { KEY_DOMAIN = 1, KEY_TEXT = KEY_DOMAIN + sizeof(uint32_t) };

/* Build the key in `fixed` or, when it is longer, on the heap; NULL: no memory. */
static char *make_key(
	enum format_kind kind, uint32_t domain, const char *text, size_t len, char fixed[512])
{
	char *key = KEY_TEXT + len <= 512 ? fixed : malloc(KEY_TEXT + len);

	if (key == NULL)
		return NULL;
	key[0] = (char)kind;
	memcpy(key + KEY_DOMAIN, &domain, sizeof(domain));
	memcpy(key + KEY_TEXT, text, len);
	return key;
}

static bool find_frame(struct stacks *stacks, enum format_kind kind, uint32_t domain,
	const char *text, size_t len, uint32_t *frame)
{
	char fixed[512], *key = make_key(kind, domain, text, len, fixed);
	bool found = key != NULL && names_find(&stacks->names, key, KEY_TEXT + len, frame);

	if (key != fixed)
		free(key);
	return found;
}

static bool intern_frame(struct stacks *stacks, enum format_kind kind, uint32_t domain,
	const char *text, size_t len, uint32_t *frame)
{
	char fixed[512], *key = make_key(kind, domain, text, len, fixed);

	if (key == NULL)
		return false;
	/* A full tree takes no new frames, and then names must not grow either. */
	if (stacks->tree.count < stacks->max_nodes)
		*frame = names_may_intern(&stacks->names, key, KEY_TEXT + len);
	else if (!names_find(&stacks->names, key, KEY_TEXT + len, frame))
		*frame = stacks->overflow;
	if (key != fixed)
		free(key);
	return *frame != NAME_NONE;
}

bool stacks_init(struct stacks *stacks, uint32_t max_nodes, struct err *err)
{
	stacks->lock = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;
	stacks->max_nodes = max_nodes;
	names_init(&stacks->names);
	if (!tree_may_init(&stacks->tree, &stacks->names) ||
		!intern_frame(stacks, FORMAT_OVERFLOW, 0, FORMAT_OVERFLOW_NAME,
			strlen(FORMAT_OVERFLOW_NAME), &stacks->overflow))
		return err_nomem(err);
	return true;
}

static uint32_t child_of_frame(struct stacks *stacks, uint32_t parent, uint32_t frame)
{
	uint32_t child = tree_find(&stacks->tree, parent, frame);

	if (child != TREE_NONE)
		return child;
	if (stacks->tree.count >= stacks->max_nodes)
		frame = stacks->overflow;
	/* At most one more for each node below the limit. */
	child = tree_may_child(&stacks->tree, parent, frame);
	return child != TREE_NONE ? child : parent;
}

static bool is_overflow(const struct stacks *stacks, uint32_t node)
{
	return stacks->tree.frame[node] == stacks->overflow;
}

uint32_t stacks_child(struct stacks *stacks, uint32_t parent, enum format_kind kind,
	uint32_t domain, const char *text, size_t len, const char **stored)
{
	uint32_t frame, child = parent;

	*stored = NULL;
	pthread_mutex_lock(&stacks->lock);
	if (is_overflow(stacks, parent)) {
		child = parent;
	} else if (intern_frame(stacks, kind, domain, text, len, &frame)) {
		child = child_of_frame(stacks, parent, frame);
		if (frame != stacks->overflow)
			*stored = stacks->names.list[frame].text + KEY_TEXT;
	}
	pthread_mutex_unlock(&stacks->lock);
	return child;
}

/* How many ranges below the parent that have this name without numbers have nodes of their own. */
static uint8_t *count_shape(struct stacks *stacks, uint32_t parent, uint32_t masked)
{
	uint32_t had = stacks->shapes.count;
	uint32_t index = idmap_may_add(&stacks->shapes, (uint64_t)parent << 32 | masked);

	if (index == IDMAP_NONE ||
		!mem_may_need(stacks->shape, stacks->shape_cap, stacks->shapes.count))
		return NULL;
	if (stacks->shapes.count > had)
		stacks->shape[index] = 0;
	return &stacks->shape[index];
}

uint32_t stacks_numbered_child(struct stacks *stacks, uint32_t parent, uint32_t domain,
	const char *text, size_t len, const char *masked, size_t masked_len, bool is_on,
	bool *is_shared, const char **stored, const char **stored_masked)
{
	uint32_t frame, masked_frame, child = parent;

	*is_shared = false;
	*stored = *stored_masked = NULL;
	pthread_mutex_lock(&stacks->lock);
	if (is_overflow(stacks, parent)) {
		pthread_mutex_unlock(&stacks->lock);
		return parent;
	}
	if (!find_frame(stacks, FORMAT_RANGE, domain, text, len, &frame) ||
		tree_find(&stacks->tree, parent, frame) == TREE_NONE) {
		if (intern_frame(stacks, FORMAT_RANGE, domain, masked, masked_len, &masked_frame)) {
			uint8_t *shape = is_on ? count_shape(stacks, parent, masked_frame) : NULL;

			/* A name that gets no node, or no memory, is not kept either. */
			*is_shared = shape == NULL || *shape >= STACKS_KEPT ||
				     !intern_frame(stacks, FORMAT_RANGE, domain, text, len, &frame);
			child = child_of_frame(stacks, parent, *is_shared ? masked_frame : frame);
			if (shape != NULL && *shape <= STACKS_KEPT && !is_overflow(stacks, child)) {
				++*shape;
				stacks->shared += *shape > STACKS_KEPT;
			}
			if (masked_frame != stacks->overflow)
				*stored_masked = stacks->names.list[masked_frame].text + KEY_TEXT;
		}
	} else {
		child = tree_find(&stacks->tree, parent, frame);
		*stored = stacks->names.list[frame].text + KEY_TEXT;
	}
	pthread_mutex_unlock(&stacks->lock);
	return child;
}

uint32_t stacks_move(struct stacks *stacks, uint32_t node, uint32_t parent)
{
	uint32_t child = parent;

	pthread_mutex_lock(&stacks->lock);
	if (!is_overflow(stacks, parent))
		child = child_of_frame(stacks, parent, stacks->tree.frame[node]);
	pthread_mutex_unlock(&stacks->lock);
	return child;
}

uint32_t stacks_captured(struct stacks *stacks)
{
	uint32_t frame, node;

	pthread_mutex_lock(&stacks->lock);
	/* a frame that is unique */
	if (stacks->captured == TREE_ROOT &&
		intern_frame(stacks, FORMAT_NO_LAUNCH, 0, "", 0, &frame))
		stacks->captured = child_of_frame(stacks, TREE_ROOT, frame);
	node = stacks->captured;
	pthread_mutex_unlock(&stacks->lock);
	return node;
}

/* The node that the frames of a stack are below. */
static bool is_base(const struct stacks *stacks, uint32_t node)
{
	return node == TREE_ROOT || (node == stacks->captured && !is_overflow(stacks, node));
}

static size_t depth_of(const struct stacks *stacks, uint32_t node)
{
	size_t depth = 0;

	for (; !is_base(stacks, node); node = stacks->tree.parent[node])
		depth++;
	return depth;
}

/* Whether `frame` is also what `node` has, or has with another number, at `level` of `depth`. */
static bool has_at(
	const struct stacks *stacks, uint32_t node, size_t level, size_t depth, uint32_t frame)
{
	const char *text = stacks->names.list[frame].text, *other;

	for (; level + 1 < depth; level++)
		node = stacks->tree.parent[node];
	other = stacks->names.list[stacks->tree.frame[node]].text;
	return memcmp(text, other, KEY_TEXT) == 0 && names_alike(text + KEY_TEXT, other + KEY_TEXT);
}

uint32_t stacks_join(struct stacks *stacks, uint32_t base, uint32_t node)
{
	uint32_t fixed[64], *path = fixed, leaf = base;
	size_t depth, most, same = 0;

	pthread_mutex_lock(&stacks->lock);
	depth = depth_of(stacks, node);
	most = depth_of(stacks, base);
	if (depth > ARRAY_SIZE(fixed))
		path = malloc(depth * sizeof(*path));
	if (path == NULL) {
		pthread_mutex_unlock(&stacks->lock);
		return base;
	}
	for (size_t i = depth; i > 0; node = stacks->tree.parent[node])
		path[--i] = stacks->tree.frame[node];
	while (same < depth && same < most && has_at(stacks, base, same, most, path[same]))
		same++;
	for (; same < depth && !is_overflow(stacks, leaf); same++)
		leaf = child_of_frame(stacks, leaf, path[same]);
	pthread_mutex_unlock(&stacks->lock);
	if (path != fixed)
		free(path);
	return leaf;
}

uint32_t stacks_text(struct stacks *stacks, const char *text, size_t len, const char **stored)
{
	uint32_t id;

	pthread_mutex_lock(&stacks->lock);
	id = names_may_intern(&stacks->names, text, len);
	*stored = id != NAME_NONE ? stacks->names.list[id].text : NULL;
	pthread_mutex_unlock(&stacks->lock);
	return id;
}

size_t stacks_copy(struct stacks *stacks, uint32_t known, uint32_t *parents,
	struct stack_frame *frames, size_t room)
{
	size_t count = 0;

	pthread_mutex_lock(&stacks->lock);
	for (uint32_t node = known; node < stacks->tree.count && count < room; node++, count++) {
		const struct name *name;

		parents[count] = stacks->tree.parent[node];
		frames[count] = (struct stack_frame){ .text = "" };
		if (node == TREE_ROOT)
			continue;
		name = &stacks->names.list[stacks->tree.frame[node]];
		frames[count].kind = (enum format_kind)name->text[0];
		memcpy(&frames[count].domain, name->text + KEY_DOMAIN, sizeof(uint32_t));
		frames[count].text = name->text + KEY_TEXT;
		frames[count].len = name->len - (uint32_t)KEY_TEXT;
	}
	pthread_mutex_unlock(&stacks->lock);
	return count;
}

size_t stacks_copy_texts(
	struct stacks *stacks, uint32_t known, const char **texts, uint32_t *lens, size_t room)
{
	size_t count = 0;

	pthread_mutex_lock(&stacks->lock);
	for (uint32_t id = known; id < stacks->names.count && count < room; id++, count++) {
		texts[count] = stacks->names.list[id].text;
		lens[count] = stacks->names.list[id].len;
	}
	pthread_mutex_unlock(&stacks->lock);
	return count;
}

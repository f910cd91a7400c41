#include "export/stack_walk.h"

#include "base/order.h"

static int compare(const void *context, uint32_t a, uint32_t b)
{
	const struct tree *tree = context;

	/* backwards: what is pushed last is popped first */
	return names_compare(tree->names, tree->frame[b], tree->frame[a]);
}

/* Push the children of `node` onto ahead[0..count), the first in order last. */
static void push_children(const struct tree *tree, uint32_t node, uint32_t *ahead, size_t *count)
{
	size_t begin = *count;

	for (uint32_t child = tree->first_child[node]; child != TREE_NONE;
		child = tree->next_sibling[child])
		ahead[(*count)++] = child;
	order_by(ahead + begin, *count - begin, compare, tree);
}

static void walk_down(struct stack_walk *walk)
{
	const struct tree *tree = walk->tree;
	uint32_t *ahead = mem_zeroed(tree->count, sizeof(*ahead));
	size_t count = 0;

	push_children(tree, TREE_ROOT, ahead, &count);
	while (count > 0) {
		uint32_t node = ahead[--count], frame = tree->frame[node];

		walk->nodes[walk->count++] = node;
		if (walk->number[frame] == UINT32_MAX) {
			walk->number[frame] = walk->frame_count;
			walk->frames[walk->frame_count++] = frame;
		}
		push_children(tree, node, ahead, &count);
	}
	free(ahead);
}

void stack_walk_init(struct stack_walk *walk, const struct tree *tree)
{
	*walk = (struct stack_walk){
		.tree = tree,
		.nodes = mem_zeroed(tree->count, sizeof(*walk->nodes)),
		.frames = mem_zeroed(tree->count, sizeof(*walk->frames)),
		.number = mem_nones(tree->names->count),
	};
	walk_down(walk);
}

void stack_walk_release(struct stack_walk *walk)
{
	free(walk->nodes);
	free(walk->frames);
	free(walk->number);
	*walk = (struct stack_walk){ 0 };
}

#include "capture/device/graph_nodes.h"

#include "base/err.h"
#include "base/mem.h"
#include "capture/clock.h"

static uint32_t now_s(void)
{
	return (uint32_t)(clock_ns() / 1000000000);
}

/* How long a launch may go on after its graph was destroyed. */
enum { KEEP_S = 30 };

void graph_nodes_init(struct graph_nodes *nodes)
{
	nodes->lock = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;
}

static struct captured_node *find_slot(const struct graph_nodes *nodes, uint64_t id)
{
	size_t at = (size_t)mem_mix64(id) & nodes->mask;

	while (nodes->slots[at].id != 0 && nodes->slots[at].id != id)
		at = (at + 1) & nodes->mask;
	return &nodes->slots[at];
}

/* Build a table for `count` nodes, at most half full, of those to keep. */
static bool rebuild(struct graph_nodes *nodes, size_t count)
{
	struct graph_nodes next = *nodes;
	uint32_t now = now_s();
	size_t size = 64;

	while (size < count * 2)
		size *= 2;
	next.slots = mem_may_zero(size, sizeof(*next.slots));
	if (next.slots == NULL)
		return false;
	next.mask = size - 1;
	next.count = 0;
	next.has_dying = false;
	for (size_t i = 0; nodes->slots != NULL && i <= nodes->mask; i++) {
		const struct captured_node *node = &nodes->slots[i];

		if (node->id == 0 || (node->dying != 0 && now >= node->dying + KEEP_S))
			continue;
		*find_slot(&next, node->id) = *node;
		next.count++;
		next.has_dying |= node->dying != 0;
	}
	free(nodes->slots);
	nodes->slots = next.slots;
	nodes->mask = next.mask;
	nodes->count = next.count;
	nodes->has_dying = next.has_dying;
	return true;
}

void graph_nodes_add(struct graph_nodes *nodes, const struct captured_node *node)
{
	struct captured_node *slot;

	if (node->id == 0)
		return;
	pthread_mutex_lock(&nodes->lock);
	if ((nodes->slots == NULL || (nodes->count + 1) * 2 > nodes->mask) &&
		!rebuild(nodes, nodes->count * 2)) {
		pthread_mutex_unlock(&nodes->lock);
		return;
	}
	slot = find_slot(nodes, node->id);
	if (slot->id == 0)
		nodes->count++;
	/* CUPTI reports a copy twice: as cloned, and as created, which says less. */
	if (slot->id == 0 || slot->dying != 0 || node->is_copy || !slot->is_copy)
		*slot = *node;
	pthread_mutex_unlock(&nodes->lock);
}

bool graph_nodes_find(struct graph_nodes *nodes, uint64_t id, uint32_t *node)
{
	bool found = false;

	pthread_mutex_lock(&nodes->lock);
	if (nodes->slots != NULL) {
		const struct captured_node *slot = find_slot(nodes, id);

		found = id != 0 && slot->id == id;
		if (found)
			*node = slot->node;
	}
	pthread_mutex_unlock(&nodes->lock);
	return found;
}

void graph_nodes_flushed(struct graph_nodes *nodes)
{
	pthread_mutex_lock(&nodes->lock);
	if (nodes->has_dying && now_s() >= nodes->cleaned_s + KEEP_S) {
		nodes->cleaned_s = now_s();
		/* without memory they stay longer */
		(void)rebuild(nodes, nodes->count);
	}
	pthread_mutex_unlock(&nodes->lock);
}

static void mark_dying(struct graph_nodes *nodes, struct captured_node *node)
{
	if (node->id == 0 || node->dying != 0)
		return;
	node->dying = now_s() + 1;
	nodes->has_dying = true;
}

void graph_nodes_node_dies(struct graph_nodes *nodes, uint64_t id)
{
	pthread_mutex_lock(&nodes->lock);
	if (nodes->slots != NULL && id != 0)
		mark_dying(nodes, find_slot(nodes, id));
	pthread_mutex_unlock(&nodes->lock);
}

void graph_nodes_graph_dies(struct graph_nodes *nodes, uint32_t graph)
{
	pthread_mutex_lock(&nodes->lock);
	for (size_t i = 0; nodes->slots != NULL && i <= nodes->mask; i++) {
		if (nodes->slots[i].graph == graph)
			mark_dying(nodes, &nodes->slots[i]);
	}
	pthread_mutex_unlock(&nodes->lock);
}

#include "svg/columns.h"

#include "base/mem.h"

enum number_column {
	COLUMN_CHILDREN,
	COLUMN_NAME,
	COLUMN_SELF,
	COLUMN_BEFORE,
	COLUMN_OPS,
	COLUMN_MIN,
	COLUMN_MAX,
	COLUMN_OPS_AFTER,
	COLUMN_OPS_BEFORE,
	COLUMN_STACK,
	COLUMNS,
};

static const char *const column_names[COLUMNS] = {
	[COLUMN_CHILDREN] = "children",
	[COLUMN_NAME] = "name",
	[COLUMN_SELF] = "self",
	[COLUMN_BEFORE] = "before",
	[COLUMN_OPS] = "ops",
	[COLUMN_MIN] = "min",
	[COLUMN_MAX] = "max",
	/* other names than "ops": these may be fractions; see ops_scale */
	[COLUMN_OPS_AFTER] = "ops_after",
	[COLUMN_OPS_BEFORE] = "ops_before",
	[COLUMN_STACK] = "stack",
};

static bool has_column(const struct graph *graph, enum number_column column)
{
	switch (column) {
	case COLUMN_BEFORE:
		return graph->self_before != NULL;
	case COLUMN_OPS:
	case COLUMN_MIN:
	case COLUMN_MAX:
		return graph->stats != NULL && graph->self_before == NULL;
	case COLUMN_OPS_AFTER:
	case COLUMN_OPS_BEFORE:
		return graph->ops_before != NULL;
	case COLUMN_STACK:
		return graph->stack != NULL;
	case COLUMN_CHILDREN:
	case COLUMN_NAME:
	case COLUMN_SELF:
	case COLUMNS:
		break;
	}
	return true;
}

const char *columns_name(const struct graph *graph, unsigned which)
{
	for (enum number_column column = 0; column < COLUMNS; column++) {
		if (has_column(graph, column) && which-- == 0)
			return column_names[column];
	}
	return NULL;
}

/* The order of the payload, and arrays to compute it. All are by box, except `level`. */
struct levels {
	uint32_t *children; /* number of children */
	uint32_t *level;    /* by depth: where it ends */
	uint32_t *list;     /* level by level; siblings in order of arrival */
	uint32_t *first;    /* where the children of a box begin in `order` */
	uint32_t *order;    /* level by level; siblings in the order of their parents */
};

static void levels_release(struct levels *levels)
{
	free(levels->children);
	free(levels->level);
	free(levels->list);
	free(levels->first);
	free(levels->order);
}

static void levels_init(struct levels *levels, const struct graph *graph)
{
	levels->children = mem_zeroed(graph->count, sizeof(uint32_t));
	levels->level = mem_zeroed((size_t)graph->deepest + 2, sizeof(uint32_t));
	levels->list = mem_zeroed(graph->count, sizeof(uint32_t));
	levels->first = mem_zeroed(graph->count, sizeof(uint32_t));
	levels->order = mem_zeroed(graph->count, sizeof(uint32_t));
}

static void find_order(struct levels *levels, const struct graph *graph)
{
	uint32_t *level = levels->level, *order = levels->order;
	uint32_t next = 1, placed = 1;

	for (uint32_t box = 0; box < graph->count; box++) {
		level[graph->depth[box] + 1]++;
		if (box > 0)
			levels->children[graph->parent[box]]++;
	}
	for (uint32_t depth = 0; depth <= graph->deepest; depth++)
		level[depth + 1] += level[depth];
	for (uint32_t i = 0; i < graph->count; i++) {
		uint32_t box = graph->came[i];

		levels->list[level[graph->depth[box]]++] = box;
	}
	for (uint32_t i = 0, depth = 0; i < graph->count; i++) {
		levels->first[order[i]] = next;
		next += levels->children[order[i]];
		if (i + 1 < level[depth])
			continue;
		/* a level is complete: the next one can be placed */
		for (depth++; placed < graph->count && placed < level[depth]; placed++) {
			uint32_t box = levels->list[placed];

			order[levels->first[graph->parent[box]]++] = box;
		}
	}
}

/* Put boxes with children before those without; both keep their order. */
static void part_leaves(struct levels *levels, uint32_t count)
{
	uint32_t inner = 0, leaves = 0;

	for (uint32_t i = 0; i < count; i++) {
		if (levels->children[levels->order[i]] > 0)
			levels->order[inner++] = levels->order[i];
		else
			levels->list[leaves++] = levels->order[i];
	}
	for (uint32_t i = 0; i < leaves; i++)
		levels->order[inner + i] = levels->list[i];
}

static uint64_t value_of(
	struct picture *picture, const uint32_t *children, enum number_column column, uint32_t box)
{
	const struct graph *graph = picture->graph;

	switch (column) {
	case COLUMN_CHILDREN:
		return children[box];
	case COLUMN_NAME:
		return picture_shown(picture, box)->index;
	case COLUMN_SELF:
		return graph->self[box];
	case COLUMN_BEFORE:
		return graph->self_before[box];
	case COLUMN_OPS:
	case COLUMN_OPS_AFTER:
		return graph->stats[box].count;
	case COLUMN_OPS_BEFORE:
		return graph->ops_before[box];
	case COLUMN_MIN:
		return graph->stats[box].min;
	case COLUMN_MAX:
		return graph->stats[box].max;
	case COLUMN_STACK:
		return graph->stack[box];
	case COLUMNS:
		break;
	}
	return 0;
}

/* As many planes as the largest number has bytes, lowest bytes first. */
static void put_planes(struct pack *pack, const uint64_t *numbers, uint32_t count)
{
	unsigned char plane[1 << 12], planes = 0;
	uint64_t bits = 0;

	for (uint32_t i = 0; i < count; i++)
		bits |= numbers[i];
	for (; bits > 0; bits >>= 8)
		planes++;
	pack_put(pack, &planes, 1);
	for (unsigned char shift = 0; shift < planes * 8; shift += 8) {
		size_t used = 0;

		for (uint32_t i = 0; i < count; i++) {
			plane[used++] = (unsigned char)(numbers[i] >> shift);
			if (used == sizeof(plane) || i + 1 == count) {
				pack_put(pack, plane, used);
				used = 0;
			}
		}
	}
}

void columns_write(struct picture *picture, struct pack *pack)
{
	const struct graph *graph = picture->graph;
	uint64_t *numbers = mem_zeroed(graph->count, sizeof(*numbers));
	struct levels levels;

	levels_init(&levels, graph);
	find_order(&levels, graph);
	pack_begin_numbers(pack);
	for (enum number_column column = 0; column < COLUMNS; column++) {
		if (!has_column(graph, column))
			continue;
		if (column == COLUMN_CHILDREN + 1)
			part_leaves(&levels, graph->count);
		for (uint32_t i = 0; i < graph->count; i++)
			numbers[i] = value_of(picture, levels.children, column, levels.order[i]);
		put_planes(pack, numbers, graph->count);
	}
	levels_release(&levels);
	free(numbers);
}

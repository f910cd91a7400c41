#include <stdlib.h>

#include "base/mem.h"
#include "export/export.h"
#include "export/stack_walk.h"

static void put_values(struct json_write *json, const struct tree *tree, uint32_t node)
{
	json_put_value(json, "value", tree->self[node], tree->decimals);
	if (tree->stats == NULL || tree->stats[node].count == 0)
		return;
	jw_uint(json, "count", tree->stats[node].count);
	json_put_value(json, "min", tree->stats[node].min, tree->decimals);
	json_put_value(json, "max", tree->stats[node].max, tree->decimals);
}

static void put_stacks(struct json_write *json, const struct stack_walk *walk)
{
	const struct tree *tree = walk->tree;
	uint32_t *path = mem_zeroed((size_t)walk->deepest + 1, sizeof(*path));

	for (size_t i = 0; i <= walk->count; i++) { /* the root's is the first */
		uint32_t node = i > 0 ? walk->nodes[i - 1] : TREE_ROOT;
		uint32_t depth = i > 0 ? walk->depth[i - 1] : 0;

		if (depth > 0)
			path[depth - 1] = walk->number[tree->frame[node]];
		if (!stack_walk_has_value(walk, node))
			continue;
		jw_line(json, "\n");
		jw_object(json, NULL);
		json_put_stack(json, "stack", path, depth);
		put_values(json, tree, node);
		jw_end(json);
	}
	free(path);
}

bool write_collapse_json(const struct export *export, FILE *out, struct err *err)
{
	const struct tree *tree = export->tree;
	struct text text = { 0 };
	struct json_write json = { .text = &text, .out = out };
	struct stack_walk walk;

	stack_walk_init(&walk, tree);
	jw_object(&json, NULL);
	jw_string(&json, "format", "gpuflame collapse");
	jw_uint(&json, "version", 1);
	jw_string(&json, "generator", "gpuflame " GPUFLAME_VERSION);
	jw_line(&json, "\n");
	jw_string(&json, "unit", export->unit);
	json_put_value(&json, "total", tree->total, tree->decimals);
	jw_line(&json, "\n");
	jw_array(&json, "frames");
	for (uint32_t i = 0; i < walk.frame_count; i++) {
		const struct name *name = &tree->names->list[walk.frames[i]];

		jw_line(&json, "\n");
		jw_bytes(&json, NULL, name->text, name->len);
	}
	jw_end(&json);
	jw_line(&json, "\n");
	jw_array(&json, "stacks");
	put_stacks(&json, &walk);
	jw_end(&json);
	jw_end(&json);
	stack_walk_release(&walk);
	return json_finish(&json, err);
}

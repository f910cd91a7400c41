#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/text.h"
#include "export/export.h"
#include "export/json_text.h"
#include "export/stack_walk.h"

static void put_frames(const struct export *export, const struct stack_walk *walk, FILE *out)
{
	const struct names *names = export->tree->names;

	fputs("\"frames\":[", out);
	for (uint32_t i = 0; i < walk->frame_count; i++) {
		const struct name *name = &names->list[walk->frames[i]];

		fputs(i > 0 ? ",\n" : "\n", out);
		text_write_json(out, name->text, name->len);
	}
	fputs("],\n", out);
}

/* One stack; its list of frames is already open, and is closed here. */
static void put_values(const struct stack_walk *walk, uint32_t node, FILE *out)
{
	const struct tree *tree = walk->tree;

	fputs("],\"value\":", out);
	json_put_value(out, tree->self[node], tree->decimals);
	if (tree->stats != NULL && tree->stats[node].count > 0) {
		fprintf(out, ",\"count\":%" PRIu64 ",\"min\":", tree->stats[node].count);
		json_put_value(out, tree->stats[node].min, tree->decimals);
		fputs(",\"max\":", out);
		json_put_value(out, tree->stats[node].max, tree->decimals);
	}
	fputc('}', out);
}

static bool put_stacks(const struct stack_walk *walk, FILE *out, struct err *err)
{
	const struct tree *tree = walk->tree;
	uint32_t *path = mem_try_zeroed((size_t)walk->deepest + 1, sizeof(*path), err);
	const char *comma = "";

	if (path == NULL)
		return false;
	fputs("\"stacks\":[", out);
	if (stack_walk_has_value(walk, TREE_ROOT)) {
		fputs("\n{\"stack\":[", out);
		put_values(walk, TREE_ROOT, out);
		comma = ",";
	}
	for (size_t i = 0; i < walk->count; i++) {
		uint32_t node = walk->nodes[i], depth = walk->depth[i];

		path[depth - 1] = walk->number[tree->frame[node]];
		if (!stack_walk_has_value(walk, node))
			continue;
		fprintf(out, "%s\n{\"stack\":[", comma);
		for (uint32_t level = 0; level < depth; level++)
			fprintf(out, "%s%" PRIu32, level > 0 ? "," : "", path[level]);
		put_values(walk, node, out);
		comma = ",";
	}
	fputs("]}\n", out);
	free(path);
	return true;
}

bool write_collapse_json(const struct export *export, FILE *out, struct err *err)
{
	struct stack_walk walk;
	bool ok;

	if (!stack_walk_init(&walk, export->tree, err))
		return false;
	fputs("{\"format\":\"gpuflame "
	      "collapse\",\"version\":1,\"generator\":\"gpuflame " GPUFLAME_VERSION
	      "\",\n\"unit\":",
		out);
	text_write_json(out, export->unit, strlen(export->unit));
	fputs(",\"total\":", out);
	json_put_value(out, export->tree->total, export->tree->decimals);
	fputs(",\n", out);
	put_frames(export, &walk, out);
	ok = put_stacks(&walk, out, err);
	stack_walk_release(&walk);
	return ok && json_flush(out, err);
}

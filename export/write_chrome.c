#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "export/export.h"
#include "export/json_text.h"

/*
 * Chrome's trace event format, for Perfetto and chrome://tracing. Sums have no
 * start times: stacks are laid out side by side, sorted by name, as in a flame
 * graph. No "args": speedscope makes them part of the name, so equal frames
 * would differ.
 */

/* Values in ns are written as microseconds: three more decimals. */
static void put_event(struct json_write *json, const struct tree *tree, const struct name *name,
	uint64_t start, uint64_t length)
{
	jw_line(json, "\n");
	jw_object(json, NULL);
	jw_string(json, "ph", "X");
	jw_string(json, "cat", "stack");
	jw_uint(json, "pid", 1);
	jw_uint(json, "tid", 1);
	json_put_value(json, "ts", start, tree->decimals + 3);
	json_put_value(json, "dur", length, tree->decimals + 3);
	jw_bytes(json, "name", name->text, name->len);
	jw_end(json);
}

static void put_events(
	struct json_write *json, const struct export *export, const struct stack_walk *walk)
{
	const struct tree *tree = walk->tree;
	const struct name root = { .text = export->root_name,
		.len = (uint32_t)strlen(export->root_name) };
	uint64_t *totals = tree_totals(tree);
	uint64_t *next = mem_zeroed(tree->count, sizeof(*next)); /* where a child begins */

	for (size_t i = 0; i < walk->count; i++) {
		uint32_t node = walk->nodes[i], parent = tree->parent[node];

		next[node] = next[parent];
		next[parent] += totals[node];
		if (totals[node] > 0)
			put_event(json, tree, &tree->names->list[tree->frame[node]], next[node],
				totals[node]);
	}
	if (tree->self[TREE_ROOT] > 0)
		put_event(json, tree, &root, next[TREE_ROOT], tree->self[TREE_ROOT]);
	free(totals);
	free(next);
}

bool write_chrome(const struct export *export, FILE *out, struct err *err)
{
	struct text text = { 0 };
	struct json_write json = { .text = &text, .out = out };
	struct stack_walk walk;

	stack_walk_init(&walk, export->tree);
	jw_object(&json, NULL);
	jw_object(&json, "otherData");
	jw_string(&json, "generator", "gpuflame " GPUFLAME_VERSION);
	jw_string(&json, "unit", export->unit);
	jw_end(&json);
	jw_line(&json, "\n");
	jw_string(&json, "displayTimeUnit", "ns");
	jw_line(&json, "\n");
	jw_array(&json, "traceEvents");
	jw_line(&json, "\n");
	jw_raw(&json, NULL, "%s",
		"{\"ph\":\"M\",\"pid\":1,\"tid\":1,\"ts\":0,\"name\":\"process_name\","
		"\"args\":{\"name\":\"gpuflame: sums by stack, not a timeline\"}}");
	put_events(&json, export, &walk);
	jw_end(&json);
	jw_end(&json);
	stack_walk_release(&walk);
	return json_finish(&json, err);
}

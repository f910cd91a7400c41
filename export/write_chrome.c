#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/text.h"
#include "export/export.h"
#include "export/json_text.h"
#include "export/stack_walk.h"

/*
 * Chrome's trace event format, for Perfetto and chrome://tracing. Sums have no
 * start times: stacks are laid out side by side, sorted by name, as in a flame
 * graph. No "args": speedscope makes them part of the name, so equal frames
 * would differ.
 */

/* Values in ns are written as microseconds: three more decimals. */
static void put_micro(FILE *out, uint64_t value, unsigned decimals)
{
	json_put_value(out, value, decimals + 3);
}

static void put_event(const struct tree *tree, const char *name, size_t len, uint64_t start,
	uint64_t length, FILE *out)
{
	fputs(",\n{\"ph\":\"X\",\"cat\":\"stack\",\"pid\":1,\"tid\":1,\"ts\":", out);
	put_micro(out, start, tree->decimals);
	fputs(",\"dur\":", out);
	put_micro(out, length, tree->decimals);
	fputs(",\"name\":", out);
	text_write_json(out, name, len);
	fputc('}', out);
}

static bool put_events(
	const struct export *export, const struct stack_walk *walk, FILE *out, struct err *err)
{
	const struct tree *tree = walk->tree;
	uint64_t *totals = tree_try_totals(tree, err);
	uint64_t *next = mem_try_zeroed(tree->count, sizeof(*next), err); /* where a child begins */
	bool ok = totals != NULL && next != NULL;

	for (size_t i = 0; ok && i < walk->count; i++) {
		uint32_t node = walk->nodes[i], parent = tree->parent[node];
		const struct name *name = &tree->names->list[tree->frame[node]];

		next[node] = next[parent];
		next[parent] += totals[node];
		if (totals[node] > 0)
			put_event(tree, name->text, name->len, next[node], totals[node], out);
	}
	if (ok && tree->self[TREE_ROOT] > 0)
		put_event(tree, export->root_name, strlen(export->root_name), next[TREE_ROOT],
			tree->self[TREE_ROOT], out);
	free(totals);
	free(next);
	return ok;
}

bool write_chrome(const struct export *export, FILE *out, struct err *err)
{
	struct stack_walk walk;
	bool ok;

	if (!stack_walk_init(&walk, export->tree, err))
		return false;
	fputs("{\"otherData\":{\"generator\":\"gpuflame " GPUFLAME_VERSION "\",\"unit\":", out);
	text_write_json(out, export->unit, strlen(export->unit));
	fputs("},\n\"displayTimeUnit\":\"ns\",\n\"traceEvents\":[\n"
	      "{\"ph\":\"M\",\"pid\":1,\"tid\":1,\"ts\":0,\"name\":\"process_name\","
	      "\"args\":{\"name\":\"gpuflame: sums by stack, not a timeline\"}}",
		out);
	ok = put_events(export, &walk, out, err);
	fputs("]}\n", out);
	stack_walk_release(&walk);
	return ok && json_flush(out, err);
}

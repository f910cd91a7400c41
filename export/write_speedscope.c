#include "base/folded.h"
#include "base/json_write.h"
#include "base/out.h"
#include "export/export.h"
#include "export/stack_walk.h"

/* The file format of speedscope: file-format-schema.json of its 0.1 and later. */

static void put_frame(struct json_write *json, const char *text, size_t len)
{
	jw_line(json, "\n");
	jw_object(json, NULL);
	jw_bytes(json, "name", text, len);
	jw_end(json);
}

static void put_frames(
	struct json_write *json, const struct export *export, const struct stack_walk *walk)
{
	jw_array(json, "frames");
	for (uint32_t i = 0; i < walk->frame_count; i++) {
		const struct name *name = &export->tree->names->list[walk->frames[i]];

		put_frame(json, name->text, name->len);
	}
	/* the last one is the root's, which has no frame */
	if (export->tree->self[TREE_ROOT] > 0)
		put_frame(json, export->root_name, strlen(export->root_name));
	jw_end(json);
}

static void put_value(struct json_write *json, const char *key, uint64_t value, unsigned decimals)
{
	char text[64];

	folded_format_value(value, decimals, text, sizeof(text));
	jw_digits(json, key, text);
}

/* The frames of stacks, as their numbers; the root's own value has the last one. */
static void put_samples(struct json_write *json, const struct stack_walk *walk)
{
	const struct tree *tree = walk->tree;
	uint32_t *up = NULL; /* the innermost first */
	size_t cap = 0;

	jw_array(json, "samples");
	for (size_t i = 0; i <= walk->count; i++) {
		uint32_t node = i > 0 ? walk->nodes[i - 1] : TREE_ROOT;
		size_t depth = 0;

		if (tree->self[node] == 0)
			continue;
		jw_line(json, "\n");
		jw_array(json, NULL);
		if (node == TREE_ROOT)
			jw_uint(json, NULL, walk->frame_count);
		for (; node != TREE_ROOT; node = tree->parent[node]) {
			*mem_next(up, cap, depth) = walk->number[tree->frame[node]];
		}
		while (depth > 0)
			jw_uint(json, NULL, up[--depth]);
		jw_end(json);
	}
	jw_end(json);
	free(up);
}

static void put_weights(struct json_write *json, const struct stack_walk *walk)
{
	const struct tree *tree = walk->tree;
	bool is_first = true;

	jw_array(json, "weights");
	for (size_t i = 0; i <= walk->count; i++) {
		uint64_t value = tree->self[i > 0 ? walk->nodes[i - 1] : TREE_ROOT];

		if (value == 0)
			continue;
		jw_line(json, is_first ? "" : "\n");
		put_value(json, NULL, value, tree->decimals);
		is_first = false;
	}
	jw_end(json);
}

/* One of the format's units. */
static const char *unit_of(const struct export *export)
{
	if (strcmp(export->unit, "ns") == 0)
		return "nanoseconds";
	return strcmp(export->unit, "bytes") == 0 ? "bytes" : "none";
}

bool write_speedscope(const struct export *export, FILE *out, struct err *err)
{
	/* what the values are: "GPU time" and the like, or what they count */
	const char *title = strcmp(export->unit, "ns") == 0 ? export->title : export->unit;
	struct text text = { 0 };
	struct json_write json = { .text = &text, .out = out };
	struct stack_walk walk;

	stack_walk_init(&walk, export->tree);
	jw_object(&json, NULL);
	jw_string(&json, "$schema", "https://www.speedscope.app/file-format-schema.json");
	jw_line(&json, "\n");
	jw_string(&json, "exporter", "gpuflame@" GPUFLAME_VERSION);
	jw_line(&json, "\n");
	jw_string(&json, "name", title);
	jw_line(&json, "\n");
	jw_uint(&json, "activeProfileIndex", 0);
	jw_line(&json, "\n");
	jw_object(&json, "shared");
	put_frames(&json, export, &walk);
	jw_end(&json);
	jw_line(&json, "\n");
	jw_array(&json, "profiles");
	jw_object(&json, NULL);
	jw_string(&json, "type", "sampled");
	jw_string(&json, "name", title);
	jw_string(&json, "unit", unit_of(export));
	jw_line(&json, "\n");
	jw_uint(&json, "startValue", 0);
	put_value(&json, "endValue", export->tree->total, export->tree->decimals);
	jw_line(&json, "\n");
	put_samples(&json, &walk);
	jw_line(&json, "\n");
	put_weights(&json, &walk);
	jw_end(&json);
	jw_end(&json);
	jw_end(&json);
	stack_walk_release(&walk);
	text_add_string(&text, "\n");
	jw_flush(&json);
	text_release(&text);
	return out_check_written(out, err);
}

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/text.h"
#include "export/export.h"
#include "export/json_text.h"
#include "export/stack_walk.h"

/* The file format of speedscope: file-format-schema.json of its 0.1 and later. */

static void put_frames(const struct export *export, const struct stack_walk *walk, FILE *out)
{
	const struct names *names = export->tree->names;

	fputs("\"shared\":{\"frames\":[", out);
	for (uint32_t i = 0; i < walk->frame_count; i++) {
		const struct name *name = &names->list[walk->frames[i]];

		fputs(i > 0 ? ",\n{\"name\":" : "\n{\"name\":", out);
		text_write_json(out, name->text, name->len);
		fputc('}', out);
	}
	/* the last one is the root's, which has no frame */
	if (export->tree->self[TREE_ROOT] > 0) {
		fputs(walk->frame_count > 0 ? ",\n{\"name\":" : "\n{\"name\":", out);
		text_write_json(out, export->root_name, strlen(export->root_name));
		fputc('}', out);
	}
	fputs("]},\n", out);
}

static bool put_samples(const struct stack_walk *walk, FILE *out, struct err *err)
{
	const struct tree *tree = walk->tree;
	uint32_t *path = mem_try_zeroed((size_t)walk->deepest + 1, sizeof(*path), err);
	const char *comma = "";

	if (path == NULL)
		return false;
	fputs("\"samples\":[", out);
	if (tree->self[TREE_ROOT] > 0) {
		fprintf(out, "\n[%" PRIu32 "]", walk->frame_count);
		comma = ",";
	}
	for (size_t i = 0; i < walk->count; i++) {
		uint32_t node = walk->nodes[i], depth = walk->depth[i];

		path[depth - 1] = walk->number[tree->frame[node]];
		if (tree->self[node] == 0)
			continue;
		fprintf(out, "%s\n[", comma);
		for (uint32_t level = 0; level < depth; level++)
			fprintf(out, "%s%" PRIu32, level > 0 ? "," : "", path[level]);
		fputc(']', out);
		comma = ",";
	}
	fputs("],\n", out);
	free(path);
	return true;
}

static void put_weights(const struct stack_walk *walk, FILE *out)
{
	const struct tree *tree = walk->tree;
	const char *comma = "";

	fputs("\"weights\":[", out);
	if (tree->self[TREE_ROOT] > 0) {
		json_put_value(out, tree->self[TREE_ROOT], tree->decimals);
		comma = ",\n";
	}
	for (size_t i = 0; i < walk->count; i++) {
		uint64_t value = tree->self[walk->nodes[i]];

		if (value == 0)
			continue;
		fputs(comma, out);
		json_put_value(out, value, tree->decimals);
		comma = ",\n";
	}
	fputs("]}]}\n", out);
}

/* One of the format's units. */
static const char *unit_of(const struct export *export)
{
	if (strcmp(export->unit, "ns") == 0)
		return "nanoseconds";
	return strcmp(export->unit, "bytes") == 0 ? "bytes" : "none";
}

/* What the values are: "GPU time" and the like, or what they count. */
static void put_title(const struct export *export, FILE *out)
{
	const char *title = strcmp(export->unit, "ns") == 0 ? export->title : export->unit;

	text_write_json(out, title, strlen(title));
}

bool write_speedscope(const struct export *export, FILE *out, struct err *err)
{
	struct stack_walk walk;
	bool ok;

	if (!stack_walk_init(&walk, export->tree, err))
		return false;
	fputs("{\"$schema\":\"https://www.speedscope.app/file-format-schema.json\",\n"
	      "\"exporter\":\"gpuflame@" GPUFLAME_VERSION "\",\n"
	      "\"name\":",
		out);
	put_title(export, out);
	fputs(",\n\"activeProfileIndex\":0,\n", out);
	put_frames(export, &walk, out);
	fputs("\"profiles\":[{\"type\":\"sampled\",\"name\":", out);
	put_title(export, out);
	fprintf(out, ",\"unit\":\"%s\",\n\"startValue\":0,\"endValue\":", unit_of(export));
	json_put_value(out, export->tree->total, export->tree->decimals);
	fputs(",\n", out);
	ok = put_samples(&walk, out, err);
	if (ok)
		put_weights(&walk, out);
	stack_walk_release(&walk);
	return ok && json_flush(out, err);
}

#include "cmd/long_table.h"

#include <inttypes.h>

#include "base/die.h"
#include "base/folded.h"
#include "base/opt.h"
#include "collapse/names/kernel_names.h"
#include "export/export.h"
#include "stats/table/print.h"
#include "svg/kinds.h"

enum { VALUE_SIZE = 32 }; /* of folded_format_value() */
enum { RANK, DEVICE, STEP, PHASE, GROUPS };

struct long_table {
	FILE *out;
	bool is_csv, any_size, is_begun;
	struct names names; /* of kernels and families */
	struct rules families;
	struct text line;
	uint32_t *path; /* nodes of a stack, outermost first */
	size_t path_cap;
};

void long_table_group(struct plan_options *plan)
{
	plan->grouping = (struct grouping){
		.parts = { [RANK] = GROUP_RANK,
			[DEVICE] = GROUP_DEVICE,
			[STEP] = GROUP_STEP,
			[PHASE] = GROUP_PHASE },
		.count = GROUPS,
		.unseen = GROUPS,
		.offered = true,
	};
	/* who waits for whom is known when all files have been read */
	plan->whole_collectives = true;
}

struct long_table *long_table_new(FILE *out, bool is_csv, bool any_size)
{
	struct long_table *table = mem_zeroed(1, sizeof(*table));
	struct err err = { 0 };

	*table = (struct long_table){ .out = out, .is_csv = is_csv, .any_size = any_size };
	names_init(&table->names);
	rules_init(&table->families, &table->names);
	if (!kernel_names_add(&table->families, KERNEL_NAMES_FAMILY, &err))
		die("%s", err.msg);
	return table;
}

void long_table_free(struct long_table *table)
{
	rules_release(&table->families);
	names_release(&table->names);
	text_release(&table->line);
	free(table->path);
	free(table);
}

/* Only if there is a row. */
static void put_heading(struct long_table *table)
{
	static const char heading[] = "job attempt rank node device step phase path kernel family "
				      "kind count ns min max\n";

	for (const char *at = table->is_begun ? "" : heading; *at != '\0'; at++)
		putc(*at != ' ' ? *at : table->is_csv ? ',' : '\t', table->out);
	table->is_begun = true;
}

static void put_text(struct long_table *table, const char *bytes, size_t len)
{
	(table->is_csv ? print_add_csv : print_add_tsv)(&table->line, bytes, len);
	text_add(&table->line, table->is_csv ? "," : "\t", 1);
}

static void put_string(struct long_table *table, const char *string)
{
	put_text(table, string, strlen(string));
}

static void put_number(struct long_table *table, bool is_known, uint64_t number)
{
	if (is_known)
		text_addf(&table->line, "%" PRIu64, number);
	put_text(table, "", 0);
}

/* The number of "GPU 0" or "step 12". */
static bool number_of(const struct name *name, uint64_t *number)
{
	const char *space = strrchr(name->text, ' ');

	return space != NULL && opt_parse_uint(space + 1, number);
}

/* The place of a rank, which is the only one of most files. */
static const struct origin *place_of(const struct origins *origins, bool has_rank, uint64_t rank)
{
	static const struct origin unknown;

	for (size_t i = 0; i < origins->count; i++) {
		if (has_rank && origins->list[i].has_rank && origins->list[i].rank == rank)
			return &origins->list[i];
	}
	return origins->count == 1 ? origins->list : &unknown;
}

static void put_place(struct long_table *table, const struct collapse *file)
{
	const struct tree *tree = &file->tree;
	const struct name *frames[GROUPS];
	uint64_t numbers[GROUPS] = { 0 };
	bool is_known[GROUPS];
	const struct origin *place;

	for (size_t i = 0; i < GROUPS; i++) {
		frames[i] = &tree->names->list[tree->frame[table->path[i]]];
		is_known[i] = number_of(frames[i], &numbers[i]);
	}
	place = place_of(&file->origins, is_known[RANK], numbers[RANK]);
	put_string(table, place->job);
	put_number(table, place->job[0] != '\0', place->attempt);
	put_number(table, is_known[RANK], numbers[RANK]);
	put_string(table, place->node);
	put_number(table, is_known[DEVICE], numbers[DEVICE]);
	put_number(table, is_known[STEP], numbers[STEP]);
	put_string(table, frames[PHASE]->text[0] != '[' ? frames[PHASE]->text : "");
}

static bool put_row(struct long_table *table, const struct collapse *file, const char *kinds,
	uint32_t node, size_t depth, struct err *err)
{
	const struct tree *tree = &file->tree;
	const struct name *names = tree->names->list, *kernel = &names[tree->frame[node]];
	const struct tree_stats none = { 0 },
				*stats = tree->stats != NULL ? &tree->stats[node] : &none;
	const char *kind = kind_label(kinds[tree->frame[node]]);
	struct verdict family; /* as by --kernel-names family */
	struct text path = { 0 };
	char value[VALUE_SIZE];

	if (!rules_apply(&table->families, FRAME_LEAF,
		    names_intern(&table->names, kernel->text, kernel->len), &family, err))
		return false;
	for (size_t i = GROUPS; i + 1 < depth; i++) {
		const struct name *frame = &names[tree->frame[table->path[i]]];

		text_addf(&path, "%s%.*s", i > GROUPS ? ";" : "", (int)frame->len, frame->text);
	}
	put_heading(table);
	put_place(table, file);
	put_text(table, path.len > 0 ? path.bytes : "", path.len);
	text_release(&path);
	put_text(table, kernel->text, kernel->len);
	put_string(table, table->names.list[family.frame].text);
	put_string(table, kind);
	put_number(table, stats->count > 0, stats->count);
	folded_format_value(tree->self[node], tree->decimals, value, sizeof(value));
	put_string(table, value);
	put_number(table, stats->count > 0, stats->min);
	put_number(table, stats->count > 0, stats->max);
	table->line.bytes[table->line.len - 1] = '\n';
	fwrite(table->line.bytes, 1, table->line.len, table->out);
	table->line.len = 0;
	return true;
}

bool long_table_take(void *context, const struct collapse *file, struct err *err)
{
	struct long_table *table = context;
	const struct tree *tree = &file->tree;
	bool ok = true;
	char *kinds;

	if (!table->any_size && !export_check(tree, err))
		return false;
	kinds = mem_zeroed(tree->names->count + 1, 1);
	kinds_find(tree->names, tree->count, tree->frame, tree->parent, kinds);
	for (uint32_t node = TREE_ROOT + 1; ok && node < tree->count; node++) {
		size_t depth = 0, at;

		for (uint32_t up = node; up != TREE_ROOT; up = tree->parent[up])
			depth++;
		if (tree->self[node] == 0 || depth <= GROUPS)
			continue;
		mem_need(table->path, table->path_cap, depth);
		at = depth;
		for (uint32_t up = node; up != TREE_ROOT; up = tree->parent[up])
			table->path[--at] = up;
		ok = put_row(table, file, kinds, node, depth, err);
	}
	free(kinds);
	return ok;
}

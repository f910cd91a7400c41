#define _GNU_SOURCE /* memmem */
#include "stats/overview_gather.h"

#include "base/order.h"
#include "base/utf8.h"
#include "svg/kinds.h"
#include "svg/short_names.h"

static int compare_entries(const void *context, uint32_t a, uint32_t b)
{
	const struct ledger *ledger = context;
	const struct ledger_entry *left = &ledger->entries[a], *right = &ledger->entries[b];

	return (left->ns < right->ns) - (left->ns > right->ns);
}

/* Names of rows are keys of the ledger. */
static struct overview_rows sort_rows(const struct ledger *ledger, size_t top)
{
	uint32_t count = ledger->names.count, *order = order_all(count, compare_entries, ledger);
	struct overview_rows rows = { 0 };

	rows.list = mem_zeroed(count < top ? count : top, sizeof(*rows.list));
	for (uint32_t i = 0; i < count; i++) {
		const struct ledger_entry *entry = &ledger->entries[order[i]];

		if (entry->ns == 0 && entry->count == 0)
			continue; /* all of it was left out */
		if (rows.count == top)
			rows.more++;
		else
			rows.list[rows.count++] = (struct overview_row){
				.name = (uint32_t)ledger->names.keys[order[i]],
				.ns = entry->ns,
				.count = entry->count,
			};
	}
	free(order);
	return rows;
}

void overview_rows_release(struct overview_rows *rows)
{
	for (size_t i = 0; i < rows->count; i++)
		text_release(&rows->list[i].label);
	free(rows->list);
}

/* --- kinds ---------------------------------------------------------------------------------- */

struct overview_rows overview_kinds(const struct overview *overview)
{
	const struct ledger *operations = &overview->operations;
	struct ledger by_kind = { 0 };
	struct overview_rows rows;
	uint32_t count = 0, room = operations->names.count + 1;
	uint32_t *name = mem_zeroed(room, sizeof(*name)), *parent = mem_zeroed(room, sizeof(*name));
	char *kinds = mem_zeroed(overview->names.count, 1);

	for (uint32_t i = 0; i < operations->names.count; i++) {
		if (operations->names.keys[i] != NAME_NONE)
			name[++count] = (uint32_t)operations->names.keys[i];
	}
	kinds_find(&overview->names, count + 1, name, parent, kinds);
	for (uint32_t i = 0; i < operations->names.count; i++) {
		uint64_t key = operations->names.keys[i];
		char kind = key != NAME_NONE ? kinds[key] : (char)KIND_OTHER;
		uint32_t entry = ledger_find(&by_kind, (unsigned char)kind);

		ledger_add_to(&by_kind.entries[entry], operations->entries[i].ns,
			operations->entries[i].count);
	}
	rows = sort_rows(&by_kind, SIZE_MAX);
	for (size_t i = 0; i < rows.count; i++) {
		text_add_string(&rows.list[i].label, kind_label((char)rows.list[i].name));
		rows.list[i].name = NAME_NONE;
	}
	ledger_release(&by_kind);
	free(kinds);
	free(parent);
	free(name);
	return rows;
}

/* --- names ---------------------------------------------------------------------------------- */

static struct cell whole_name(const struct overview *overview, const struct overview_row *row)
{
	return row->name != NAME_NONE ? cell_name(&overview->names, row->name)
				      : cell_text("[unnamed]");
}

/* How many bytes of two names are alike, from their beginnings or (`from_end`) their ends. */
static size_t alike(const struct cell *a, const struct cell *b, bool from_end)
{
	size_t same = 0, most = a->len < b->len ? a->len : b->len;

	while (same < most && a->is.text[from_end ? a->len - 1 - same : same] ==
				      b->is.text[from_end ? b->len - 1 - same : same])
		same++;
	return same;
}

static size_t larger(size_t a, size_t b)
{
	return a > b ? a : b;
}

static bool is_edge(char c)
{
	return strchr("<>(), _", c) != NULL;
}

/* What a name has between `from` bytes of its beginning and `until` of its end: whole words. */
static struct cell between(struct cell name, size_t from, size_t until)
{
	const char *text = name.is.text;
	size_t end = from + until < name.len ? name.len - until : name.len;

	while (from > 0 && !is_edge(text[from - 1]))
		from--;
	while (end < name.len && !is_edge(text[end]))
		end++;
	if (from > 0 && text[from - 1] == '<' && end < name.len && text[end] == '>')
		from--, end++;
	name.is.text += from;
	name.len = (uint32_t)(end - from);
	return name;
}

/*
 * Behind readable names that several rows share, what their whole names differ by: kernels of one
 * template.
 */
static void tell_apart(
	const struct overview *overview, struct overview_rows *rows, const size_t *lens)
{
	enum { MOST = 24 };

	for (size_t i = 0; i < rows->count; i++) {
		struct overview_row *row = &rows->list[i];
		struct cell name = whole_name(overview, row), differs;
		size_t from = 0, until = 0;
		bool is_shared = false;

		for (size_t k = 0; k < rows->count; k++) {
			struct cell other = whole_name(overview, &rows->list[k]);

			if (k == i || lens[k] != lens[i] ||
				memcmp(row->label.bytes, rows->list[k].label.bytes, lens[i]) != 0)
				continue;
			is_shared = true;
			from = larger(from, alike(&name, &other, false));
			until = larger(until, alike(&name, &other, true));
		}
		if (!is_shared)
			continue;
		differs = between(name, from, until);
		if (memmem(row->label.bytes, lens[i], differs.is.text, differs.len) != NULL)
			continue; /* the others have more */
		text_add_string(&row->label, " ");
		text_add_fit(&row->label, differs.is.text, differs.len, MOST);
	}
}

struct overview_rows overview_operations(const struct overview *overview, size_t top)
{
	struct overview_rows rows = sort_rows(&overview->operations, top);
	struct short_names *short_names = short_names_new();
	size_t *lens = mem_zeroed(rows.count, sizeof(*lens));

	for (size_t i = 0; i < rows.count; i++) {
		struct cell name = whole_name(overview, &rows.list[i]);
		const char *label;

		short_names_find(short_names, name.is.text, name.len, &label, &lens[i]);
		text_add(&rows.list[i].label, label, lens[i]);
	}
	tell_apart(overview, &rows, lens);
	free(lens);
	short_names_free(short_names);
	return rows;
}

struct overview_rows overview_ranges(const struct overview *overview, size_t top)
{
	struct overview_rows rows = sort_rows(&overview->ranges, top);

	for (size_t i = 0; i < rows.count; i++) {
		struct cell name = whole_name(overview, &rows.list[i]);

		text_add(&rows.list[i].label, name.is.text, name.len);
	}
	return rows;
}

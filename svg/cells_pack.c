#define ZLIB_CONST /* compressed input is not written to */
#include "svg/cells.h"

#include <inttypes.h>

#include "base/mem.h"
#include "base/sum.h"
#include "base/text.h"
#include "svg/pack.h"
#include "svg/picture.h"

/* The values of cells for the script: docs/FORMATS.md, "cells". */

enum { MOST_GRAIN = 1000 }; /* ns */

static const double least_share = 0.001;

static void collect(struct cells *cells, double share)
{
	const struct tree *tree = &cells->tree, *from = cells->from;
	uint64_t *sum = mem_zeroed(tree->count, sizeof(*sum));

	free(cells->stack);
	free(cells->values);
	cells->share = share;
	cells->stacks = 0;
	cells->stack = mem_zeroed(tree->count, sizeof(*cells->stack));
	memcpy(sum, tree->self, tree->count * sizeof(*sum));
	for (uint32_t node = tree->count; node-- > 0;) {
		if (node == TREE_ROOT ||
			(sum[node] > 0 && (double)sum[node] >= share * (double)tree->total))
			cells->stack[node] = ++cells->stacks;
		else
			sum[tree->parent[node]] += sum[node];
	}
	free(sum);
	cells->values = mem_zeroed(cells->stacks * cells->size, sizeof(*cells->values));
	for (uint32_t node = 0; node < from->count; node++) {
		uint32_t twin = cells->twin[node];

		if (cells->cell[node] == CELL_NONE || from->self[node] == 0)
			continue;
		while (cells->stack[twin] == 0)
			twin = tree->parent[twin];
		cells->values[(cells->stack[twin] - 1) * cells->size + cells->cell[node]] +=
			from->self[node];
	}
}

static void put_varint(struct text *out, uint64_t number)
{
	for (; number >= 0x80; number >>= 7)
		text_add(out, (char[]){ (char)(number | 0x80) }, 1);
	text_add(out, (char[]){ (char)number }, 1);
}

/*
 * The values of a stack, each as its distance from their mean; 0 is none. Along a row it is the
 * sum up to each that is rounded: so that of neighbours is right to one grain, however many.
 */
static void put_stack(const struct cells *cells, const uint64_t *values, struct text *out)
{
	uint64_t grain = cells->grain, mean, left = 0; /* of the sum, what is not written yet */
	double sum = 0;

	for (size_t i = 0; i < cells->size; i++)
		sum += (double)values[i];
	mean = (uint64_t)(sum / (double)grain / (double)cells->size);
	put_varint(out, mean);
	for (size_t i = 0; i < cells->size; i++) {
		uint64_t value;

		if (i % cells->columns.count == 0)
			left = grain / 2;
		left += values[i];
		value = left / grain;
		left %= grain;
		put_varint(out, value == 0     ? 0
				: value < mean ? 2 * (mean - value)
					       : 2 * (value - mean) + 1);
	}
}

static void put_stacks(const struct cells *cells, struct text *out)
{
	for (uint32_t i = 0; i < cells->stacks; i++)
		put_stack(cells, cells->values + i * cells->size, out);
}

/* Bytes of the file that the values take. */
static uint64_t packed_size(const struct cells *cells)
{
	struct text values = { 0 };
	uLong size;
	Bytef *packed;

	put_stacks(cells, &values);
	size = compressBound((uLong)values.len);
	packed = mem_zeroed(size, 1);
	if (compress2(packed, &size, (const Bytef *)values.bytes, (uLong)values.len, 3) != Z_OK)
		mem_die();
	free(packed);
	text_release(&values);
	return (uint64_t)size * 5 / 4;
}

void cells_fit(struct cells *cells, bool is_time, uint64_t bytes)
{
	uint64_t most = sum_power_of_ten(cells->tree.decimals) * (is_time ? MOST_GRAIN : 1);

	cells->grain = 1;
	collect(cells, least_share);
	while (packed_size(cells) > bytes && cells->stacks > 1) {
		if (cells->grain < most)
			cells->grain *= 10;
		else
			collect(cells, cells->share * 2);
	}
}

static void put_axis(struct text *json, const char *name, const struct cell_axis *axis)
{
	text_addf(json, ",\"%s\":{\"word\":\"%s\",\"places\":[", name,
		axis->word != NULL ? axis->word : "");
	for (uint32_t i = 0; i < axis->count; i++)
		text_addf(json, "%s[%" PRIu64 ",%" PRIu64 ",%" PRIu64 "]", i > 0 ? "," : "",
			axis->places[i].first, axis->places[i].last, axis->places[i].members);
	text_add_string(json, "]}");
}

void cells_write(struct picture *picture)
{
	const struct cells *cells = picture->cells;
	struct text head = { 0 }, bytes = { 0 };
	struct pack pack;

	if (cells == NULL)
		return;
	text_addf(&head, "{\"v\":1,\"grain\":%" PRIu64 ",\"share\":%.10g,\"stacks\":%" PRIu32,
		cells->grain, cells->share, cells->stacks);
	if (cells->slice_ns > 0)
		text_addf(&head, ",\"slice\":[%" PRId64 ",%" PRIu64 "]", cells->slices_from,
			cells->slice_ns);
	put_axis(&head, "columns", &cells->columns);
	put_axis(&head, "rows", &cells->rows);
	text_add_string(&head, "}");
	put_stacks(cells, &bytes);
	xml_put(&picture->xml, "<metadata class=\"gf-cell-data\"");
	xml_attribute(&picture->xml, "data-cells", head.bytes);
	xml_put(&picture->xml, " data-encoding=\"deflate+base85\">");
	pack_open(&pack, &picture->xml);
	pack_put(&pack, bytes.bytes, bytes.len);
	pack_close(&pack);
	xml_put(&picture->xml, "</metadata>\n");
	text_release(&head);
	text_release(&bytes);
}

#include "stats/parts/labels.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/text.h"

struct cell label_api(const struct names *names, uint32_t name)
{
	struct cell cell = cell_name(names, name);

	/* nsys's rule: six bytes that begin with "_v" */
	if (cell.len >= 6 && memcmp(cell.is.text + cell.len - 6, "_v", 2) == 0)
		cell.len -= 6;
	return cell;
}

static bool label_size(struct names *names, const uint32_t size[3], uint32_t *name, struct err *err)
{
	char text[40];
	int len = snprintf(text, sizeof(text), "%4" PRIu32 " %4" PRIu32 " %4" PRIu32, size[0],
		size[1], size[2]);

	return names_try_intern(names, text, (size_t)len, name, err);
}

struct label_shape *label_shapes(const struct trace *trace, struct names *names, struct err *err)
{
	struct label_shape *labels = mem_try_zeroed(trace->shape_ids.count, sizeof(*labels), err);
	bool ok = labels != NULL;

	for (uint32_t i = 0; ok && i < trace->shape_ids.count; i++)
		ok = label_size(names, trace->shapes[i].grid, &labels[i].grid, err) &&
		     label_size(names, trace->shapes[i].block, &labels[i].block, err);
	if (ok)
		return labels;
	free(labels);
	return NULL;
}

bool label_device(const struct trace *trace, uint32_t device, uint32_t *name, struct err *err)
{
	uint32_t known = trace_device_name(trace, device);
	char text[300];
	int len;

	len = snprintf(text, sizeof(text), "%.250s%s(%u)",
		known != NAME_NONE ? trace->names->list[known].text : "",
		known != NAME_NONE ? " " : "", device);
	return names_try_intern(trace->names, text, (size_t)len, name, err);
}

static bool make_room(struct label_buffer *buffer, size_t len, struct err *err)
{
	if (len > UINT32_MAX)
		return err_set(err, ERR_FORMAT, "a stack of ranges is too deep to show");
	return mem_try_grow((void **)&buffer->text, &buffer->cap, len, 1, err);
}

bool label_range_stack(const uint32_t *parent, uint32_t range, struct label_buffer *buffer,
	struct cell *cell, struct err *err)
{
	size_t room = (size_t)LABEL_LEVELS_MAX * 12 + 3, at = room, levels = 0;
	uint32_t above = range;

	if (!make_room(buffer, room, err))
		return false;
	/* From the end: the innermost is known first. */
	for (; above != TRACE_NONE && levels < LABEL_LEVELS_MAX; above = parent[above]) {
		char *id = text_put_digits(buffer->text + at, (uint64_t)label_range_id(above));

		*--id = ':';
		at = (size_t)(id - buffer->text);
		levels++;
	}
	if (above != TRACE_NONE) {
		at -= 3;
		memcpy(buffer->text + at, "...", 3);
	}
	*cell = (struct cell){
		.kind = CELL_TEXT,
		.len = (uint32_t)(room - at),
		.is.text = buffer->text + at,
	};
	return true;
}

bool label_name_tree(const struct names *names, uint32_t name, uint32_t level,
	struct label_buffer *buffer, struct cell *cell, struct err *err)
{
	struct cell plain = cell_name(names, name);
	size_t tab = (size_t)(level < LABEL_LEVELS_MAX ? level : LABEL_LEVELS_MAX) * 2;

	/* one more byte, so that an empty text has room */
	if (!make_room(buffer, tab + plain.len + 1, err))
		return false;
	memset(buffer->text, '-', tab);
	memcpy(buffer->text + tab, plain.is.text, plain.len);
	*cell = (struct cell){
		.kind = CELL_TEXT,
		.len = (uint32_t)(tab + plain.len),
		.is.text = buffer->text,
	};
	return true;
}

#include "stats/parts/rows.h"

#include <stdlib.h>

#include "base/mem.h"

bool rows_give(const struct rows *rows, void *context, struct sink *sink, struct err *err)
{
	uint32_t *order = mem_zeroed(rows->count, sizeof(*order));
	size_t count = 0;
	bool ok;

	for (uint32_t i = 0; i < rows->count; i++) {
		if (rows->is_wanted == NULL || rows->is_wanted(context, i))
			order[count++] = i;
	}
	order_by(order, count, rows->compare, context);
	ok = true;
	for (size_t i = 0; ok && i < count; i++)
		ok = rows->give(context, order[i], sink, err);
	free(order);
	return ok;
}

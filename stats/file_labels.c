#include "stats/file_labels.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/order.h"

static const char *base_of(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash != NULL ? slash + 1 : path;
}

static int compare_labels(const void *context, uint32_t a, uint32_t b)
{
	const char *const *labels = context;

	return strcmp(labels[a], labels[b]);
}

static bool names_clash(const char *const *labels, size_t count, bool *clash, struct err *err)
{
	uint32_t *order = mem_try_zeroed(count, sizeof(*order), err);
	bool ok = order != NULL;

	for (uint32_t i = 0; ok && i < count; i++)
		order[i] = i;
	if (ok) {
		order_by(order, count, compare_labels, labels);
		ok = true;
	}
	*clash = false;
	for (size_t i = 1; ok && i < count; i++)
		*clash |= compare_labels(labels, order[i - 1], order[i]) == 0;
	free(order);
	return ok;
}

bool file_labels(const char *const *paths, size_t count, const char ***labels, struct err *err)
{
	bool clash;

	*labels = mem_try_zeroed(count, sizeof(**labels), err);
	if (*labels == NULL)
		return false;
	for (size_t i = 0; i < count; i++)
		(*labels)[i] = base_of(paths[i]);
	if (!names_clash(*labels, count, &clash, err))
		return false; /* freed by the owner of the labels */
	for (size_t i = 0; clash && i < count; i++)
		(*labels)[i] = paths[i];
	return true;
}

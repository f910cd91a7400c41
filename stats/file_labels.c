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

static bool names_clash(const char *const *labels, size_t count)
{
	uint32_t *order = mem_zeroed(count, sizeof(*order));
	bool clash = false;

	for (uint32_t i = 0; i < count; i++)
		order[i] = i;
	order_by(order, count, compare_labels, labels);
	for (size_t i = 1; i < count; i++)
		clash |= compare_labels(labels, order[i - 1], order[i]) == 0;
	free(order);
	return clash;
}

const char **file_labels(const char *const *paths, size_t count)
{
	const char **labels = mem_zeroed(count, sizeof(*labels));
	bool clash;

	for (size_t i = 0; i < count; i++)
		labels[i] = base_of(paths[i]);
	clash = names_clash(labels, count);
	for (size_t i = 0; clash && i < count; i++)
		labels[i] = paths[i];
	return labels;
}

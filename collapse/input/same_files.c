#include "collapse/input/same_files.h"

#include <stdlib.h>
#include <sys/stat.h>

#include "base/mem.h"
#include "base/text.h"

/* A file's identity, whatever its path. */
struct identity {
	dev_t device;
	ino_t inode;
	size_t index;
};

static int compare_files(const struct identity *a, const struct identity *b)
{
	if (a->device != b->device)
		return a->device < b->device ? -1 : 1;
	return (a->inode > b->inode) - (a->inode < b->inode);
}

static int compare(const void *a, const void *b)
{
	const struct identity *left = a, *right = b;
	int order = compare_files(left, right);

	return order != 0 ? order : (left->index > right->index) - (left->index < right->index);
}

void same_files_report(const char *const *paths, size_t count, struct diagnostics *diagnostics)
{
	struct identity *list = mem_zeroed(count, sizeof(*list));
	size_t known = 0, first = 0, again = SIZE_MAX;
	struct text text = { 0 };
	struct stat status;

	for (size_t i = 0; i < count; i++) {
		if (stat(paths[i], &status) == 0 && S_ISREG(status.st_mode))
			list[known++] = (struct identity){ status.st_dev, status.st_ino, i };
	}
	if (known > 1)
		qsort(list, known, sizeof(*list), compare);
	for (size_t i = 1; i < known; i++) {
		if (compare_files(&list[i], &list[i - 1]) != 0 || list[i].index > again)
			continue;
		first = list[i - 1].index;
		again = list[i].index;
	}
	free(list);
	if (again == SIZE_MAX)
		return;
	text_addf(&text, "'%s' is the same file as '%s': it is counted again", paths[again],
		paths[first]);
	err_defang(text.bytes);
	diagnostics_add(diagnostics, DIAGNOSTIC_AGAIN, text.bytes);
	text_release(&text);
}

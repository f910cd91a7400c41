#include "collapse/input/same_files.h"

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/mem.h"
#include "base/text.h"
#include "base/units.h"

/* A file's identity, whatever its path. */
struct identity {
	dev_t device;
	ino_t inode;
	size_t index;
};

static bool identify(const char *path, struct identity *identity)
{
	struct stat status;

	if (stat(path, &status) != 0 || !S_ISREG(status.st_mode))
		return false;
	identity->device = status.st_dev;
	identity->inode = status.st_ino;
	return true;
}

static bool is_same(const struct identity *a, const struct identity *b)
{
	return a->device == b->device && a->inode == b->inode;
}

static int compare_identities(const void *a, const void *b)
{
	const struct identity *left = a, *right = b;

	if (left->device != right->device)
		return left->device < right->device ? -1 : 1;
	if (left->inode != right->inode)
		return left->inode < right->inode ? -1 : 1;
	return (left->index > right->index) - (left->index < right->index);
}

/* --- messages --------------------------------------------------------------------------- */

static void add_name(struct text *text, const char *name)
{
	text_add_string(text, "'");
	text_add_clean(text, name, strlen(name), 0);
	text_add_string(text, "'");
}

static void add_end(struct text *text, size_t more, struct diagnostics *diagnostics)
{
	char others[UNITS_SIZE + 32] = "", count[UNITS_SIZE];

	units_count(more, count, sizeof(count));
	if (more > 0)
		snprintf(others, sizeof(others), more == 1 ? ", as is %s more" : ", as are %s more",
			count);
	text_add_string(text, ": it is counted again");
	text_add_string(text, others);
	diagnostics_add(diagnostics, DIAGNOSTIC_AGAIN, text->bytes);
}

static void say_same(
	const char *again, const char *first, size_t more, struct diagnostics *diagnostics)
{
	struct text text = { 0 };

	add_name(&text, again);
	text_add_string(&text, " is the same file as ");
	add_name(&text, first);
	add_end(&text, more, diagnostics);
	text_release(&text);
}

/* Paths are not known of what came in partial results. */
static void add_place(struct text *text, const struct origin *origin)
{
	char process[32];

	if (origin->path != NULL) {
		add_name(text, origin->path);
		return;
	}
	snprintf(process, sizeof(process), "process %" PRIu64, origin->pid);
	text_add_string(text, process);
	if (origin->node[0] != '\0') {
		text_add_string(text, " of node ");
		text_add_clean(text, origin->node, strlen(origin->node), 0);
	}
}

static void say_recorded(const struct origin *again, const struct origin *first, size_t more,
	struct diagnostics *diagnostics)
{
	bool is_known = first->path != NULL && again->path != NULL;
	struct text text = { 0 };

	if (is_known) {
		add_place(&text, again);
		text_add_string(&text, " holds the same recording as ");
		add_place(&text, first);
	} else {
		text_add_string(&text, "the recording of ");
		add_place(&text, again);
		text_add_string(&text, " is in two files");
	}
	add_end(&text, more, diagnostics);
	text_release(&text);
}

/* --- finding them ----------------------------------------------------------------------- */

static void report_files(const char *const *paths, size_t count, struct diagnostics *diagnostics)
{
	struct identity *list = mem_zeroed(count, sizeof(*list));
	size_t known = 0, more = 0, first = 0, again = SIZE_MAX;

	for (size_t i = 0; i < count; i++) {
		list[known].index = i;
		known += identify(paths[i], &list[known]);
	}
	if (known > 1)
		qsort(list, known, sizeof(*list), compare_identities);
	for (size_t i = 1; i < known; i++) {
		if (!is_same(&list[i], &list[i - 1]))
			continue;
		more++;
		if (list[i].index < again) {
			first = list[i - 1].index;
			again = list[i].index;
		}
	}
	free(list);
	if (more != 0)
		say_same(paths[again], paths[first], more - 1, diagnostics);
}

static int compare_recordings(const struct origin *a, const struct origin *b)
{
	if (a->start_ns != b->start_ns)
		return a->start_ns < b->start_ns ? -1 : 1;
	if (a->pid != b->pid)
		return a->pid < b->pid ? -1 : 1;
	return strcmp(a->node, b->node);
}

static int compare_origins(const void *a, const void *b)
{
	const struct origin *left = a, *right = b;
	int order = compare_recordings(left, right);

	return order != 0 ? order
			  : strcmp(left->path != NULL ? left->path : "",
				    right->path != NULL ? right->path : "");
}

/* Whether both are in one file, which is reported as such. */
static bool is_one_file(const struct origin *a, const struct origin *b)
{
	struct identity left, right;

	return a->path != NULL && b->path != NULL && identify(a->path, &left) &&
	       identify(b->path, &right) && is_same(&left, &right);
}

static void report_recordings(struct origins *origins, struct diagnostics *diagnostics)
{
	struct origin *list = origins->list;
	size_t more = 0, again = 0;

	if (origins->count > 1)
		qsort(list, origins->count, sizeof(*list), compare_origins);
	for (size_t i = 1; i < origins->count; i++) {
		if (list[i].start_ns == 0 || compare_recordings(&list[i], &list[i - 1]) != 0 ||
			is_one_file(&list[i], &list[i - 1]))
			continue;
		again = more++ == 0 ? i : again;
	}
	if (more != 0)
		say_recorded(&list[again], &list[again - 1], more - 1, diagnostics);
}

void same_files_report(const char *const *paths, size_t count, struct origins *origins,
	struct diagnostics *diagnostics)
{
	report_files(paths, count, diagnostics);
	report_recordings(origins, diagnostics);
}

#include "collapse/model/diagnostics.h"

#include "base/mem.h"

void diagnostics_release(struct diagnostics *diagnostics)
{
	for (size_t i = 0; i < diagnostics->count; i++)
		free(diagnostics->list[i].text);
	free(diagnostics->list);
	*diagnostics = (struct diagnostics){ 0 };
}

static struct diagnostic *find(const struct diagnostics *diagnostics, const char *text)
{
	for (size_t i = 0; i < diagnostics->count; i++) {
		if (strcmp(diagnostics->list[i].text, text) == 0)
			return &diagnostics->list[i];
	}
	return NULL;
}

/* Append a new entry, which takes the text. */
static void append(struct diagnostics *diagnostics, const struct diagnostic *diagnostic)
{
	*mem_next(diagnostics->list, diagnostics->cap, diagnostics->count) = *diagnostic;
}

void diagnostics_add(struct diagnostics *diagnostics, enum diagnostic_kind kind, const char *text)
{
	struct diagnostic *there = find(diagnostics, text);
	struct diagnostic added = { .count = 1, .kind = kind };

	if (there != NULL) {
		there->count++;
		return;
	}
	added.text = mem_must(strdup(text));
	append(diagnostics, &added);
}

void diagnostics_take(struct diagnostics *diagnostics, struct diagnostics *from)
{
	for (size_t i = 0; i < from->count; i++) {
		struct diagnostic *next = &from->list[i];
		struct diagnostic *there = find(diagnostics, next->text);

		if (there != NULL) {
			there->count += next->count;
			free(next->text);
		} else {
			append(diagnostics, next);
		}
	}
	from->count = 0;
}

static int compare(const void *a, const void *b)
{
	const struct diagnostic *left = a, *right = b;

	return strcmp(left->text, right->text);
}

void diagnostics_drop(struct diagnostics *diagnostics, const char *text)
{
	size_t kept = 0;

	for (size_t i = 0; i < diagnostics->count; i++) {
		if (strcmp(diagnostics->list[i].text, text) == 0)
			free(diagnostics->list[i].text);
		else
			diagnostics->list[kept++] = diagnostics->list[i];
	}
	diagnostics->count = kept;
}

void diagnostics_sort(struct diagnostics *diagnostics)
{
	if (diagnostics->count > 0)
		qsort(diagnostics->list, diagnostics->count, sizeof(*diagnostics->list), compare);
}

bool diagnostics_have(const struct diagnostics *diagnostics, enum diagnostic_kind kind)
{
	for (size_t i = 0; i < diagnostics->count; i++) {
		if (diagnostics->list[i].kind == kind)
			return true;
	}
	return false;
}

bool diagnostics_have_loss(const struct diagnostics *diagnostics)
{
	return diagnostics_have(diagnostics, DIAGNOSTIC_LOSS) ||
	       diagnostics_have(diagnostics, DIAGNOSTIC_MISSING);
}

#include "stats/reports/registry.h"

#include <string.h>

#include "base/suggest.h"

#define REPORT(name) extern const struct report report_##name;
#include "stats/reports/reports.list"
#undef REPORT

const struct report *const report_registry[] = {
#define REPORT(name) &report_##name,
#include "stats/reports/reports.list"
#undef REPORT
	NULL,
};

/* Whether it is one of the words separated by ", ". */
static bool is_word(const char *words, const char *text, size_t len)
{
	while (words != NULL && *words != '\0') {
		size_t word = strcspn(words, ", ");

		if (word == len && memcmp(words, text, len) == 0)
			return true;
		words += word;
		words += strspn(words, ", ");
	}
	return false;
}

const struct report *report_find(const char *name, size_t len)
{
	for (size_t i = 0; report_registry[i] != NULL; i++) {
		if (is_word(report_registry[i]->name, name, len) ||
			is_word(report_registry[i]->alias, name, len))
			return report_registry[i];
	}
	return NULL;
}

const char *report_suggest(const char *name)
{
	struct suggest suggest = { .word = name };

	for (size_t i = 0; report_registry[i] != NULL; i++)
		suggest_offer(&suggest, report_registry[i]->name);
	return suggest_nearest(&suggest);
}

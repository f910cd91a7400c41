#include "cmd/gone_options.h"

#include <stdint.h>
#include <stdio.h>

#include "base/mem.h"

struct gone_option {
	const char *name;
	const char *arg;  /* NULL: takes no value */
	const char *note; /* what holds without it */
};

static const char colours_note[] = "colours are those of --colors kind, hot or diffusion";
static const char theme_note[] = "these colours are the theme's, light and dark";
static const char font_note[] = "labels have the font of the viewer's system";
static const char names_note[] = "a name has the same colour in every picture";

static const struct gone_option gone[] = {
	{ "bgcolors", "COLOUR", colours_note },
	{ "search-color", "COLOUR", theme_note },
	{ "stroke-color", "COLOUR", theme_note },
	{ "uicolor", "COLOUR", theme_note },
	{ "hash", NULL, names_note },
	{ "deterministic", NULL, names_note },
	{ "random", NULL, names_note },
	{ "cp", NULL, names_note },
	{ "negate", NULL, "what grew is red" },
	{ "fonttype", "NAMES", font_note },
	{ "fontwidth", "SHARE", font_note },
	{ "truncate-text-right", NULL, "long names are cut at their end" },
	{ "nametype", "TEXT", "the line of details begins with the name" },
	{ "nameattr", "FILE", "frames have no links or attributes of their own" },
	{ "encoding", "NAME", "the file is in UTF-8" },
	{ "pretty-xml", NULL, "xmllint --format spreads the file out" },
};

static bool note(void *value, const char *arg, struct err *err)
{
	const struct gone_option *option = value;

	(void)arg;
	(void)err;
	fprintf(stderr, "gpuflame: note: option '--%s' has no effect any more: %s\n", option->name,
		option->note);
	return true;
}

void gone_options_add(struct opt *table, size_t room)
{
	struct opt entries[] = { OPT_CALL(0, NULL, NULL, NULL, NULL, note), OPT_END() };

	for (size_t i = 0; i < ARRAY_SIZE(gone); i++) {
		entries[0].name = gone[i].name;
		entries[0].arg = gone[i].arg;
		entries[0].value = (void *)(uintptr_t)&gone[i]; /* only read */
		opt_append(table, room, entries);
	}
}

void gone_print_renamed(const char *old, const char *now)
{
	fprintf(stderr, "gpuflame: note: '%s' is '%s' now\n", old, now);
}

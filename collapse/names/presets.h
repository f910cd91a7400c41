#ifndef COLLAPSE_NAMES_PRESETS_H
#define COLLAPSE_NAMES_PRESETS_H

#include "base/rules.h"

/*
 * Presets: knowledge of frameworks' names, as rules files that are built into the program
 * (collapse/names/presets/NAME.rules). A line "recognise REGEX" defines which names belong to
 * the framework.
 */
struct preset {
	const char *name;
	const char *text; /* of the file, `len` bytes and a NUL */
	size_t len;
};

/* All of them, in the order in which they apply. */
const struct preset *presets_list(size_t *count);

/* The preset with this name, or NULL. */
const struct preset *presets_find(const char *name);

/* What a preset is for: its first line without "# ", `*len` bytes. */
const char *preset_summary(const struct preset *preset, size_t *len);

/*
 * Add the presets of `list`, separated by ',': "auto" adds every preset, each for the names
 * that it recognises; "all" every preset for every name; "none" nothing; the name of a preset
 * that one, for every name; a path (with a '/' or ending in ".rules") a file of the same form.
 * Rules apply in the order of the list. ERR_USAGE for an unknown name, ERR_IO, ERR_PATTERN.
 */
bool presets_add(struct rules *rules, const char *list, struct err *err) MUST_CHECK;

/* Whether a word of such a list is a path. */
bool preset_is_path(const char *word);

#endif /* COLLAPSE_NAMES_PRESETS_H */

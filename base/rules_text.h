#ifndef BASE_RULES_TEXT_H
#define BASE_RULES_TEXT_H

#include "base/rules.h"

/* Rules as text, in options and files: docs/FORMATS.md, "rules". */

/*
 * Add the rename rule `text`, "REGEX=REPLACEMENT". They are split at the first
 * '=' that is not escaped by '\' and is outside a [class] and a (group);
 * ERR_PATTERN when there is none.
 */
bool rules_add_rename(
	struct rules *rules, unsigned on, const char *text, struct err *err) MUST_CHECK;

/*
 * Add one line of a rules file: "rename REGEX=REPLACEMENT", "drop-frame REGEX",
 * "filter-out REGEX", "only REGEX", "root REGEX", each with "range:" or
 * "kernel:" before it for frames of one kind; blank lines and lines that begin
 * with '#' are skipped. ERR_PATTERN.
 */
bool rules_add_line(struct rules *rules, const char *line, struct err *err) MUST_CHECK;

/*
 * Add the lines of a text of rules. A line "recognise REGEX" begins a group, up to the next such
 * line, unless `groups` is false. ERR_PATTERN with `name` and line.
 */
bool rules_add_text(struct rules *rules, const char *name, const char *text, size_t len,
	bool groups, struct err *err) MUST_CHECK;

/*
 * Add the lines of a rules file, or of a preset; CRLF and a byte order mark are accepted.
 * ERR_IO, ERR_PATTERN with path and line.
 */
bool rules_read_file(struct rules *rules, const char *path, struct err *err) MUST_CHECK;

#endif /* BASE_RULES_TEXT_H */

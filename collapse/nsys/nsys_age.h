#ifndef COLLAPSE_NSYS_NSYS_AGE_H
#define COLLAPSE_NSYS_NSYS_AGE_H

#include <stdbool.h>
#include <stddef.h>

/* Whether an export of nsys is recent enough to contain everything. */

/*
 * Warnings about the versions of nsys and of the schema stated in an export, "2024.2.3.38" and
 * "3.11.1", "" if not stated; false when there are none. Any names in `text` come from the
 * export: pass it to err_defang().
 */
bool nsys_version_age(const char *product, const char *schema, char *text, size_t size);

/*
 * Whether the report that an export was made from, "a.nsys-rep" beside "a.sqlite", is newer by
 * a second or more, so that the export is outdated: `text` then says so, ready for a terminal.
 */
bool nsys_export_age(const char *path, char *text, size_t size);

#endif /* COLLAPSE_NSYS_NSYS_AGE_H */

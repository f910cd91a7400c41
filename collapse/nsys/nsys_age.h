#ifndef COLLAPSE_NSYS_NSYS_AGE_H
#define COLLAPSE_NSYS_NSYS_AGE_H

#include <stdbool.h>
#include <stddef.h>

/* Whether an export of nsys is of an age at which it can be trusted to tell all. */

/*
 * What there is to say of the versions of nsys and of the schema that an export
 * names, "2024.2.3.38" and "3.11.1", "" where it names none; false when there is
 * nothing. `text` has no names in it but what the export says: pass it to
 * err_defang().
 */
bool nsys_version_age(const char *product, const char *schema, char *text, size_t size);

/*
 * Whether the report that an export was made from, "a.nsys-rep" beside
 * "a.sqlite", is newer by a second or more, so that what is in the export has
 * passed: `text` then says so, ready for a terminal.
 */
bool nsys_export_age(const char *path, char *text, size_t size);

#endif /* COLLAPSE_NSYS_NSYS_AGE_H */

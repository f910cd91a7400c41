#ifndef COLLAPSE_NSYS_NSYS_EXPORT_H
#define COLLAPSE_NSYS_NSYS_EXPORT_H

#include "base/err.h"

/*
 * Have nsys turn one of its own reports into SQLite.
 *
 * Runs `nsys export --type sqlite` (`nsys`: a path or a name on PATH) on
 * `report`, into a new file in a new private folder below $TMPDIR; what nsys
 * prints goes to our stderr. *sqlite_path is malloc'ed: pass it to
 * nsys_export_remove() when done. ERR_IO when nsys can't be run or fails, with
 * what to do about it.
 */
bool nsys_export(
	const char *nsys, const char *report, char **sqlite_path, struct err *err) MUST_CHECK;

/* Delete the export and its folder, and free the path. NULL is fine. */
void nsys_export_remove(char *sqlite_path);

#endif /* COLLAPSE_NSYS_NSYS_EXPORT_H */

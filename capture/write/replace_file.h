#ifndef CAPTURE_WRITE_REPLACE_FILE_H
#define CAPTURE_WRITE_REPLACE_FILE_H

#include "capture/write/capture_db.h"

/* Write a new file through `db`; each commit is synced. */
typedef bool replace_fill(void *context, const struct capture_db *db, struct err *err);

/*
 * Have `fill` write a file beside `path`, and put it in its place: at any time there is either
 * what was there before or all of the new file. Journals that others left beside the name are
 * removed. ERR_IO, ERR_NOMEM.
 */
bool replace_file(struct recorder *recorder, const char *path, enum capture_db_use use,
	replace_fill *fill, void *context, struct err *err) MUST_CHECK;

#endif /* CAPTURE_WRITE_REPLACE_FILE_H */

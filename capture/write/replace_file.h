#ifndef CAPTURE_WRITE_REPLACE_FILE_H
#define CAPTURE_WRITE_REPLACE_FILE_H

#include "capture/write/capture_db.h"

/* Write a new file through `db`; each commit is synced. */
typedef bool replace_fill(void *context, const struct capture_db *db, struct err *err);

/*
 * Let `fill` write a temporary file next to `path`, and rename it to `path`: at any time there is
 * either the old file or all of the new one. Journals that others left for that name are removed.
 * ERR_IO, ERR_NOMEM.
 */
bool replace_file(struct recorder *recorder, const char *path, enum capture_db_use use,
	replace_fill *fill, void *context, struct err *err) MUST_CHECK;

#endif /* CAPTURE_WRITE_REPLACE_FILE_H */

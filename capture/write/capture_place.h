#ifndef CAPTURE_WRITE_CAPTURE_PLACE_H
#define CAPTURE_WRITE_CAPTURE_PLACE_H

#include <stddef.h>
#include <stdint.h>

#include "base/err.h"

struct recorder; /* capture/recorder.h */

/*
 * Choose the file's path: expand the pattern, make it absolute and its folder if there is
 * none, and create it, empty, so that no two processes have the same; reported to the status file
 * (STATUS_OPEN). A name that is taken gets a number, which is noted. *path is malloc'ed.
 * ERR_IO, ERR_USAGE.
 */
bool capture_place_take(struct recorder *recorder, char **path, struct err *err) MUST_CHECK;

/* The file has been replaced: release the lock of the old one, recorder->claim. */
void capture_place_written(struct recorder *recorder);

/* Nothing more will be written to the path: remove the file if it is empty. */
void capture_place_leave(struct recorder *recorder, const char *path);

/* Make the folders above `path`, as far as they are missing. */
void capture_place_make_folders(const char *path);

/* The folder of captures, "" if it is not known; with %n or the like in it, that of the first. */
void capture_place_folder(const struct recorder *recorder, char *folder, size_t size);

/*
 * How long fold mode does not write its file again, which took from `begin` to `end`: at most a
 * tenth of the time, more rarely the longer the program has run, and where many ranks share a
 * server not all at once. `path` NULL: it has none.
 */
int64_t capture_place_rest_ns(
	const struct recorder *recorder, const char *path, int64_t begin, int64_t end);

#endif /* CAPTURE_WRITE_CAPTURE_PLACE_H */

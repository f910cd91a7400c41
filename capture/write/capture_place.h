#ifndef CAPTURE_WRITE_CAPTURE_PLACE_H
#define CAPTURE_WRITE_CAPTURE_PLACE_H

#include <stddef.h>

#include "base/err.h"

struct recorder; /* capture/recorder.h */

/*
 * Choose the file's path: expand the pattern, make it absolute and its folder if there is
 * none, and claim it so that no two processes have the same; reported to the status file
 * (STATUS_OPEN). A name that is taken gets a number, which is noted. The file there is locked,
 * by recorder->claim, until capture_place_written(). *path is malloc'ed.
 * ERR_IO, ERR_USAGE.
 */
bool capture_place_take(struct recorder *recorder, char **path, struct err *err) MUST_CHECK;

/* A file has been written to the claimed path: release the lock that kept others from it. */
void capture_place_written(struct recorder *recorder);

/*
 * Nothing will be written to the claimed path: remove the empty file that reserved it. No effect if
 * something has been written; an old capture stays.
 */
void capture_place_leave(struct recorder *recorder, const char *path);

/* Make the folders above `path`, as far as they are missing. */
void capture_place_make_folders(const char *path);

/* The folder of captures, "" if it is not known; with %n or the like in it, that of the first. */
void capture_place_folder(const struct recorder *recorder, char *folder, size_t size);

#endif /* CAPTURE_WRITE_CAPTURE_PLACE_H */

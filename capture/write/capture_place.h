#ifndef CAPTURE_WRITE_CAPTURE_PLACE_H
#define CAPTURE_WRITE_CAPTURE_PLACE_H

#include "base/err.h"

struct recorder; /* capture/recorder.h */

/* A file that is complete. */
struct capture_bytes {
	const unsigned char *bytes;
	size_t size;
	bool is_last; /* its folder is synced, too */
};

/*
 * Put the file in its place: at any time there is either the one before or all of this one. It is
 * six calls of the file system, with the sync seven.
 *
 * *path NULL: choose it, and do not share it with another process. The pattern is expanded and made
 * absolute, its folder made if there is none; a name that is taken gets a number, which is noted;
 * journals that others left for that name are removed. The path, malloc'ed, is reported to the
 * status file (STATUS_OPEN). ERR_IO, ERR_USAGE.
 */
bool capture_place_put(struct recorder *recorder, char **path, const struct capture_bytes *bytes,
	struct err *err) MUST_CHECK;

/* The folder of captures, "" if it is not known; with %n or the like in it, that of the first. */
void capture_place_folder(const struct recorder *recorder, char *folder, size_t size);

/*
 * How long fold mode does not write its file again, which took from `begin` to `end`: at most a
 * tenth of the time, more rarely the longer the program has run, and where many ranks share a
 * server not all at once.
 */
int64_t capture_place_rest_ns(const struct recorder *recorder, int64_t begin, int64_t end);

#endif /* CAPTURE_WRITE_CAPTURE_PLACE_H */

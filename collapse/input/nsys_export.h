#ifndef COLLAPSE_INPUT_NSYS_EXPORT_H
#define COLLAPSE_INPUT_NSYS_EXPORT_H

#include <sys/types.h>

#include "base/err.h"

/* A report of nsys as SQLite, in a private folder, while it is being read. */
struct nsys_export {
	char *path;
	pid_t guard; /* a process that removes it if this one is killed; 0: none */
};

/*
 * Have nsys turn one of its own reports into SQLite.
 *
 * Runs `nsys export --type sqlite` (`nsys`: a path or a name on PATH) on `report`, into a new
 * file in a new private folder below $TMPDIR; what nsys prints goes to our stderr, with
 * `quiet` only what it prints to its own. When this
 * process is killed by any signal, nsys is terminated and the file removed. Pass `export` to
 * nsys_export_remove() when done. ERR_IO when nsys cannot be run or fails, with what to do
 * about it; there is then nothing to remove.
 */
bool nsys_export(struct nsys_export *export, const char *nsys, bool quiet, const char *report,
	struct err *err) MUST_CHECK;

/* Delete the file and its folder. */
void nsys_export_remove(struct nsys_export *export);

#endif /* COLLAPSE_INPUT_NSYS_EXPORT_H */

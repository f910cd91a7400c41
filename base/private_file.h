#ifndef BASE_PRIVATE_FILE_H
#define BASE_PRIVATE_FILE_H

#include "base/err.h"

/*
 * A short-lived file in its own folder below $TMPDIR that only this user may enter: for
 * what another program or SQLite must open by path.
 */

/*
 * Such a folder alone: its absolute path, since processes may change their directory; to free().
 * NULL: ERR_IO.
 */
char *private_folder_make(struct err *err) MUST_CHECK;

/* Remove the folder and its files. */
void private_folder_remove(const char *path);

/* "$TMPDIR/gpuflame-XXXXXX/NAME", malloc'ed; the folder is created. NULL: ERR_IO. */
char *private_file_path(const char *name, struct err *err);

/*
 * Remove the file, what SQLite may have put beside it, and the folder. It may run in a
 * forked child. Modifies `path`, which the caller still frees.
 */
void private_file_remove(char *path);

/* Copy all of `from` to `to`. Returns false with errno. */
bool copy_bytes(int from, int to);

#endif /* BASE_PRIVATE_FILE_H */

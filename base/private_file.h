#ifndef BASE_PRIVATE_FILE_H
#define BASE_PRIVATE_FILE_H

#include <stdbool.h>

#include "base/err.h"

/*
 * A file for a short time, in a folder of its own below $TMPDIR that only this user may
 * enter: for what another program or SQLite must find by a path.
 */

/* "$TMPDIR/gpuflame-XXXXXX/NAME", malloc'ed; the folder is there. NULL: ERR_IO, ERR_NOMEM. */
char *private_file_path(const char *name, struct err *err);

/*
 * Remove the file, what SQLite may have put beside it, and the folder. It may run in a
 * forked child. `path` is cut up on the way, and still to be freed.
 */
void private_file_remove(char *path);

/* Write all that `from` holds to `to`. Returns false with errno. */
bool copy_bytes(int from, int to);

#endif /* BASE_PRIVATE_FILE_H */

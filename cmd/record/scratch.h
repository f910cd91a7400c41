#ifndef CMD_RECORD_SCRATCH_H
#define CMD_RECORD_SCRATCH_H

#include "base/err.h"

/*
 * A private folder for captures, in $TMPDIR: its absolute path, since processes may change
 * their directory before they write; to free(). `name` is a part of it. NULL: ERR_IO.
 */
char *scratch_make(const char *name, struct err *err) MUST_CHECK;

/* Remove the folder and its files. */
void scratch_remove(const char *folder);

#endif /* CMD_RECORD_SCRATCH_H */

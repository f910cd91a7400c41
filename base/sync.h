#ifndef BASE_SYNC_H
#define BASE_SYNC_H

#include <stdbool.h>

/* Files that survive a power failure: unless GPUFLAME_SYNC=no. */
#define SYNC_VARIABLE "GPUFLAME_SYNC"

/* Whether a value of the variable, NULL if it is not set, asks for syncing. */
bool sync_is_on(const char *value);

/*
 * Sync the folder that `path` is in, so that its name there persists. Some folders cannot be
 * synced, which is not an error.
 */
void sync_folder(const char *path);

/* The folder that `path` is in, or NULL without memory; free() it. */
char *sync_folder_of(const char *path);

#endif /* BASE_SYNC_H */

#ifndef CAPTURE_START_SQLITE_HOOKS_H
#define CAPTURE_START_SQLITE_HOOKS_H

/* Have SQLite, before it is used, use files by capture/own_files.h. */
void sqlite_hooks_set(void);

#endif /* CAPTURE_START_SQLITE_HOOKS_H */

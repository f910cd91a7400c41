#ifndef BASE_NO_LOCKS_H
#define BASE_NO_LOCKS_H

/*
 * Have SQLite read and write where the file system has no locks, as some that machines share: every
 * lock is free there. Before it opens files.
 */
void no_locks_allow(void);

#endif /* BASE_NO_LOCKS_H */

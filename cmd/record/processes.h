#ifndef CMD_RECORD_PROCESSES_H
#define CMD_RECORD_PROCESSES_H

#include <sys/types.h>

#include "base/err.h"

/*
 * Parents and children, from /proc; none where that is of another PID namespace. The result may be
 * outdated at once: processes end and begin.
 */

/*
 * The processes below `ancestor`, zombies among them, which cannot be distinguished in time: a list
 * of *count to free(). NULL: ERR_IO (no /proc).
 */
pid_t *processes_below(pid_t ancestor, size_t *count, struct err *err) MUST_CHECK;

/* Whether `pid` is below `ancestor`; false if it is gone. */
bool processes_is_below(pid_t pid, pid_t ancestor);

/* Whether `pid` runs: it exists and has not ended ("zombie"). */
bool processes_is_running(pid_t pid);

#endif /* CMD_RECORD_PROCESSES_H */

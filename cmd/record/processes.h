#ifndef CMD_RECORD_PROCESSES_H
#define CMD_RECORD_PROCESSES_H

#include <stddef.h>
#include <stdbool.h>
#include <sys/types.h>

#include "base/err.h"

/*
 * Parents and children, from /proc; none where that is of another PID namespace. The result may be
 * outdated at once: processes end and begin.
 */

/*
 * The processes below `ancestor`, children first, then theirs, without those in
 * `spared` and what is below them. A list of *count to free(), or NULL and
 * ERR_IO (no /proc). It includes zombies, which cannot be distinguished
 * in time.
 */
pid_t *processes_below(pid_t ancestor, const pid_t *spared, size_t spared_count, size_t *count,
	struct err *err) MUST_CHECK;

/* Whether `pid` is below `ancestor`; false if it is gone. */
bool processes_is_below(pid_t pid, pid_t ancestor);

/* Whether `pid` runs: it exists and has not ended ("zombie"). */
bool processes_is_running(pid_t pid);

#endif /* CMD_RECORD_PROCESSES_H */

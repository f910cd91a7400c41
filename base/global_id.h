#ifndef BASE_GLOBAL_ID_H
#define BASE_GLOBAL_ID_H

#include <stdint.h>

/*
 * Ids of processes and threads as nsys packs them (globalPid, globalTid): 16 bits
 * for the machine, 24 for the process, 24 for the thread, which are 0 in a process's
 * id.
 */
#define GLOBAL_ID_MASK UINT64_C(0xffffff) /* of a process or a thread alone */

/* The id of a process; numbers are cut to their low 24 bits. */
static inline uint64_t global_pid(uint64_t machine, uint64_t pid)
{
	return machine << 48 | (pid & GLOBAL_ID_MASK) << 24;
}

/* The id of a thread of `process`, which is a global_pid(). */
static inline uint64_t global_tid(uint64_t process, uint64_t tid)
{
	return process | (tid & GLOBAL_ID_MASK);
}

/* The id of the process that a thread's id belongs to. */
static inline uint64_t global_process_of(uint64_t id)
{
	return id & ~GLOBAL_ID_MASK;
}

/* The operating system's pid and tid. */
static inline uint64_t global_pid_number(uint64_t id)
{
	return id >> 24 & GLOBAL_ID_MASK;
}

static inline uint64_t global_tid_number(uint64_t id)
{
	return id & GLOBAL_ID_MASK;
}

#endif /* BASE_GLOBAL_ID_H */

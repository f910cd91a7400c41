#ifndef CAPTURE_FORMAT_H
#define CAPTURE_FORMAT_H

/*
 * Captures of fold mode: SQLite files with these tables. Documented in
 * docs/FORMATS.md, "captures". Captures of trace mode have the tables of an
 * nsys export instead, and GPUFLAME_META with FORMAT_META_MODE "trace" and
 * GPUFLAME_LOSS beside them.
 *
 * A reader accepts every version with its own major number (the part before the
 * dot), and selects columns by name: minor versions add tables and columns.
 */
#define FORMAT_VERSION "1.4"
#define FORMAT_VERSION_WITHOUT_SUMS "1.0" /* no checksums in pages (base/page_sum.h) */
#define FORMAT_APPLICATION_ID 0x47504631  /* "GPF1": in the SQLite header */

/* name, value: one row each; unknown ones are omitted. */
#define FORMAT_META_TABLE "GPUFLAME_META"
#define FORMAT_META_SQL "CREATE TABLE GPUFLAME_META(name TEXT PRIMARY KEY, value TEXT)"
#define FORMAT_META_VERSION "format"        /* FORMAT_VERSION */
#define FORMAT_META_PRODUCT "gpuflame"      /* version of the program that wrote it */
#define FORMAT_META_MODE "mode"             /* "fold" or "trace" */
#define FORMAT_META_ENDED "ended"           /* one of FORMAT_ENDED_* */
#define FORMAT_META_HOST "host"             /* its name */
#define FORMAT_META_PID "pid"               /* of the process */
#define FORMAT_META_RANK "rank"             /* of a distributed run */
#define FORMAT_META_WORLD "world_size"      /* its number of ranks */
#define FORMAT_META_LOCAL_RANK "local_rank" /* among the ranks of the host */
#define FORMAT_META_NODE "node"             /* the machine, as the scheduler calls it */
#define FORMAT_META_JOB "job"               /* its id, equal for all ranks */
#define FORMAT_META_ATTEMPT "attempt"       /* of that job, counted from 1; else it is the first */
#define FORMAT_META_RUN "run"               /* of `gpuflame record`: the name of its status file */
#define FORMAT_META_COMMAND "command"       /* arguments, joined by blanks */
#define FORMAT_META_START "start_ns"        /* when capturing began: ns since 1970 */
#define FORMAT_META_END "end_ns"            /* the file is complete up to here: ns since 1970 */
#define FORMAT_META_CUPTI "cupti_version"   /* as cuptiGetVersion() says */
#define FORMAT_META_CUPTI_PATH "cupti"      /* the file that was loaded */
#define FORMAT_META_CLOCK "clock"           /* whose times operations have: "gpuflame", "cupti" */
#define FORMAT_META_DRIVER "driver_version" /* as cuDriverGetVersion() says: 12040 */
#define FORMAT_META_DEVICE "device."        /* and the device's number: its name */
#define FORMAT_META_UUID "uuid."            /* and the device's number: "GPU-..." */
#define FORMAT_META_MHZ "sm_clock_mhz."     /* likewise, the mean while it ran something */
#define FORMAT_META_WATTS "power_w."        /* likewise */
#define FORMAT_META_SLOWED "slowed."        /* by what, in how many samples: "power cap in 83 %" */
#define FORMAT_META_SHARED "shared"    /* how many nodes stand for names that differ in digits */
#define FORMAT_META_OPS "operations"   /* captured */
#define FORMAT_META_NS "operations_ns" /* their time */
#define FORMAT_META_RANGES "ranges"    /* NVTX ranges seen while capturing */
#define FORMAT_META_STEPS "steps"      /* training steps captured, as recognised by their names */
#define FORMAT_META_CELLS \
	"step_cells" /* of values: "0-1/2 2-3/2", first, last, how many; or "none" */
#define FORMAT_META_PENDING "pending"   /* if it did not end: records that had not come */
#define FORMAT_META_CUPTI_NS "cupti_ns" /* that CUPTI took of the program's time, as it says */
#define FORMAT_META_INSIDE "threads_in_ranges" /* that were open when capturing began; not 0 */

#define FORMAT_ENDED_RUNNING "running"   /* the process did not reach its end, or still runs */
#define FORMAT_ENDED_EXIT "exit"         /* it did reach it */
#define FORMAT_ENDED_SHUTDOWN "shutdown" /* capturing was over before the process ended */
#define FORMAT_ENDED_COSTLY "costly"     /* it was ended, since CUPTI took too much time */
#define FORMAT_ENDED_DETACHED "detached" /* another client of CUPTI ended that: cuptiFinalize() */

/*
 * The tree of stacks. A parent's id is smaller than its children's; the root is
 * not a row, and parent 0 means it. (parent, domain, name, kind) is unique.
 */
#define FORMAT_STACK_TABLE "GPUFLAME_STACK"
#define FORMAT_STACK_SQL                                                                \
	"CREATE TABLE GPUFLAME_STACK(id INTEGER PRIMARY KEY, parent INTEGER NOT NULL, " \
	"name TEXT, kind INTEGER NOT NULL, domain TEXT, shortName TEXT, mangledName TEXT)"
enum format_kind {
	FORMAT_RANGE = 0,     /* an NVTX range; name NULL: nameless; domain NULL: the default one */
	FORMAT_KERNEL = 1,    /* name, shortName and mangledName as in an nsys export */
	FORMAT_MEMCPY = 2,    /* name is "[CUDA memcpy HtoD]" and the like */
	FORMAT_MEMSET = 3,    /* name is "[CUDA memset]" */
	FORMAT_GRAPH = 4,     /* name is "[CUDA graph N]" */
	FORMAT_NO_LAUNCH = 5, /* between the root and operations whose launch is not known */
	FORMAT_OVERFLOW = 6,  /* for everything beyond the limit of nodes */
};

/*
 * Per stack and device: its operations, their time, the extremes of a single one, the bytes that
 * they moved: from 1.3 on; and, from 1.4 on, what of them is of which cell, if any is: for each
 * cell its time and operations as LEB128 numbers, without those of the last cells that are 0.
 */
#define FORMAT_VALUE_TABLE "GPUFLAME_VALUE"
#define FORMAT_VALUE_SQL                                                                    \
	"CREATE TABLE GPUFLAME_VALUE(stackId INTEGER NOT NULL, deviceId INTEGER NOT NULL, " \
	"ns INTEGER NOT NULL, count INTEGER NOT NULL, min INTEGER NOT NULL, "               \
	"max INTEGER NOT NULL, bytes INTEGER NOT NULL, steps BLOB, "                        \
	"PRIMARY KEY(stackId, deviceId)) WITHOUT ROWID"

/* What was lost: one row for each kind, none with count 0. ns NULL: not known. */
#define FORMAT_LOSS_TABLE "GPUFLAME_LOSS"
#define FORMAT_LOSS_SQL \
	"CREATE TABLE GPUFLAME_LOSS(what TEXT PRIMARY KEY, count INTEGER NOT NULL, ns INTEGER)"
#define FORMAT_LOSS_DROPPED "dropped"     /* records that CUPTI had no room for */
#define FORMAT_LOSS_TIMELESS "timeless"   /* records without times */
#define FORMAT_LOSS_BACKWARDS "backwards" /* records that end before they start */
#define FORMAT_LOSS_BUFFERS "buffers"     /* of records: too many to be read, or CUPTI could not */
#define FORMAT_LOSS_MISSING "unrecorded"  /* launched operations whose records never came */
#define FORMAT_LOSS_NOMEM "memory"        /* records or events that memory had no room for */

/* What readers of captures report, and trace mode's DIAGNOSTIC_EVENT. */
#define FORMAT_RUNNING_TEXT                                                                   \
	"The captured process has not ended by itself, or runs yet: its last seconds may be " \
	"missing."
#define FORMAT_COSTLY_TEXT                                                                \
	"CUPTI took too much of the time of the program, and recording ended early: the " \
	"capture is incomplete."
#define FORMAT_DETACHED_TEXT                                                              \
	"Another client of CUPTI ended it for the whole process, and recording with it: " \
	"the capture is incomplete."
#define FORMAT_LOSS_TEXT "Some events (%" PRIu64 ") were lost: %s"

#define FORMAT_OVERFLOW_NAME "(overflow)"
#define FORMAT_NO_LAUNCH_NAME "[no launch record]"
/* Of launches outside of any range: the thread, if it has a name of its own. A FORMAT_RANGE. */
#define FORMAT_THREAD_NAME "[thread %s]"

#endif /* CAPTURE_FORMAT_H */

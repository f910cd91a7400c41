#ifndef COLLAPSE_MODEL_METRIC_H
#define COLLAPSE_MODEL_METRIC_H

#include <stdbool.h>
#include <stdint.h>

/* One kind of memory in use, by a process on a device. */
struct metric_series {
	uint64_t device;      /* its number; -1: the CPU */
	uint32_t device_name; /* "GPU 0", "CPU" */
	uint32_t name;        /* "allocated", "pinned" */
	uint32_t process;     /* index in trace->processes */
	bool has_changes;     /* values are changes of what there was, until samples_close() */
};

struct metric_sample {
	int64_t start, end;
	double value; /* bytes, throughout */
	uint32_t series;
	uint32_t thread; /* that changed it, or TRACE_NONE */
};

#endif /* COLLAPSE_MODEL_METRIC_H */

#ifndef COLLAPSE_MODEL_METRIC_H
#define COLLAPSE_MODEL_METRIC_H

#include <stdbool.h>
#include <stdint.h>

/* What is known of moments, not of operations: counters of the hardware, and memory in use. */
enum metric_kind {
	METRIC_GPU,     /* percent of what the GPU can do */
	METRIC_NETWORK, /* rates */
	METRIC_MEMORY,  /* bytes, of a process */
	METRIC_KINDS,
};

/* One counter of one device. */
struct metric_series {
	uint64_t device;      /* of a GPU its number; else an id that only the report knows */
	uint32_t device_name; /* "mlx5_0 port 1", "GPU 0"; of METRIC_GPU NAME_NONE */
	uint32_t name;        /* "SM Issue", "IB: Bytes sent", "allocated" */
	uint32_t unit;        /* "bytes/ms"; of METRIC_NETWORK alone */
	uint32_t process;     /* METRIC_MEMORY: index in trace->processes */
	uint8_t kind;         /* enum metric_kind */
	bool has_changes;     /* values are changes of what there was, until samples_close() */
};

struct metric_sample {
	int64_t start, end;
	double value; /* throughout */
	uint32_t series;
	uint32_t thread; /* METRIC_MEMORY: that changed it, or TRACE_NONE */
};

#endif /* COLLAPSE_MODEL_METRIC_H */

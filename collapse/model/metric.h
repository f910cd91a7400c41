#ifndef COLLAPSE_MODEL_METRIC_H
#define COLLAPSE_MODEL_METRIC_H

#include <stdint.h>

/* Samples of the hardware's own counters, which belong to no process. */
enum metric_kind {
	METRIC_GPU,     /* percent of what the GPU can do */
	METRIC_NETWORK, /* rates */
	METRIC_KINDS,
};

/* One counter of one device. */
struct metric_series {
	uint64_t device;      /* of a GPU its number; else an id that only the report knows */
	uint32_t device_name; /* "mlx5_0 port 1"; of GPUs NAME_NONE */
	uint32_t name;        /* "SM Issue", "IB: Bytes sent" */
	uint32_t unit;        /* "bytes/ms"; of GPUs NAME_NONE */
	uint8_t kind;         /* enum metric_kind */
};

struct metric_sample {
	int64_t start, end;
	double value; /* throughout */
	uint32_t series;
};

#endif /* COLLAPSE_MODEL_METRIC_H */

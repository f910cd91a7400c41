#ifndef CAPTURE_WRITE_LOAD_H
#define CAPTURE_WRITE_LOAD_H

#include <stddef.h>
#include <stdint.h>

/* How much CUPTI hands over, as seen at flushes. For the worker. */
struct load {
	uint64_t before;           /* records that had come at `since_ns` */
	int64_t since_ns;          /* of clock_ns() */
	uint64_t records, buffers; /* the most: records in a second, buffers in flight */
};

/* A capture begins, before which so many records came. */
void load_start(struct load *load, uint64_t records, int64_t now_ns);

/* All records that came up to now; buffers that CUPTI has, or that were not read yet. */
void load_measure(struct load *load, uint64_t records, uint64_t buffers, int64_t now_ns);

#endif /* CAPTURE_WRITE_LOAD_H */

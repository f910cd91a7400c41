#ifndef COLLAPSE_MODEL_SAMPLES_H
#define COLLAPSE_MODEL_SAMPLES_H

#include "collapse/model/trace.h"

/*
 * With all samples read: bring trace->samples into their order, make values of changes, and give
 * ends to those that last until the next one.
 */
void samples_close(struct trace *trace);

/* What memory is measured: of a process, on a GPU or, with -1, of the CPU. */
struct memory_series {
	uint32_t process;
	int64_t device;
	const char *name; /* "reserved" */
	bool has_changes; /* see metric_series */
};

/*
 * Its index in trace->metrics, to which it is added if it is new. `keys` has those that there are,
 * and no other series may be added meanwhile.
 */
uint32_t samples_memory_series(
	struct trace *trace, struct idmap *keys, const struct memory_series *of);

#endif /* COLLAPSE_MODEL_SAMPLES_H */

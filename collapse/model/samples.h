#ifndef COLLAPSE_MODEL_SAMPLES_H
#define COLLAPSE_MODEL_SAMPLES_H

#include "collapse/model/trace.h"

/*
 * With all samples read: bring trace->samples into their order, make values of changes, and give
 * ends to those that last until the next one. ERR_NOMEM.
 */
bool samples_close(struct trace *trace, struct err *err) MUST_CHECK;

/* What memory is measured: of a process, on a GPU or, with -1, of the CPU. */
struct memory_series {
	uint32_t process;
	int64_t device;
	const char *name; /* "reserved" */
	bool has_changes; /* see metric_series */
};

/*
 * Its index in trace->metrics, to which it is added if it is new. `keys` has those that there are,
 * and no other series may be added meanwhile. ERR_NOMEM.
 */
bool samples_memory_series(struct trace *trace, struct idmap *keys, const struct memory_series *of,
	uint32_t *series, struct err *err) MUST_CHECK;

#endif /* COLLAPSE_MODEL_SAMPLES_H */

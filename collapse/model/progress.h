#ifndef COLLAPSE_MODEL_PROGRESS_H
#define COLLAPSE_MODEL_PROGRESS_H

#include <stdint.h>

/*
 * Progress reports: `tick` is called at intervals with the rows read so far and an estimate of
 * the total. NULL: none are wanted.
 */
struct progress {
	void (*tick)(struct progress *progress, uint64_t done, uint64_t total);
};

#endif /* COLLAPSE_MODEL_PROGRESS_H */

#ifndef COLLAPSE_MODEL_PROGRESS_H
#define COLLAPSE_MODEL_PROGRESS_H

#include <stdint.h>

/*
 * Who wants to know how far a reader is: `tick` is called now and then with the
 * rows read and an estimate of all of them. A NULL pointer stands for nobody.
 */
struct progress {
	void (*tick)(struct progress *progress, uint64_t done, uint64_t total);
};

#endif /* COLLAPSE_MODEL_PROGRESS_H */

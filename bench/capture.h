#ifndef BENCH_CAPTURE_H
#define BENCH_CAPTURE_H

#include <stdbool.h>

/*
 * The least that a profiler has to do: the floor beside which libgpuflame.so is
 * measured. It takes the place of the library in this process.
 */
void floor_start(void);

/*
 * What gpuflame_flush() is to the library: have CUPTI hand over what it holds, step
 * over all records, give their memory back. `sqlite`: on the way, insert each and its
 * launch into tables like those of trace mode, in the file that FLOOR_DATABASE names.
 */
void floor_flush(bool sqlite);

#endif /* BENCH_CAPTURE_H */

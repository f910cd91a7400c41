#ifndef BENCH_CAPTURE_H
#define BENCH_CAPTURE_H

#include <stdbool.h>

/*
 * The least that a profiler has to do: the floor that libgpuflame.so is
 * compared with. It replaces the library in this process. With `reads_counter`
 * it also reads the processor's counter as a call begins and as it ends.
 */
void floor_start(bool reads_counter);

/*
 * The floor's gpuflame_flush(): make CUPTI hand over its buffers, step over all
 * records, free their memory. `sqlite`: on the way, insert each and its launch into
 * tables like those of trace mode, in the file that FLOOR_DATABASE names.
 */
void floor_flush(bool sqlite);

#endif /* BENCH_CAPTURE_H */

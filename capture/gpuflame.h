#ifndef CAPTURE_GPUFLAME_H
#define CAPTURE_GPUFLAME_H

/*
 * gpuflame's capture library, for programs that want a say in what is captured.
 *
 * Nothing here is needed: `gpuflame record -- ./program` captures any CUDA
 * program with NVTX ranges as it is. A program that links libgpuflame.so and
 * calls these functions runs as before when it is not captured: they do nothing
 * then. They may be called from any thread, and never fail; cost: a branch when
 * not captured, a lock when captured.
 *
 *     cc train.c -lgpuflame
 */
#ifdef __cplusplus
extern "C" {
#endif

#define GPUFLAME_API_VERSION 1

/*
 * Capture from here on. Without effect while capturing, before the end of
 * --delay, and once a capture has ended for good (--steps, --capture-range-end).
 */
void gpuflame_start(void);

/* Capture no more, until gpuflame_start(). */
void gpuflame_stop(void);

/*
 * Put everything captured so far into the file. Operations that the device has
 * not done yet are not in it: synchronise before. Blocks until it is written.
 */
void gpuflame_flush(void);

/*
 * A training step begins here: counted by `--steps N --skip K` in place of NVTX
 * ranges whose name matches --step-range. The first of both kinds to be met is
 * the one that is counted.
 */
void gpuflame_step(void);

#ifdef __cplusplus
}
#endif

#endif /* CAPTURE_GPUFLAME_H */

#ifndef CAPTURE_GPUFLAME_H
#define CAPTURE_GPUFLAME_H

/*
 * gpuflame's capture library, for programs that control what is captured.
 *
 * All of it is optional: `gpuflame record -- ./program` captures any CUDA
 * program with NVTX ranges unmodified. When a program is not captured, these
 * functions do nothing. They may be called from any thread and never fail;
 * cost: a branch when not captured, a lock when captured.
 *
 *     cc train.c -lgpuflame
 */
#ifdef __cplusplus
extern "C" {
#endif

#define GPUFLAME_API_VERSION 1

/*
 * Start capturing. No effect while capturing, before the end of --delay, and
 * once a capture has ended for good (--steps, --capture-range-end).
 */
void gpuflame_start(void);

/* Stop capturing, until gpuflame_start(). */
void gpuflame_stop(void);

/*
 * Write everything captured so far to the file. Operations that the device has
 * not finished are not included: synchronise before. Blocks until it is
 * written.
 */
void gpuflame_flush(void);

/*
 * A training step begins: counted by `--steps N --skip K` instead of NVTX
 * ranges whose name matches --step-range. Whichever of the two comes first is
 * counted.
 */
void gpuflame_step(void);

#ifdef __cplusplus
}
#endif

#endif /* CAPTURE_GPUFLAME_H */

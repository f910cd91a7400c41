#include "capture/gpuflame.h"

#include "capture/start/library.h"
#include "capture/start/python_hooks.h"

/* What others call in the library, but for NVTX: see nvtx_hooks.c. */

/* Whether this process is captured, by this copy of the library. */
static bool is_captured(void)
{
	return !recorder_is_off(&library.recorder);
}

EXPORTED void gpuflame_start(void)
{
	if (is_captured()) {
		window_api(&library.program.window, true);
	} else if (recorder_is_idle(&library.recorder)) {
		atomic_store(&library.recorder.is_asked_to_start, true);
		/* which comes first */
		recorder_flush(&library.recorder);
	}
}

EXPORTED void gpuflame_stop(void)
{
	if (is_captured())
		window_api(&library.program.window, false);
}

EXPORTED void gpuflame_flush(void)
{
	if (is_captured())
		recorder_flush(&library.recorder);
}

EXPORTED void gpuflame_step(void)
{
	if (is_captured() || recorder_is_idle(&library.recorder))
		window_step(&library.program.window);
}

/* --- starting ---------------------------------------------------------------------------- */

EXPORTED int InitializeInjection(void);
EXPORTED void gpuflame_python_start(void);

/* CUDA calls this from cuInit(). It always gets success: cuInit() must not fail. */
EXPORTED int InitializeInjection(void)
{
	/* CUDA starts in a child of a process with a worker: not even its locks are usable. */
	if (recorder_is_forked(&library.recorder) && library.is_ready)
		recorder_fail(&library.recorder,
			"a process that was forked, and not started by exec, uses CUDA: it is "
			"not captured (Python's multiprocessing: use spawn)");
	library_start();
	if (library_prepare())
		python_hooks_cuda_begins();
	return 1;
}

/*
 * Called by sitecustomize.py, with Python's lock, as the interpreter starts; it looks whether there
 * is an error, which an interrupt is.
 */
EXPORTED void gpuflame_python_start(void)
{
	if (library_prepare())
		(void)python_hooks_start(false);
}

#include "capture/start/library.h"
#include "capture/start/python_hooks.h"
#include "capture/start/sqlite_hooks.h"

/* How the library is started, other than by NVTX (nvtx_hooks.c). */

EXPORTED int InitializeInjection(void);
EXPORTED void gpuflame_python_start(void);

/* CUDA calls this from cuInit(). It always gets success: cuInit() must not fail. */
EXPORTED int InitializeInjection(void)
{
	/* CUDA starts in a child of a process with a worker: not even its locks are usable. */
	if (recorder_is_forked(&library.recorder) && library.is_ready &&
		library.recorder.config.cuda)
		recorder_fail(&library.recorder,
			"a process that was forked, and not started by exec, uses CUDA: it is "
			"not captured (Python's multiprocessing: use spawn)");
	if (library_prepare() && library.recorder.config.cuda) {
		sqlite_hooks_set();
		library_start();
	}
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

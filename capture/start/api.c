#include "capture/gpuflame.h"

#include "capture/start/library.h"

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
	if (is_captured())
		window_step(&library.program.window);
}

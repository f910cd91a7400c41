#include "capture/gpuflame.h"

#include <stdatomic.h>

#include "capture/recorder.h"

#define EXPORTED __attribute__((visibility("default")))

/* Whether this process is captured, and by this very library. */
static bool is_captured(void)
{
	return !atomic_load_explicit(&recorder.is_off, memory_order_relaxed);
}

EXPORTED void gpuflame_start(void)
{
	if (is_captured())
		window_api(&recorder.window, true);
}

EXPORTED void gpuflame_stop(void)
{
	if (is_captured())
		window_api(&recorder.window, false);
}

EXPORTED void gpuflame_flush(void)
{
	if (is_captured())
		recorder_flush();
}

EXPORTED void gpuflame_step(void)
{
	if (is_captured())
		window_step(&recorder.window);
}

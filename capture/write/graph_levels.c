#include "capture/write/graph_levels.h"

#include "base/graph_shares.h"
#include "capture/clock.h"
#include "capture/device/cupti_abi.h"
#include "capture/device/gpu.h"
#include "capture/device/subscribe.h"

#define SAMPLE_NS INT64_C(100000000)

/* Of CUPTI before CUDA 13.1, which may hang when a kind of record is disabled: once, so longer. */
#define ONLY_SAMPLE_NS (10 * SAMPLE_NS)

void graph_levels_start(struct graph_levels *levels)
{
	*levels = (struct graph_levels){ 0 };
}

void graph_levels_tick(struct graph_levels *levels, struct gpu *gpu, struct graph_shares *shares)
{
	bool is_once = gpu->cupti.version < CUPTI_VERSION_GOOD_CLOCK;
	int64_t now = clock_ns();

	if (!gpu->samples_graphs)
		return;
	if (!atomic_load(&gpu->graphs_by_node)) {
		if (is_once || now - levels->whole_ns < (shares->has_unknown ? 10 : 50) * SAMPLE_NS)
			return;
		shares->has_unknown = false;
		levels->samples = shares->samples;
		levels->seen_ns = 0;
		gpu_graphs_by_node(gpu, true);
		return;
	}
	if (levels->seen_ns == 0 && shares->samples > levels->samples)
		levels->seen_ns = now;
	if (levels->seen_ns == 0 || now - levels->seen_ns < (is_once ? ONLY_SAMPLE_NS : SAMPLE_NS))
		return;
	levels->whole_ns = now;
	gpu_graphs_by_node(gpu, false);
}

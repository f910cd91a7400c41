#include "capture/write/load.h"

/* Over less than this, a rate says little. */
enum { LEAST_MS = 100 };

void load_start(struct load *load, uint64_t records, int64_t now_ns)
{
	*load = (struct load){ .before = records, .since_ns = now_ns };
}

void load_measure(struct load *load, uint64_t records, uint64_t buffers, int64_t now_ns)
{
	int64_t ms = (now_ns - load->since_ns) / 1000000;
	uint64_t rate = (records - load->before) * 1000 / (uint64_t)(ms < LEAST_MS ? LEAST_MS : ms);

	load->records = rate > load->records ? rate : load->records;
	load->buffers = buffers > load->buffers ? buffers : load->buffers;
	if (ms < LEAST_MS)
		return;
	load->before = records;
	load->since_ns = now_ns;
}

#include "cmd/record/nsys_options.h"

#include <stdio.h>
#include <string.h>

/* What nsys has and gpuflame has no use for; the letter of those that have one comes first. */
static const char *const nsys_options[] = { "t trace", "s sample", "b backtrace", "w show-output",
	"x stop-on-exit", "cpuctxsw", "cudabacktrace", "python-backtrace", "python-sampling",
	"resolve-symbols", "trace-fork-before-exec", "cuda-event-trace", "cuda-um-cpu-page-faults",
	"cuda-um-gpu-page-faults", "gpuctxsw", "gpu-metrics-device", "gpu-metrics-devices",
	"gpu-metrics-frequency", "gpu-metrics-set", "nic-metrics", "flush-on-cudaprofilerstop",
	"stats", "export", "cuda-flush-interval", "hotkey-capture", "session-new", "kill",
	"cuda-memory-usage", "enable", "stop-on-range-end", "mpi-impl", "cuda-trace-scope",
	"osrt-threshold", "osrt-backtrace-depth", "osrt-backtrace-threshold",
	"osrt-backtrace-stack-size", "event-sample", "cpu-core-events", "cpu-core-metrics",
	"os-events", "sampling-period", "sampling-frequency", "samples-per-backtrace",
	"ib-switch-metrics", "process-scope", "run-as" };

_Static_assert(ARRAY_SIZE(nsys_options) <= NSYS_OPTIONS, "NSYS_OPTIONS has room for all");

/* Most command lines turn something off that gpuflame does not do, or on that it does: no line. */
static bool ignore(void *value, const char *arg, UNUSED struct err *err)
{
	static const char done[] = "show-output stop-on-exit trace-fork-before-exec "
				   "flush-on-cudaprofilerstop";
	const char *name = value;
	struct err line = { 0 };

	if (strcmp(arg, "none") == 0 || strcmp(arg, "false") == 0 ||
		strcmp(arg, "cuda,nvtx") == 0 || strcmp(arg, "nvtx,cuda") == 0 ||
		(strcmp(arg, "true") == 0 && strstr(done, name) != NULL))
		return true;
	err_set(&line, ERR_NONE, "--%s=%s has no effect: it is an option of nsys alone", name, arg);
	fprintf(stderr, "gpuflame: warning: %s\n", line.msg);
	return true;
}

size_t nsys_options_fill(struct opt entries[NSYS_OPTIONS])
{
	for (size_t i = 0; i < ARRAY_SIZE(nsys_options); i++) {
		const char *name = nsys_options[i];
		bool has_letter = name[1] == ' ';

		entries[i] = (struct opt)OPT_CALL(has_letter ? name[0] : 0,
			name + (has_letter ? 2 : 0),
			(void *)(uintptr_t)(name + (has_letter ? 2 : 0)), "VALUE", NULL, ignore);
	}
	return ARRAY_SIZE(nsys_options);
}

/*
 * libnvidia-ml.so.1 with one device: NVML_MHZ, NVML_MW, NVML_REASONS. Who asks for its clock waits
 * NVML_MS, and a line on stderr says so.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static unsigned number(const char *variable)
{
	const char *text = getenv(variable);

	return text != NULL ? (unsigned)strtoul(text, NULL, 0) : 0;
}

static int one;

#define NVML(name, ...)        \
	int name(__VA_ARGS__); \
	int name(__VA_ARGS__)

NVML(nvmlInit_v2, void)
{
	return 0;
}

NVML(nvmlDeviceGetHandleByUUID, const char *uuid, void **device)
{
	*device = &one;
	return strcmp(uuid, "GPU-01010101-0101-0101-0101-010101010101") == 0 ? 0 : 6;
}

NVML(nvmlDeviceGetClockInfo, void *device, int which, unsigned *mhz)
{
	struct timespec time = { .tv_nsec = 1000000L * number("NVML_MS") };

	*mhz = number("NVML_MHZ");
	nanosleep(&time, NULL);
	fputs("nvml: asked\n", stderr);
	return device == &one && which == 1 ? 0 : 2;
}

NVML(nvmlDeviceGetPowerUsage, void *device, unsigned *mw)
{
	*mw = number("NVML_MW");
	return device == &one ? 0 : 2;
}

NVML(nvmlDeviceGetCurrentClocksThrottleReasons, void *device, unsigned long long *reasons)
{
	*reasons = number("NVML_REASONS");
	return device == &one ? 0 : 2;
}

#include "capture/device/nvml.h"

#include <dlfcn.h>
#include <stdio.h>

#include "capture/clock.h"

enum { CLOCK_SM = 1, REASONS = 3, MOST_NS = 100000000 };

/* nvmlClocksThrottleReason*: when the hardware slows down for heat, two are set */
static const unsigned bits_of[REASONS] = { 0x4, 0x60, 0x88 };

/* What a dlopen() that fails leaves with its thread is no leak of the program's. */
void __lsan_disable(void) __attribute__((weak));
void __lsan_enable(void) __attribute__((weak));

bool nvml_sample(const char *uuid, struct nvml_device *device)
{
	void *library, *handle;
	int (*init)(void), (*find)(const char *uuid, void **handle);
	int (*get_clock)(void *handle, int which, unsigned *mhz);
	int (*get_power)(void *handle, unsigned *mw);
	int (*get_reasons)(void *handle, unsigned long long *bits);
	unsigned long long bits;
	unsigned mhz, mw;
	int64_t begin;

	if (__lsan_disable != NULL)
		__lsan_disable();
	library = dlopen("libnvidia-ml.so.1", RTLD_LAZY); /* it stays loaded */
	if (__lsan_enable != NULL)
		__lsan_enable();
	if (library == NULL)
		return false;
	*(void **)&init = dlsym(library, "nvmlInit_v2");
	*(void **)&find = dlsym(library, "nvmlDeviceGetHandleByUUID");
	*(void **)&get_clock = dlsym(library, "nvmlDeviceGetClockInfo");
	*(void **)&get_power = dlsym(library, "nvmlDeviceGetPowerUsage");
	*(void **)&get_reasons = dlsym(library, "nvmlDeviceGetCurrentClocksThrottleReasons");
	if (init == NULL || find == NULL || get_clock == NULL || get_power == NULL ||
		get_reasons == NULL || (device->samples == 0 && init() != 0))
		return false;
	begin = clock_ns();
	if (find(uuid, &handle) != 0 || get_clock(handle, CLOCK_SM, &mhz) != 0 ||
		get_power(handle, &mw) != 0 || get_reasons(handle, &bits) != 0)
		return false;
	device->samples++;
	device->mhz += mhz;
	device->mw += mw;
	for (int i = 0; i < REASONS; i++)
		device->slowed[i] += (bits & bits_of[i]) != 0;
	/* a call that waits for the driver may make the program wait, too */
	return clock_ns() - begin < MOST_NS;
}

const char *nvml_slowed(const struct nvml_device *device, char text[128])
{
	static const char *const names[REASONS] = { "power cap", "heat", "hardware slowdown" };
	size_t len = 0;

	text[0] = '\0';
	for (int i = 0; i < REASONS; i++) {
		if (device->slowed[i] > 0)
			len += (size_t)snprintf(text + len, 128 - len, "%s%s in %d %%",
				len > 0 ? ", " : "", names[i],
				(int)(device->slowed[i] * 100 / device->samples));
	}
	return text;
}

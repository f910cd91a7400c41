#ifndef CAPTURE_DEVICE_NVML_H
#define CAPTURE_DEVICE_NVML_H

#include <stdbool.h>
#include <stdint.h>

/* Sums of what a device said: its SMs' clock, its power, and how often what slowed it. */
struct nvml_device {
	uint64_t samples, mhz, mw, slowed[3];
};

/* Ask the device "GPU-...". False: nvidia-smi's library is missing, slow, or does not know: ask no
 * more. */
bool nvml_sample(const char *uuid, struct nvml_device *device);

/* "power cap in 83 %, heat in 2 %" of the samples; or "". */
const char *nvml_slowed(const struct nvml_device *device, char text[128]);

#endif /* CAPTURE_DEVICE_NVML_H */

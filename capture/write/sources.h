#ifndef CAPTURE_WRITE_SOURCES_H
#define CAPTURE_WRITE_SOURCES_H

#include "capture/device/gpu.h"
#include "capture/device/nvml.h"
#include "capture/listener.h"
#include "capture/program/program.h"
#include "capture/recorder.h"

enum { MACHINE_DEVICES = 64 };

/* What does not change: the command line, unless the program writes over it. Of the worker. */
struct machine {
	bool is_known;
	char command[8192];
	int driver;
	struct machine_device {
		char name[256], uuid[64]; /* "": not known */
	} devices[MACHINE_DEVICES];
	struct nvml_device speeds[MACHINE_DEVICES]; /* of the devices in this capture */
	int64_t sample_at_ns;                       /* INT64_MAX: nobody tells their speed */
	uint64_t sampled_launches;
	uint32_t count;
};

/* What a capture is written from, and how one begins. */
struct sources {
	struct recorder *recorder;
	struct program *program;
	struct gpu *gpu;
	struct listener *listener;
	struct machine *machine;
	bool (*begin)(struct err *err); /* capture from now on; after a capture, once more */
};

#endif /* CAPTURE_WRITE_SOURCES_H */

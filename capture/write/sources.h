#ifndef CAPTURE_WRITE_SOURCES_H
#define CAPTURE_WRITE_SOURCES_H

#include "capture/device/device.h"
#include "capture/program/program.h"
#include "capture/recorder.h"

/* What a capture is written from. */
struct sources {
	struct recorder *recorder;
	struct program *program;
	struct device *device;
};

#endif /* CAPTURE_WRITE_SOURCES_H */

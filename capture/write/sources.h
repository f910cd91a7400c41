#ifndef CAPTURE_WRITE_SOURCES_H
#define CAPTURE_WRITE_SOURCES_H

#include "capture/device/gpu.h"
#include "capture/program/program.h"
#include "capture/recorder.h"

/* What a capture is written from. */
struct sources {
	struct recorder *recorder;
	struct program *program;
	struct gpu *gpu;
};

#endif /* CAPTURE_WRITE_SOURCES_H */

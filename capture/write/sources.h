#ifndef CAPTURE_WRITE_SOURCES_H
#define CAPTURE_WRITE_SOURCES_H

#include "capture/device/gpu.h"
#include "capture/listener.h"
#include "capture/program/program.h"
#include "capture/recorder.h"

/* What a capture is written from, and how one begins. */
struct sources {
	struct recorder *recorder;
	struct program *program;
	struct gpu *gpu;
	struct listener *listener;
	bool (*begin)(struct err *err); /* capture from now on; after a capture, once more */
};

#endif /* CAPTURE_WRITE_SOURCES_H */

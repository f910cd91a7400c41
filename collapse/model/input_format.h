#ifndef COLLAPSE_MODEL_INPUT_FORMAT_H
#define COLLAPSE_MODEL_INPUT_FORMAT_H

#include <stdbool.h>

/* The type of a file, for messages: "nsys 2024.2.3 export, schema 3.11.1". */
struct input_format {
	char text[96];
	const char *how_to_record; /* one with operations, in words; NULL: unknown */
	bool is_capture;           /* written by gpuflame's own recorder */
	bool is_torch;             /* by the PyTorch profiler: ranges are not NVTX's */
};

#endif /* COLLAPSE_MODEL_INPUT_FORMAT_H */

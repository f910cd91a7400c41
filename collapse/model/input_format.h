#ifndef COLLAPSE_MODEL_INPUT_FORMAT_H
#define COLLAPSE_MODEL_INPUT_FORMAT_H

#include <stdbool.h>
#include <stdint.h>

enum profiler_cost {
	COST_STACKS = 1 << 0, /* with_stack */
	COST_SHAPES = 1 << 1, /* record_shapes */
	COST_MEMORY = 1 << 2, /* profile_memory */
};

/* The type of a file, for messages: "nsys 2024.2.3 export, schema 3.11.1". */
struct input_format {
	char text[96];
	const char *how_to_record; /* one with operations, in words; NULL: unknown */
	bool is_capture;           /* written by gpuflame's own recorder */
	bool is_torch;             /* by the PyTorch profiler: ranges are not NVTX's */
	/* Of captures of sums: nobody counted bytes; names that differ in digits are three at most.
	 */
	bool lacks_bytes, shares_names;
	unsigned slowed; /* bits of enum profiler_cost: what took time of the program's threads */
};

/*
 * Progress reports: `tick` is called at intervals with the rows read so far and an estimate of
 * the total. NULL: none are wanted.
 */
struct progress {
	void (*tick)(struct progress *progress, uint64_t done, uint64_t total);
};

#endif /* COLLAPSE_MODEL_INPUT_FORMAT_H */

/*
 * Reports of nsys and captures of gpuflame of any content, folded by any options: values, fronts,
 * cuts, graph nodes, adoption; also by those alone that sums of a capture support. The input is an
 * SQLite file, or SQL text that makes one, for readable seeds, and for schemas that mutated bytes
 * never reach; its last four bytes choose the options.
 */
#include "tests/fuzz/fold_input.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum {
	/* rules, names, kernels alone, steps: what sums can do too */
	SUMS = 0xf | 1 << 14 | 1 << 15 | 1 << 16 | 1 << 17,
};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	uint32_t bits = input_bits(data, &size);
	char path[64];
	int fd = input_database(data, size, path);

	input_fold(path, bits & SUMS);
	input_fold(path, bits);
	input_close(fd);
	return 0;
}

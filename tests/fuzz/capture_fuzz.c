/*
 * Captures of gpuflame of any content, fold and trace mode: as nsys_fuzz, from
 * seeds in the tables of captures. They are read with all options, supported
 * for captures or not.
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

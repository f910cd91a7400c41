/*
 * Reports of any content, folded by any options: values, fronts, cuts, graph
 * nodes, adoption. The input is an SQLite file, or SQL text that makes one, for
 * readable seeds, and for schemas that mutated bytes never reach; its last four
 * bytes choose the options.
 */
#include "tests/fuzz/fold_input.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	uint32_t bits = input_bits(data, &size);
	char path[64];
	int fd = input_database(data, size, path);

	input_fold(path, bits);
	input_close(fd);
	return 0;
}

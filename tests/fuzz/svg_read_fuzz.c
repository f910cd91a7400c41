/*
 * Pictures of any content: reading must end in stacks, or in an error with a
 * message, in bounded memory and time. The input is SVG, or gzip of it.
 */
#define _GNU_SOURCE /* memfd_create */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "collapse/picture_reader.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	int fd = memfd_create("picture", MFD_CLOEXEC);
	struct err err = { 0 };
	struct names names;
	struct tree tree;
	char path[64], format[96];

	if (fd < 0 || write(fd, data, size) != (ssize_t)size)
		abort();
	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	names_init(&names);
	if (!tree_init(&tree, &names, &err))
		abort();
	if (picture_read(path, &tree, format, &err)) {
		uint64_t sum = 0;

		for (uint32_t node = 0; node < tree.count; node++)
			sum += tree.self[node];
		if (sum != tree.total)
			abort();
	} else if (err.code == ERR_NONE || err.msg[0] == '\0') {
		abort();
	}
	tree_release(&tree);
	names_release(&names);
	close(fd);
	return 0;
}

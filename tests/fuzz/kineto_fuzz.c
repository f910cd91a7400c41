/*
 * Traces of PyTorch's profiler, of any content: reading and folding must end in
 * a tree whose total is what was counted, or in an error with a message. The
 * input is JSON, or gzip of it.
 */
#define _GNU_SOURCE /* memfd_create */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "collapse/fold.h"
#include "collapse/kineto_reader.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void fold(const char *path, const struct trace_want *want)
{
	struct names names;
	struct rules rules;
	struct tree tree;
	struct trace trace;
	struct fold_counts counts = { 0 };
	struct err err = { 0 };

	names_init(&names);
	rules_init(&rules, &names);
	trace_init(&trace, &names);
	if (!tree_init(&tree, &names, &err))
		abort();
	if (kineto_read(path, want, NULL, &trace, &err) &&
		fold_trace(&trace, NULL, &rules, &tree, &counts, &err)) {
		if (tree.total != counts.total_ns || counts.ops != trace.op_count)
			abort();
	} else if (err.code == ERR_NONE || err.msg[0] == '\0') {
		abort();
	}
	trace_release(&trace);
	tree_release(&tree);
	rules_release(&rules);
	names_release(&names);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const struct trace_want wants[] = { { 0 }, { .op_details = true,
								  .streams = true,
								  .api_calls = true,
								  .labels = true,
								  .payloads = true,
								  .torch_frames = TORCH_PYTHON } };
	int fd = memfd_create("trace", MFD_CLOEXEC);
	struct err err = { 0 };
	int64_t rank;
	char path[64];

	if (fd < 0 || write(fd, data, size) != (ssize_t)size)
		abort();
	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	for (size_t i = 0; i < ARRAY_SIZE(wants); i++)
		fold(path, &wants[i]);
	if (!kineto_read_rank(path, &rank, &err) && err.msg[0] == '\0')
		abort();
	close(fd);
	return 0;
}

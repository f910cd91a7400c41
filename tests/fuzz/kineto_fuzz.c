/*
 * Traces of PyTorch's profiler, of any content: reading and folding must end in
 * a tree whose total is what was counted, or in an error with a message. The
 * input is JSON, or gzip of it; a sum of its bytes chooses the options.
 */
#include "tests/fuzz/fold_input.h"

#include "collapse/kineto/kineto_reader.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Everything that reports may request from a reader. */
static void read_all(const char *path)
{
	static const struct trace_want want = { .op_details = true,
		.streams = true,
		.api_calls = true,
		.labels = true,
		.ranks = true,
		.payloads = true,
		.autograd = true,
		.torch_frames = TORCH_PYTHON | TORCH_SHAPES | TORCH_OPERATORS };
	struct names names;
	struct trace trace;
	struct err err = { 0 };
	struct bytes in;

	names_init(&names);
	trace_init(&trace, &names);
	/* what is packed in a way that cannot be read is refused already here */
	if (bytes_open(&in, path, &err)) {
		input_must(kineto_read(&in, &want, NULL, &trace, &err) || err.code != ERR_NONE,
			"an error");
		bytes_close(&in);
	}
	input_must(err.code == ERR_NONE || err.msg[0] != '\0', "a message");
	trace_release(&trace);
	names_release(&names);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	uint64_t bits = mem_hash(data, size, 0);
	char path[64];
	int fd = input_file(data, size, path);

	input_fold(path, 1);
	input_fold(path, (uint32_t)bits);
	read_all(path);
	input_close(fd);
	return 0;
}

/*
 * Traces of PyTorch's profiler, of any content: reading and folding must end in
 * a tree whose total is what was counted, or in an error with a message. Several
 * threads, with small pieces, read what one reads, or find the same error. The
 * input is JSON, or gzip of it; a sum of its bytes chooses the options. Also what
 * other tools write, by its first bytes, and labels of nodes of graphs.
 */
#include "tests/fuzz/fold_input.h"

#include "collapse/graph_labels.h"
#include "collapse/kineto/kineto_reader.h"
#include "tests/tools/trace_difference.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

struct reading {
	struct names names;
	struct trace trace;
	bool ok;
	struct err err;
};

/* Everything that reports may request from a reader. */
static void read_all(struct reading *reading, const char *path, unsigned threads, size_t piece)
{
	const uint64_t want = WANT_OTHER_OPS | WANT_RANGES | WANT_DETAILS | WANT_STREAMS |
			      WANT_API_CALLS | WANT_LABELS | WANT_RANKS | WANT_PAYLOADS |
			      WANT_WORKS | WANT_AUTOGRAD | WANT_MEMORY | TORCH_PYTHON |
			      TORCH_SHAPES | TORCH_OPERATORS;
	struct bytes in;

	*reading = (struct reading){ 0 };
	names_init(&reading->names);
	trace_init(&reading->trace, &reading->names);
	reading->trace.workers = threads;
	/* what is packed in a way that cannot be read is refused already here */
	if (bytes_open(&in, path, &reading->err)) {
		reading->ok =
			kineto_read_by(&in, piece, want, NULL, &reading->trace, &reading->err);
		bytes_close(&in);
	}
	must(reading->ok || (reading->err.code != ERR_NONE && reading->err.msg[0] != '\0'),
		"an error with a message");
}

static void release(struct reading *reading)
{
	trace_release(&reading->trace);
	names_release(&reading->names);
}

static void compare(const char *path, size_t piece)
{
	struct reading one, many;
	const char *difference = NULL;

	/* of damaged compressed text, what is before the damage depends on the size of pieces */
	read_all(&one, path, 1, piece);
	read_all(&many, path, 3, piece);
	must(one.ok == many.ok && strcmp(one.err.msg, many.err.msg) == 0,
		"threads find the same error");
	if (one.ok)
		difference = trace_difference(&one.trace, &many.trace);
	must(difference == NULL, difference);
	release(&one);
	release(&many);
}

/* As the file beside a trace that names nodes of its graphs. */
static void read_labels(const char *path)
{
	struct reading labels = { 0 };

	names_init(&labels.names);
	trace_init(&labels.trace, &labels.names);
	must(graph_labels_read(&labels.trace, path, &labels.err) || labels.err.msg[0] != '\0',
		"an error with a message");
	release(&labels);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	uint64_t bits = mem_hash(data, size, 0);
	char path[64];
	int fd = input_file(data, size, path);

	input_fold(path, 1);
	input_fold(path, (uint32_t)bits);
	compare(path, 64 + bits % 512);
	read_labels(path);
	input_close(fd);
	return 0;
}

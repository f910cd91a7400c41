/*
 * Untrusted folded text: reading it, writing the tree and reading that again
 * gives the same tree and the same text. The first byte says whether the text
 * comes from a file or from a pipe in small pieces.
 */
#define _GNU_SOURCE /* memfd_create, pipe2 */
#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/folded.h"
#include "tests/read_fd.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Holds in every build: with NDEBUG, too. */
static void must(bool holds, const char *what)
{
	if (holds)
		return;
	fprintf(stderr, "folded_fuzz: broken: %s\n", what);
	abort();
}

static int file_of(const void *bytes, size_t size)
{
	int fd = memfd_create("folded", MFD_CLOEXEC);

	must(fd >= 0 && write(fd, bytes, size) == (ssize_t)size, "a file in memory");
	lseek(fd, 0, SEEK_SET);
	return fd;
}

struct feed {
	const uint8_t *data;
	size_t size, step;
	int fd;
};

static void *feed_pipe(void *context)
{
	const struct feed *feed = context;

	for (size_t at = 0; at < feed->size; at += feed->step) {
		size_t left = feed->size - at;

		if (write(feed->fd, feed->data + at, left < feed->step ? left : feed->step) < 0)
			break;
	}
	close(feed->fd);
	return NULL;
}

static bool read_file(const uint8_t *data, size_t size, struct tree *tree, struct err *err)
{
	int fd = file_of(data, size);
	bool ok = folded_read(read_fd, &fd, "in", tree, err);

	close(fd);
	return ok;
}

static bool read_pipe(
	const uint8_t *data, size_t size, size_t step, struct tree *tree, struct err *err)
{
	struct feed feed = { data, size, step, -1 };
	pthread_t thread;
	char rest[4096];
	int fds[2];
	bool ok;

	must(pipe2(fds, O_CLOEXEC) == 0, "a pipe");
	feed.fd = fds[1];
	must(pthread_create(&thread, NULL, feed_pipe, &feed) == 0, "a thread");
	ok = folded_read(read_fd, &fds[0], "in", tree, err);
	while (read(fds[0], rest, sizeof(rest)) > 0)
		; /* so that the writer ends after an error, too */
	close(fds[0]);
	pthread_join(thread, NULL);
	return ok;
}

static char *write_tree(const struct tree *tree, size_t *size)
{
	struct err err = { 0 };
	char *text = NULL;
	FILE *out = open_memstream(&text, size);

	must(out != NULL && folded_write(tree, "[root]", out, &err), "writing");
	must(fclose(out) == 0, "closing");
	return text;
}

static uint64_t self_sum(const struct tree *tree)
{
	uint64_t sum = 0;

	for (uint32_t node = 0; node < tree->count; node++) {
		must(node == TREE_ROOT || tree->parent[node] < node, "parents come first");
		sum += tree->self[node];
	}
	return sum;
}

static void check_again(const struct tree *tree)
{
	struct names names;
	struct tree again;
	struct err err = { 0 };
	size_t size = 0, size_again = 0;
	char *text = write_tree(tree, &size), *text_again;
	int fd = file_of(text, size);

	names_init(&names);
	tree_init(&again, &names);
	must(folded_read(read_fd, &fd, "again", &again, &err), err.msg);
	/* Decimals that no value needs any more may go: compare the text. */
	text_again = write_tree(&again, &size_again);
	if (again.decimals == tree->decimals) {
		must(again.total == tree->total, "the total");
		must(size == size_again && memcmp(text, text_again, size) == 0, "the text");
	}
	close(fd);
	free(text);
	free(text_again);
	tree_release(&again);
	names_release(&names);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct names names;
	struct tree tree;
	struct err err = { 0 };
	bool ok;

	if (size == 0)
		return 0;
	names_init(&names);
	tree_init(&tree, &names);
	if (data[0] < 32)
		ok = read_pipe(data + 1, size - 1, 1 + data[0], &tree, &err);
	else
		ok = read_file(data + 1, size - 1, &tree, &err);
	must(ok == (err.code == ERR_NONE), "an error has a code");
	must(ok || strncmp(err.msg, "in:", 3) == 0, "an error names the line");
	must(self_sum(&tree) == tree.total, "the total is the sum");
	check_again(&tree);
	tree_release(&tree);
	names_release(&names);
	return 0;
}

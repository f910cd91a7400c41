/*
 * The least that a renderer of folded stacks has to do: map the file, hash each
 * line's stack, and sum up values by stack. Prints the number of stacks and the
 * sum. `make bench` compares gpuflame with it.
 */
#define _GNU_SOURCE /* MAP_POPULATE */
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/mem.h"

enum { SLOTS = 1 << 18 };

struct slot {
	const char *stack; /* NULL: free */
	size_t len;
	uint64_t hash, value;
};

/* The file in memory; *size is 0 for an empty one. */
static const char *map_file(const char *path, size_t *size)
{
	struct stat status;
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	void *text;

	if (fd < 0 || fstat(fd, &status) != 0) {
		perror(path);
		exit(1);
	}
	*size = (size_t)status.st_size;
	text = *size > 0 ? mmap(NULL, *size, PROT_READ, MAP_PRIVATE | MAP_POPULATE, fd, 0) : NULL;
	if (text == MAP_FAILED) {
		perror(path);
		exit(1);
	}
	close(fd);
	return text;
}

static struct slot *find(struct slot *slots, const char *stack, size_t len)
{
	uint64_t hash = mem_hash(stack, len, 0);
	size_t at = hash & (SLOTS - 1);

	while (slots[at].stack != NULL && (slots[at].hash != hash || slots[at].len != len ||
						  memcmp(slots[at].stack, stack, len) != 0))
		at = (at + 1) & (SLOTS - 1);
	if (slots[at].stack == NULL)
		slots[at] = (struct slot){ stack, len, hash, 0 };
	return &slots[at];
}

int main(int argc, char **argv)
{
	struct slot *slots = calloc(SLOTS, sizeof(*slots));
	size_t size, stacks = 0;
	uint64_t sum = 0;
	const char *text, *end;

	if (argc != 2 || slots == NULL) {
		fprintf(stderr, "usage: folded_floor FILE (of less than %d stacks)\n", SLOTS);
		return 2;
	}
	text = map_file(argv[1], &size);
	for (end = text + size; text < end;) {
		const char *newline = memchr(text, '\n', (size_t)(end - text));
		const char *stop = newline != NULL ? newline : end, *digit = stop;
		uint64_t value = 0, unit = 1;

		for (; digit > text && digit[-1] >= '0' && digit[-1] <= '9'; unit *= 10)
			value += unit * (uint64_t)(*--digit - '0');
		if (digit > text)
			find(slots, text, (size_t)(digit - 1 - text))->value += value;
		text = stop + 1;
	}
	for (size_t i = 0; i < SLOTS; i++) {
		stacks += slots[i].stack != NULL;
		sum += slots[i].value;
	}
	printf("%zu stacks, sum %" PRIu64 "\n", stacks, sum);
	free(slots);
	return 0;
}

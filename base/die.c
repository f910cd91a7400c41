#include "base/die.h"

#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

#include "base/mem.h"

/*
 * A list that only grows, with no lock: a forked child and a thread that dies may use it. They
 * are few.
 */
struct leftover {
	struct leftover *next;
	void (*remove)(char *path);
	bool is_kept;
	char path[];
};

static struct leftover *leftovers;
static bool is_dying;

void die_removes(const char *path, void (*remove)(char *path))
{
	size_t size = strlen(path) + 1;
	/* with room for what `remove` puts behind the path */
	struct leftover *leftover = mem_zeroed(1, sizeof(*leftover) + size + 16);

	leftover->remove = remove;
	memcpy(leftover->path, path, size);
	leftover->next = __atomic_load_n(&leftovers, __ATOMIC_RELAXED);
	while (!__atomic_compare_exchange_n(
		&leftovers, &leftover->next, leftover, true, __ATOMIC_RELEASE, __ATOMIC_RELAXED))
		;
}

void die_keeps(const char *path)
{
	for (struct leftover *at = __atomic_load_n(&leftovers, __ATOMIC_ACQUIRE); at != NULL;
		at = at->next) {
		if (strcmp(at->path, path) == 0)
			__atomic_store_n(&at->is_kept, true, __ATOMIC_RELEASE);
	}
}

void die(const char *fmt, ...)
{
	char line[512] = "gpuflame: ";
	size_t len = strlen(line);
	va_list args;

	while (__atomic_exchange_n(&is_dying, true, __ATOMIC_ACQ_REL))
		pause(); /* another thread does it */
	va_start(args, fmt);
	vsnprintf(line + len, sizeof(line) - len - 1, fmt, args);
	va_end(args);
	len = strlen(line);
	line[len++] = '\n';
	for (struct leftover *at = __atomic_load_n(&leftovers, __ATOMIC_ACQUIRE); at != NULL;
		at = at->next) {
		if (!__atomic_load_n(&at->is_kept, __ATOMIC_ACQUIRE))
			at->remove(at->path);
	}
	(void)!write(STDERR_FILENO, line, len);
	_exit(1);
}

void mem_die(void)
{
	die("out of memory");
}

/*
 * A minimal consumer of CUPTI: the time of a program with it is the least that a
 * capture can cost. CUDA loads it by CUDA_INJECTION64_PATH; it asks for the records
 * that gpuflame asks for, and frees them. BARE_CUPTI: libcupti's path.
 */
#include <dlfcn.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { BUFFER_BYTES = 1 << 20, MEMCPY = 1, MEMSET = 2, CONCURRENT_KERNEL = 10, FORCED = 1 };

static int (*flush_all)(uint32_t flag);

static void on_request(uint8_t **buffer, size_t *size, size_t *max_records)
{
	*buffer = malloc(BUFFER_BYTES);
	*size = BUFFER_BYTES;
	*max_records = 0;
}

static void on_complete(void *context, uint32_t stream, uint8_t *buffer, size_t size, size_t valid)
{
	(void)context, (void)stream, (void)size, (void)valid;
	free(buffer);
}

static void at_exit(void)
{
	(void)flush_all(FORCED);
}

static void *open_cupti(void)
{
	static const char *const names[] = { "libcupti.so.13", "libcupti.so.12",
		"/usr/local/cuda/extras/CUPTI/lib64/libcupti.so",
		"/usr/local/cuda/lib64/libcupti.so" };
	const char *path = getenv("BARE_CUPTI");
	void *library = path != NULL ? dlopen(path, RTLD_LAZY) : NULL;

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]) && library == NULL; i++)
		library = dlopen(names[i], RTLD_LAZY);
	return library;
}

int InitializeInjection(void);
int InitializeInjection(void)
{
	int (*register_callbacks)(void (*request)(uint8_t **, size_t *, size_t *),
		void (*complete)(void *, uint32_t, uint8_t *, size_t, size_t)) = NULL;
	int (*enable)(int kind) = NULL;
	void *library = open_cupti();

	if (library != NULL) {
		*(void **)&register_callbacks = dlsym(library, "cuptiActivityRegisterCallbacks");
		*(void **)&enable = dlsym(library, "cuptiActivityEnable");
		*(void **)&flush_all = dlsym(library, "cuptiActivityFlushAll");
	}
	if (register_callbacks == NULL || enable == NULL || flush_all == NULL ||
		register_callbacks(on_request, on_complete) != 0 ||
		enable(CONCURRENT_KERNEL) != 0 || enable(MEMCPY) != 0 || enable(MEMSET) != 0) {
		fputs("bare_cupti: no CUPTI\n", stderr);
		return 1;
	}
	atexit(at_exit);
	return 1;
}

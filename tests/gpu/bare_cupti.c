/*
 * A minimal consumer of CUPTI: the time of a program with it is the least that a
 * capture can cost. CUDA loads it by CUDA_INJECTION64_PATH; it asks for the records
 * that gpuflame asks for, and frees them. BARE_CUPTI: libcupti's path.
 *
 * BARE_CALLBACKS=driver, runtime or both: it is called at each call of these, too, and counts
 * the calls, and those of the driver within one of the runtime: with the same correlation id
 * as that, or another. At the end they are on stderr.
 *
 * BARE_FACTS=1: also on stderr, CUPTI's version, the distance of records by kind, and the ids
 * of the functions that were called.
 */
#include <dlfcn.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BUFFER_BYTES = 1 << 20, MEMCPY = 1, MEMSET = 2, CONCURRENT_KERNEL = 10, FORCED = 1 };

enum { DRIVER = 1, RUNTIME = 2 };

static int (*flush_all)(uint32_t flag);
static const char *callbacks;
static _Atomic(unsigned long) calls[3], equal, other;

/* BARE_FACTS */
static int (*next_record)(uint8_t *buffer, size_t valid, uint8_t **record);
static int (*name_of)(int domain, uint32_t id, const char **name);
static int (*get_version)(uint32_t *version);
static _Atomic(long) strides[64];
static _Atomic(char) called[3][1024];

/* The beginning of CUpti_CallbackData. */
struct call {
	int32_t is_exit;
	const void *before[5];
	uint32_t context_uid;
	uint64_t *data;
	uint32_t correlation;
};

static void on_call(void *user, int domain, uint32_t id, const void *data)
{
	static _Thread_local uint32_t outer; /* of the runtime's call in progress */
	const struct call *call = data;

	(void)user;
	if (domain == RUNTIME)
		outer = call->is_exit ? 0 : call->correlation;
	if (call->is_exit || (domain != DRIVER && domain != RUNTIME))
		return;
	calls[domain]++;
	called[domain][id % 1024] = 1;
	if (domain == DRIVER && outer != 0)
		(*(outer == call->correlation ? &equal : &other))++;
}

static void on_request(uint8_t **buffer, size_t *size, size_t *max_records)
{
	*buffer = malloc(BUFFER_BYTES);
	*size = BUFFER_BYTES;
	*max_records = 0;
}

/* How far apart the records of each kind are: from one to the next. */
static void measure(uint8_t *buffer, size_t valid)
{
	uint8_t *record = NULL, *before = NULL;
	uint32_t kind;

	while (next_record(buffer, valid, &record) == 0) {
		if (before != NULL) {
			memcpy(&kind, before, sizeof(kind));
			strides[kind % 64] = record - before;
		}
		before = record;
	}
}

static void on_complete(void *context, uint32_t stream, uint8_t *buffer, size_t size, size_t valid)
{
	if (next_record != NULL)
		measure(buffer, valid);
	(void)context, (void)stream, (void)size, (void)valid;
	free(buffer);
}

static void print_facts(void)
{
	uint32_t version = 0;
	const char *name;

	if (get_version != NULL)
		(void)get_version(&version);
	fprintf(stderr, "bare_cupti: version %u; bytes from record to record, by kind:", version);
	for (int kind = 0; kind < 64; kind++) {
		if (strides[kind] > 0)
			fprintf(stderr, " %d: %ld", kind, (long)strides[kind]);
	}
	fputc('\n', stderr);
	for (int domain = DRIVER; domain <= RUNTIME; domain++) {
		fprintf(stderr, "bare_cupti: called, domain %d:", domain);
		for (uint32_t id = 0; id < 1024; id++) {
			if (called[domain][id] && name_of != NULL &&
				name_of(domain, id, &name) == 0)
				fprintf(stderr, " %s %u", name, id);
		}
		fputc('\n', stderr);
	}
}

static void at_exit(void)
{
	(void)flush_all(FORCED);
	if (next_record != NULL)
		print_facts();
	if (callbacks != NULL)
		fprintf(stderr,
			"bare_cupti: %lu calls of the driver, %lu of the runtime; within one of "
			"the "
			"runtime, %lu of the driver had its correlation id, %lu another\n",
			calls[DRIVER], calls[RUNTIME], equal, other);
}

/* False: CUPTI refuses. */
static int enable_callbacks(void *library)
{
	int (*subscribe)(void **subscriber,
		void (*callback)(void *user, int domain, uint32_t id, const void *data),
		void *user) = NULL;
	int (*enable)(uint32_t on, void *subscriber, int domain) = NULL;
	void *subscriber = NULL;

	callbacks = getenv("BARE_CALLBACKS");
	if (callbacks == NULL)
		return 1;
	*(void **)&subscribe = dlsym(library, "cuptiSubscribe");
	*(void **)&enable = dlsym(library, "cuptiEnableDomain");
	return subscribe != NULL && enable != NULL && subscribe(&subscriber, on_call, NULL) == 0 &&
	       (strcmp(callbacks, "runtime") == 0 || enable(1, subscriber, DRIVER) == 0) &&
	       (strcmp(callbacks, "driver") == 0 || enable(1, subscriber, RUNTIME) == 0);
}

static void *open_cupti(void)
{
	static const char *const names[] = { "libcupti.so.13", "libcupti.so.12",
		"/usr/local/cuda/extras/CUPTI/lib64/libcupti.so",
		"/usr/local/cuda/lib64/libcupti.so" };
	const char *path = getenv("BARE_CUPTI");
	void *library = path != NULL && path[0] != '\0' ? dlopen(path, RTLD_LAZY) : NULL;

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
	if (library != NULL && getenv("BARE_FACTS") != NULL) {
		*(void **)&next_record = dlsym(library, "cuptiActivityGetNextRecord");
		*(void **)&name_of = dlsym(library, "cuptiGetCallbackName");
		*(void **)&get_version = dlsym(library, "cuptiGetVersion");
	}
	if (register_callbacks == NULL || enable == NULL || flush_all == NULL ||
		register_callbacks(on_request, on_complete) != 0 ||
		enable(CONCURRENT_KERNEL) != 0 || enable(MEMCPY) != 0 || enable(MEMSET) != 0 ||
		!enable_callbacks(library)) {
		fputs("bare_cupti: no CUPTI\n", stderr);
		return 1;
	}
	atexit(at_exit);
	return 1;
}

/*
 * A consumer of CUPTI's records and calls that does nothing with them: the
 * difference to it is the cost of libgpuflame.so.
 */
#include "bench/capture.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include <sqlite3.h>

#include "base/compiler.h"
#include "capture/device/cupti_abi.h"

int cuptiSubscribe(
	void **subscriber, void (*callback)(void *, int, uint32_t, const void *), void *user);
int cuptiEnableCallback(uint32_t enable, void *subscriber, int domain, uint32_t cbid);
int cuptiActivityEnable(int kind);
int cuptiActivityRegisterCallbacks(void (*request)(uint8_t **, size_t *, size_t *),
	void (*complete)(void *, uint32_t, uint8_t *, size_t, size_t));
int cuptiActivityFlushAll(uint32_t flag);
int cuptiActivityGetNextRecord(uint8_t *buffer, size_t valid, uint8_t **record);

enum { BUFFER_BYTES = 1 << 20, SPARE_BUFFERS = 16 };

struct buffer {
	struct buffer *next;
	size_t valid;
	uint64_t padding[6];
};

static struct {
	struct buffer *spare, *filled, **last;
	unsigned spare_count;
	sqlite3 *db;
	sqlite3_stmt *kernel, *call;
} consumer;

static void on_request(uint8_t **data, size_t *size, size_t *max_records)
{
	struct buffer *buffer = consumer.spare;

	if (buffer != NULL) {
		consumer.spare = buffer->next;
		consumer.spare_count--;
	} else {
		buffer = aligned_alloc(64, sizeof(*buffer) + BUFFER_BYTES);
	}
	if (buffer == NULL)
		abort();
	*data = (uint8_t *)(buffer + 1);
	*size = BUFFER_BYTES;
	*max_records = 0;
}

static void on_complete(void *context, uint32_t stream, uint8_t *data, size_t size, size_t valid)
{
	struct buffer *buffer = (struct buffer *)(void *)data - 1;

	(void)context;
	(void)stream;
	(void)size;
	buffer->valid = valid;
	buffer->next = NULL;
	*consumer.last = buffer;
	consumer.last = &buffer->next;
}

/* What trace mode cannot do without; where it does not use the counter, the system's clock. */
static void on_timed_call(
	UNUSED void *user, UNUSED int domain, UNUSED uint32_t cbid, UNUSED const void *data)
{
#if defined(__x86_64__)
	uint64_t now = __builtin_ia32_rdtsc();
#else
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
#endif
	__asm__ volatile("" : : "g"(&now) : "memory");
}

static void on_call(void *user, int domain, uint32_t cbid, const void *data)
{
	(void)user;
	(void)domain;
	(void)cbid;
	(void)data;
}

static sqlite3_stmt *prepare(const char *sql)
{
	sqlite3_stmt *row = NULL;

	sqlite3_prepare_v2(consumer.db, sql, -1, &row, NULL);
	return row;
}

/* As many columns as a kernel and its launch have in trace mode, and written as they are there. */
static void open_database(void)
{
	static const char sql[] =
		"PRAGMA page_size = 8192; PRAGMA synchronous = OFF; PRAGMA journal_mode = DELETE;"
		"PRAGMA cache_size = -4096; PRAGMA cache_spill = OFF;"
		"CREATE TABLE kernel(a INTEGER NOT NULL, b INTEGER NOT NULL, c INTEGER NOT NULL,"
		" d INTEGER NOT NULL, e INTEGER, f INTEGER NOT NULL, g INTEGER, h INTEGER,"
		" i INTEGER NOT NULL, j INTEGER NOT NULL, k INTEGER, l INTEGER, m INTEGER,"
		" n INTEGER NOT NULL, o INTEGER NOT NULL, p INTEGER NOT NULL, q INTEGER NOT NULL,"
		" r INTEGER NOT NULL, s INTEGER NOT NULL, t INTEGER NOT NULL, u INTEGER NOT NULL,"
		" v INTEGER NOT NULL, w INTEGER NOT NULL, x INTEGER NOT NULL, y INTEGER NOT NULL,"
		" z INTEGER, a1 INTEGER, b1 INTEGER);"
		"CREATE TABLE call(a INTEGER NOT NULL, b INTEGER NOT NULL, c INTEGER NOT NULL,"
		" d INTEGER, e INTEGER, f INTEGER NOT NULL, g INTEGER NOT NULL, h INTEGER)";
	const char *path = getenv("FLOOR_DATABASE");

	if (path != NULL &&
		sqlite3_open_v2(path, &consumer.db,
			SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX,
			NULL) == SQLITE_OK &&
		sqlite3_exec(consumer.db, sql, NULL, NULL, NULL) == SQLITE_OK) {
		consumer.kernel = prepare(
			"INSERT INTO kernel(a, b, c, d, f, g, h, i, j, k, n, o, p, q, r, s, t, u,"
			" v, w, x, y, a1) VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12,"
			" ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20, ?21, ?22, ?23)");
		consumer.call = prepare("INSERT INTO call(a, b, c, d, e, f, g)"
					" VALUES(?1, ?2, ?3, ?4, ?5, ?6, 0)");
	}
	if (consumer.kernel == NULL || consumer.call == NULL) {
		fprintf(stderr, "cannot write FLOOR_DATABASE\n");
		exit(1);
	}
}

/* Numbers of the size that a trace has: a global id, the library's own texts. */
#define GLOBAL_ID ((int64_t)1 << 48 | (int64_t)4711 << 24)
#define OWN_TEXT ((int64_t)1 << 30)

static void insert_kernel(const uint8_t *record)
{
	static const unsigned char words[] = { KERNEL_DEVICE, KERNEL_CONTEXT, KERNEL_STREAM,
		KERNEL_CORRELATION, KERNEL_GRID, KERNEL_GRID + 4, KERNEL_GRID + 8, KERNEL_BLOCK,
		KERNEL_BLOCK + 4, KERNEL_BLOCK + 8, KERNEL_STATIC_SHARED, KERNEL_DYNAMIC_SHARED,
		KERNEL_LOCAL_PER_THREAD, KERNEL_LOCAL_TOTAL };
	sqlite3_stmt *row = consumer.kernel;
	int column = 1;

	sqlite3_bind_int64(row, column++, (int64_t)record_u64(record, KERNEL_START));
	sqlite3_bind_int64(row, column++, (int64_t)record_u64(record, KERNEL_END));
	sqlite3_bind_int64(row, column++, (int64_t)record_u64(record, KERNEL_GRID_ID));
	sqlite3_bind_int64(row, column++, record_u16(record, KERNEL_REGISTERS));
	sqlite3_bind_int64(row, column++, GLOBAL_ID);
	for (int64_t i = 0; i < 3; i++)
		sqlite3_bind_int64(row, column++, OWN_TEXT + i);
	for (size_t i = 0; i < sizeof(words); i++)
		sqlite3_bind_int64(row, column++, record_u32(record, words[i]));
	/* which leaves the graph's node, NULL */
	sqlite3_step(row);
	sqlite3_reset(row);
}

static void insert_call(const uint8_t *record)
{
	sqlite3_stmt *row = consumer.call;

	sqlite3_bind_int64(row, 1, (int64_t)record_u64(record, KERNEL_START));
	sqlite3_bind_int64(row, 2, (int64_t)record_u64(record, KERNEL_END));
	sqlite3_bind_int(row, 3, 0);
	sqlite3_bind_int64(row, 4, GLOBAL_ID);
	sqlite3_bind_int64(row, 5, record_u32(record, KERNEL_CORRELATION));
	sqlite3_bind_int64(row, 6, OWN_TEXT);
	sqlite3_step(row);
	sqlite3_reset(row);
}

static void *wait_for_ever(void *unused)
{
	for (;;)
		pause();
	return unused;
}

void floor_start(bool reads_counter)
{
	void *subscriber;
	pthread_t worker;

	/* Every profiler has one, and glibc's locks, which the mock takes, cost less without. */
	if (pthread_create(&worker, NULL, wait_for_ever, NULL) != 0)
		abort();
	consumer.last = &consumer.filled;
	cuptiSubscribe(&subscriber, reads_counter ? on_timed_call : on_call, NULL);
	cuptiActivityRegisterCallbacks(on_request, on_complete);
	for (uint32_t cbid = 1; cbid < 1024; cbid++) {
		cuptiEnableCallback(1, subscriber, CUPTI_DRIVER, cbid);
		cuptiEnableCallback(1, subscriber, CUPTI_RUNTIME, cbid);
	}
	cuptiActivityEnable(CUPTI_CONCURRENT_KERNEL);
}

static void step_over(struct buffer *buffer, bool sqlite)
{
	uint8_t *data = (uint8_t *)(buffer + 1), *record = NULL;

	while (cuptiActivityGetNextRecord(data, buffer->valid, &record) == CUPTI_OK) {
		if (!sqlite)
			continue;
		insert_kernel(record);
		insert_call(record);
	}
}

static void give_back(struct buffer *buffer)
{
	if (consumer.spare_count == SPARE_BUFFERS) {
		free(buffer);
		return;
	}
	buffer->next = consumer.spare;
	consumer.spare = buffer;
	consumer.spare_count++;
}

void floor_flush(bool sqlite)
{
	if (sqlite && consumer.db == NULL)
		open_database();
	if (sqlite)
		sqlite3_exec(consumer.db, "BEGIN", NULL, NULL, NULL);
	cuptiActivityFlushAll(0);
	while (consumer.filled != NULL) {
		struct buffer *buffer = consumer.filled;

		consumer.filled = buffer->next;
		step_over(buffer, sqlite);
		give_back(buffer);
	}
	consumer.last = &consumer.filled;
	if (sqlite)
		sqlite3_exec(consumer.db, "COMMIT", NULL, NULL, NULL);
}

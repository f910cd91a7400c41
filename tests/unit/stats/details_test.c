#include <unistd.h>

#include <sqlite3.h>

#include "collapse/input/input.h"
#include "collapse/input_reader.h"
#include "tests/unit/test.h"

/* Process 1, and its threads 1 and 2: nsys's globalPid and globalTid. */
#define PROCESS "16777216"
#define THREAD "16777217"
#define THREAD_TOO "16777218"

static const char report[] =
	"CREATE TABLE StringIds (id INTEGER PRIMARY KEY, value TEXT);"
	"INSERT INTO StringIds VALUES (1, 'kernel'), (2, 'cudaLaunchKernel_v7000'),"
	" (3, 'main thread'), (4, 'cudaMalloc_v3020'), (5, '{\"bytes\":8}');"
	"CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL (start, end, deviceId, contextId, streamId,"
	" correlationId, globalPid, demangledName, shortName, registersPerThread, gridX, gridY,"
	" gridZ, blockX, blockY, blockZ, staticSharedMemory, dynamicSharedMemory, graphNodeId);"
	"INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES"
	" (NULL, 9, 0, 1, 7, 10, " PROCESS ", 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1),"
	" (20, 30, 0, 1, 7, 11, " PROCESS ", 1, 1, 64, 2, 3, 4, 128, 5, 6, 1024, 2048, -3);"
	"CREATE TABLE CUPTI_ACTIVITY_KIND_MEMCPY (start, end, deviceId, contextId, streamId,"
	" correlationId, globalPid, bytes, copyKind, srcKind, dstKind);"
	"INSERT INTO CUPTI_ACTIVITY_KIND_MEMCPY VALUES"
	" (40, 50, 0, 1, 7, 12, " PROCESS ", 4096, 1, 0, 2);"
	"CREATE TABLE CUPTI_ACTIVITY_KIND_MEMSET (start, end, deviceId, contextId, streamId,"
	" correlationId, globalPid, bytes, memKind, value);"
	"INSERT INTO CUPTI_ACTIVITY_KIND_MEMSET VALUES (60, 61, 0, 1, 7, 13, " PROCESS
	", 512, NULL, 0);"
	"CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME (start, end, eventClass, globalTid,"
	" correlationId, nameId);"
	"INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES (1, 2, 0, " THREAD_TOO ", 9, 4),"
	" (5, 6, 0, " THREAD ", 11, 2), (7, 8, 0, " THREAD ", 12, 99), (9, NULL, 0, " THREAD
	", 13, 2);"
	"CREATE TABLE NVTX_EVENTS (start, end, eventType, globalTid, text, uint64Value,"
	" doubleValue, int32Value, jsonText, jsonTextId);"
	"INSERT INTO NVTX_EVENTS VALUES"
	" (1, 2, 59, " THREAD ", 'a', 18446744073709551615, NULL, NULL, NULL, NULL),"
	" (1, NULL, 34, " THREAD ", 'a mark', 1, NULL, NULL, NULL, NULL),"
	" (2, 3, 59, " THREAD ", 'b', NULL, 0.5, NULL, NULL, 5),"
	" (3, 4, 59, " THREAD ", 'c', NULL, NULL, -7, '{}', 5),"
	" (4, 5, 59, " THREAD ", 'd', NULL, NULL, NULL, NULL, NULL);"
	"CREATE TABLE ThreadNames (nameId, priority, globalTid);"
	"INSERT INTO ThreadNames VALUES (3, 0, " THREAD "), (3, 0, 77);"
	"CREATE TABLE TARGET_INFO_GPU (vmId, id, name);"
	"INSERT INTO TARGET_INFO_GPU VALUES (0, 0, 'A GPU'), (0, 1, NULL);";

struct fixture {
	char path[64];
	struct names names;
	struct trace trace;
};

static void read_report(struct fixture *fixture, uint64_t want)
{
	struct err err = { 0 };
	struct input input;
	sqlite3 *db;
	int fd;

	snprintf(fixture->path, sizeof(fixture->path), "/tmp/gpuflame-test-XXXXXX");
	fd = mkstemp(fixture->path);
	assert_true(fd >= 0);
	close(fd);
	assert_int_equal(sqlite3_open(fixture->path, &db), SQLITE_OK);
	assert_int_equal(sqlite3_exec(db, report, NULL, NULL, NULL), SQLITE_OK);
	assert_int_equal(sqlite3_close(db), SQLITE_OK);
	names_init(&fixture->names);
	trace_init(&fixture->trace, &fixture->names);
	if (!input_open(&input, fixture->path, &err) || !input_load(&input, "", true, &err) ||
		!read_trace(&input, want, NULL, &fixture->trace, &err))
		fail_msg("%s", err.msg);
	input_close(&input);
}

static void release(struct fixture *fixture)
{
	trace_release(&fixture->trace);
	names_release(&fixture->names);
	remove(fixture->path);
}

static void assert_name(const struct fixture *fixture, uint32_t name, const char *text)
{
	assert_true(name < fixture->names.count);
	assert_string_equal(fixture->names.list[name].text, text);
}

TEST(operations_have_details)
{
	const uint64_t want = WANT_OTHER_OPS | WANT_RANGES | WANT_DETAILS | WANT_API_CALLS;
	const struct op_shape *shape;
	struct fixture fixture;

	read_report(&fixture, want);
	assert_int_equal(fixture.trace.op_count, 3); /* the row without a start is skipped */
	shape = trace_shape(&fixture.trace, 0);
	assert_int_equal(shape->grid[0], 2);
	assert_int_equal(shape->grid[2], 4);
	assert_int_equal(shape->block[0], 128);
	assert_int_equal(shape->block[2], 6);
	assert_int_equal(shape->registers, 64);
	assert_int_equal(shape->static_shared, 1024);
	assert_int_equal(shape->dynamic_shared, 2048);
	assert_true(shape->graph_node == (uint64_t)-3);
	assert_int_equal(shape->src_kind, MEMORY_NONE);
	shape = trace_shape(&fixture.trace, 1);
	assert_int_equal(shape->bytes, 4096);
	assert_int_equal(shape->copy_kind, 1);
	assert_int_equal(shape->src_kind, MEMORY_PAGEABLE);
	assert_int_equal(shape->dst_kind, MEMORY_DEVICE);
	shape = trace_shape(&fixture.trace, 2);
	assert_int_equal(shape->bytes, 512);
	assert_int_equal(shape->dst_kind, MEMORY_NONE);
	release(&fixture);
}

TEST(api_calls_are_found_from_operations)
{
	const uint64_t want = WANT_OTHER_OPS | WANT_RANGES | WANT_DETAILS | WANT_API_CALLS;
	struct fixture fixture;

	read_report(&fixture, want);
	assert_int_equal(fixture.trace.api_count, 3);
	assert_int_equal(fixture.trace.odd.api_rows_bad, 1);
	assert_name(&fixture, fixture.trace.api_calls[0].name, "cudaMalloc_v3020");
	assert_int_equal(fixture.trace.api_calls[0].correlation, 9);
	assert_name(&fixture, fixture.trace.details[0].api, "cudaLaunchKernel_v7000");
	assert_int_equal(fixture.trace.api_calls[1].start, 5);
	assert_int_equal(fixture.trace.api_calls[1].end, 6);
	assert_name(&fixture, fixture.trace.api_calls[1].name, "cudaLaunchKernel_v7000");
	assert_int_equal(fixture.trace.details[1].api, NAME_NONE);
	assert_int_equal(fixture.trace.api_calls[2].name, NAME_NONE);
	assert_name(&fixture, fixture.trace.details[2].api, "cudaLaunchKernel_v7000");
	assert_true(fixture.trace.threads.keys[fixture.trace.api_calls[0].thread] == 16777218);
	release(&fixture);
}

TEST(ranges_carry_payloads)
{
	const uint64_t want = WANT_OTHER_OPS | WANT_RANGES | WANT_PAYLOADS | WANT_LABELS;
	const struct payload *payloads;
	struct fixture fixture;

	read_report(&fixture, want);
	payloads = fixture.trace.payloads;
	assert_int_equal(fixture.trace.range_count, 4);
	assert_int_equal(payloads[0].kind, PAYLOAD_UNSIGNED);
	assert_int_equal(payloads[0].json, NAME_NONE);
	assert_int_equal(payloads[1].kind, PAYLOAD_FLOAT);
	assert_true(payloads[1].number.as_float == 0.5);
	assert_name(&fixture, payloads[1].json, "{\"bytes\":8}");
	assert_int_equal(payloads[2].kind, PAYLOAD_SIGNED);
	assert_int_equal(payloads[2].number.as_signed, -7);
	assert_name(&fixture, payloads[2].json, "{}");
	assert_int_equal(fixture.trace.payload_count, 3);
	assert_ptr_equal(trace_payload(&fixture.trace, 2), &payloads[2]);
	assert_null(trace_payload(&fixture.trace, 3));
	release(&fixture);
}

TEST(threads_and_devices_have_names)
{
	const uint64_t want = WANT_OTHER_OPS | WANT_RANGES | WANT_API_CALLS | WANT_LABELS;
	struct fixture fixture;
	uint32_t thread, other;

	read_report(&fixture, want);
	thread = idmap_find(&fixture.trace.threads, 16777217);
	other = idmap_find(&fixture.trace.threads, 16777218);
	assert_name(&fixture, fixture.trace.thread_names[thread], "main thread");
	assert_int_equal(fixture.trace.thread_names[other], NAME_NONE);
	assert_name(&fixture, trace_device_name(&fixture.trace, 0), "A GPU");
	assert_int_equal(trace_device_name(&fixture.trace, 1), NAME_NONE);
	release(&fixture);
}

TEST(nothing_is_read_without_a_request)
{
	const uint64_t want = WANT_OTHER_OPS | WANT_RANGES;
	struct fixture fixture;

	read_report(&fixture, want);
	assert_int_equal(fixture.trace.op_count, 3);
	assert_null(fixture.trace.details);
	assert_null(fixture.trace.api_calls);
	assert_null(fixture.trace.payloads);
	assert_null(fixture.trace.thread_names);
	assert_null(fixture.trace.devices);
	release(&fixture);
}

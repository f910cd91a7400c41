/*
 * Makes every call of NVTX's payload extension, as programs make them ("calls") and with what is
 * invalid ("hostile"): payloads are at the end of a page, and the next one cannot be read.
 *
 * Status 77: these headers lack the extension. What is expected is in payloads_test.sh.
 */
#define _GNU_SOURCE
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "capture/device/cupti_abi.h"
#include "tests/mock/mock.h"
#include "tests/mock/payload_extension.h"
#include "tests/mock/start_cuda.h"

#ifdef NVTX_EXT_PAYLOAD_MODULEID

static nvtxDomainHandle_t domain;

static void launch(const char *kernel)
{
	struct mock_record record = { .kind = CUPTI_CONCURRENT_KERNEL, .name = kernel, .ns = 10 };

	record.correlation = mock_enter("cudaLaunchKernel");
	mock_exit("cudaLaunchKernel", record.correlation);
	mock_record(&record);
}

/* A copy that ends where readable memory does. */
static const void *at_edge(const void *bytes, size_t size)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);
	char *pages =
		mmap(NULL, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (pages == MAP_FAILED || mprotect(pages + page, page, PROT_NONE) != 0)
		exit(3);
	return memcpy(pages + page - size, bytes, size);
}

static uint64_t add_schema(uint64_t type, const nvtxPayloadSchemaEntry_t *entries, size_t count)
{
	nvtxPayloadSchemaAttr_t attributes = { 0 };

	attributes.fieldMask = NVTX_PAYLOAD_SCHEMA_ATTR_FIELD_TYPE |
			       NVTX_PAYLOAD_SCHEMA_ATTR_FIELD_ENTRIES |
			       NVTX_PAYLOAD_SCHEMA_ATTR_FIELD_NUM_ENTRIES;
	attributes.type = type;
	attributes.entries = entries;
	attributes.numEntries = count;
	return nvtxPayloadSchemaRegister(domain, &attributes);
}

#define ADD_SCHEMA(type, ...)                                                 \
	add_schema((type), (const nvtxPayloadSchemaEntry_t[]){ __VA_ARGS__ }, \
		sizeof((const nvtxPayloadSchemaEntry_t[]){ __VA_ARGS__ }) /   \
			sizeof(nvtxPayloadSchemaEntry_t))

#define MESSAGE(kind, length, place)                                                               \
	{                                                                                          \
		.flags = NVTX_PAYLOAD_ENTRY_FLAG_EVENT_MESSAGE, .type = (kind), .name = "message", \
		.arrayOrUnionDetail = (length), .offset = (place)                                  \
	}

static void push_and_pop(uint64_t schema, size_t size, const void *bytes, const char *kernel)
{
	nvtxPayloadData_t data = { schema, size, bytes };

	nvtxRangePushPayload(domain, &data, 1);
	launch(kernel);
	nvtxRangePopPayload(domain, &data, 1);
}

/* --- calls ---------------------------------------------------------------------------- */

struct typical {
	nvtxStringHandle_t message;
	char letter;
	short number;
	double fraction;
	int pair[2];
};

static uint64_t typical_schema(void)
{
	/* no offsets, no size: by the rules of C */
	return ADD_SCHEMA(NVTX_PAYLOAD_SCHEMA_TYPE_STATIC,
		MESSAGE(NVTX_PAYLOAD_ENTRY_TYPE_NVTX_REGISTERED_STRING_HANDLE, 0, 0),
		{ .type = NVTX_PAYLOAD_ENTRY_TYPE_CHAR, .name = "letter" },
		{ .type = NVTX_PAYLOAD_ENTRY_TYPE_SHORT, .name = "number" },
		{ .type = NVTX_PAYLOAD_ENTRY_TYPE_DOUBLE,
			.name = "fraction",
			.description = "of 1" },
		{ .flags = NVTX_PAYLOAD_ENTRY_FLAG_ARRAY_FIXED_SIZE,
			.type = NVTX_PAYLOAD_ENTRY_TYPE_INT,
			.name = "pair",
			.arrayOrUnionDetail = 2 });
}

static void set(struct typical *typical, const char *message, short number)
{
	memset(typical, 0, sizeof(*typical));
	typical->message = nvtxDomainRegisterStringA(domain, message);
	typical->number = number;
}

static void ranges_and_marks(uint64_t schema)
{
	struct typical typical;
	nvtxPayloadData_t data = { schema, sizeof(typical), &typical };
	nvtxRangeId_t id;

	set(&typical, "pushed", 1);
	nvtxRangePushPayload(domain, &data, 1);
	launch("k");
	set(&typical, "not its name", 2);
	nvtxRangePopPayload(domain, &data, 1);
	set(&typical, "started", 3);
	id = nvtxRangeStartPayload(domain, &data, 1);
	launch("k");
	set(&typical, "ended", 4);
	nvtxRangeEndPayload(domain, id, &data, 1);
	set(&typical, "mark", 5);
	nvtxMarkPayload(domain, &data, 1);
	/* without payloads */
	nvtxRangePushPayload(domain, NULL, 0);
	launch("k");
	nvtxDomainRangePop(domain);
	nvtxDomainMarkEx(domain, &(nvtxEventAttributes_t){ .version = NVTX_VERSION,
					 .size = NVTX_EVENT_ATTRIB_STRUCT_SIZE,
					 .messageType = NVTX_MESSAGE_TYPE_ASCII,
					 .message.ascii = "plain mark" });
}

static void texts(void)
{
	static const char text[16] = "a long pointer";
	const char *pointer = text;
	char fixed[8] = { 'f', 'i', 'x', 'e', 'd', '1', '2', '3' };
	uint64_t by_pointer = ADD_SCHEMA(
		NVTX_PAYLOAD_SCHEMA_TYPE_STATIC, MESSAGE(NVTX_PAYLOAD_ENTRY_TYPE_CSTRING, 0, 0));
	uint64_t by_length = ADD_SCHEMA(NVTX_PAYLOAD_SCHEMA_TYPE_STATIC,
		MESSAGE(NVTX_PAYLOAD_ENTRY_TYPE_CSTRING_UTF8, 5, 0));
	nvtxPayloadSchemaEntry_t zero = MESSAGE(NVTX_PAYLOAD_ENTRY_TYPE_CSTRING, 0, 0);
	uint64_t by_zero;

	zero.flags |= NVTX_PAYLOAD_ENTRY_FLAG_ARRAY_ZERO_TERMINATED;
	by_zero = add_schema(NVTX_PAYLOAD_SCHEMA_TYPE_DYNAMIC, &zero, 1);
	push_and_pop(by_pointer, sizeof(pointer), at_edge(&pointer, sizeof(pointer)), "k");
	push_and_pop(by_length, SIZE_MAX, at_edge(fixed, 5), "k");
	push_and_pop(by_zero, 3, at_edge("zero", 3), "k");
}

static void deferred(void)
{
	nvtxScopeAttr_t scope = { sizeof(scope), "GPU[0]", NVTX_SCOPE_ROOT,
		NVTX_SCOPE_ID_STATIC_START + 3 };
	nvtxTimeDomainAttr_t clock = { 0 };
	int64_t before = nvtxTimestampGet(), after = nvtxTimestampGet();
	nvtxPayloadData_t data = { 1, 1, "" };
	nvtxEventBatch_t batch = { 0 };

	if (before <= 0 || after < before)
		printf("time does not pass: %lld %lld\n", (long long)before, (long long)after);
	if (nvtxScopeRegister(domain, &scope) != scope.scopeId)
		printf("a scope has another id\n");
	scope.scopeId = NVTX_SCOPE_NONE;
	if (nvtxScopeRegister(domain, &scope) < NVTX_SCOPE_ID_DYNAMIC_START)
		printf("a scope has no id\n");
	if (nvtxTimeDomainRegister(domain, &clock) < NVTX_TIME_DOMAIN_ID_DYNAMIC_START)
		printf("a clock has no id\n");
	nvtxTimerSource(domain, 1, 0, nvtxTimestampGet);
	nvtxTimeSyncPoint(domain, 1, 2, 3, 4);
	nvtxTimestampConversionFactor(domain, 1, 2, 1.0, 3, 4);
	nvtxEventSubmit(domain, &data, 1);
	nvtxEventBatchSubmit(domain, &batch);
	printf("enabled: %d %d\n", nvtxDomainIsEnabled(domain),
		nvtxDomainIsEnabled(nvtxDomainCreateA("unwanted")));
}

/* --- hostile -------------------------------------------------------------------------- */

static void bad_schemas(void)
{
	static const nvtxPayloadSchemaEntry_t entry = { .type = NVTX_PAYLOAD_ENTRY_TYPE_INT };
	nvtxPayloadSchemaAttr_t schema = { 0 };
	nvtxPayloadEnumAttr_t values = { 0 };

	nvtxPayloadSchemaRegister(domain, NULL);
	nvtxPayloadEnumRegister(domain, NULL);
	nvtxPayloadSchemaRegister(domain, &schema);
	nvtxPayloadEnumRegister(domain, &values);
	schema.fieldMask = values.fieldMask = UINT64_MAX;
	schema.numEntries = values.numEntries = 5;
	nvtxPayloadSchemaRegister(domain, &schema);
	nvtxPayloadEnumRegister(domain, &values);
	schema.entries = &entry;
	schema.numEntries = SIZE_MAX;
	nvtxPayloadSchemaRegister(domain, &schema);
	nvtxScopeRegister(domain, NULL);
	nvtxTimeDomainRegister(domain, NULL);
	/* sizes that overflow, and a schema that contains itself */
	ADD_SCHEMA(NVTX_PAYLOAD_SCHEMA_TYPE_STATIC,
		{ .flags = NVTX_PAYLOAD_ENTRY_FLAG_ARRAY_FIXED_SIZE,
			.type = NVTX_PAYLOAD_ENTRY_TYPE_DOUBLE,
			.arrayOrUnionDetail = UINT64_MAX / 4 },
		{ .type = NVTX_PAYLOAD_ENTRY_TYPE_INT, .offset = UINT64_MAX - 1 },
		{ .type = NVTX_PAYLOAD_ENTRY_TYPE_CSTRING_UTF32, .arrayOrUnionDetail = UINT64_MAX },
		{ .type = NVTX_PAYLOAD_SCHEMA_ID_DYNAMIC_START }, { .type = UINT64_MAX });
}

static void bad_messages(void)
{
	char junk[sizeof(void *)];
	const char *none = NULL;
	uint64_t handle = ADD_SCHEMA(NVTX_PAYLOAD_SCHEMA_TYPE_DYNAMIC,
		MESSAGE(NVTX_PAYLOAD_ENTRY_TYPE_NVTX_REGISTERED_STRING_HANDLE, 0, 0));
	uint64_t far = ADD_SCHEMA(NVTX_PAYLOAD_SCHEMA_TYPE_STATIC,
		MESSAGE(NVTX_PAYLOAD_ENTRY_TYPE_CSTRING, 8, 1 << 20));
	uint64_t beyond = ADD_SCHEMA(NVTX_PAYLOAD_SCHEMA_TYPE_DYNAMIC,
		MESSAGE(NVTX_PAYLOAD_ENTRY_TYPE_CSTRING, UINT64_MAX, 2));
	uint64_t pointer = ADD_SCHEMA(
		NVTX_PAYLOAD_SCHEMA_TYPE_DYNAMIC, MESSAGE(NVTX_PAYLOAD_ENTRY_TYPE_CSTRING, 0, 0));
	uint64_t odd = ADD_SCHEMA(
		NVTX_PAYLOAD_SCHEMA_TYPE_DYNAMIC, MESSAGE(NVTX_PAYLOAD_ENTRY_TYPE_DOUBLE, 0, 0));

	memset(junk, 0x5a, sizeof(junk));
	push_and_pop(handle, sizeof(junk), at_edge(junk, sizeof(junk)), "unnamed");
	push_and_pop(handle, 3, at_edge(junk, 3), "unnamed");
	push_and_pop(far, 8, at_edge(junk, 8), "unnamed");
	push_and_pop(beyond, 4, at_edge("abcd", 4), "named cd");
	push_and_pop(pointer, sizeof(none), at_edge(&none, sizeof(none)), "unnamed");
	push_and_pop(odd, sizeof(junk), at_edge(junk, sizeof(junk)), "unnamed");
}

static void bad_payloads(void)
{
	uint64_t small = ADD_SCHEMA(NVTX_PAYLOAD_SCHEMA_TYPE_STATIC,
		{ .type = NVTX_PAYLOAD_ENTRY_TYPE_INT, .name = "n" });
	uint64_t large = ADD_SCHEMA(NVTX_PAYLOAD_SCHEMA_TYPE_DYNAMIC,
		{ .type = NVTX_PAYLOAD_ENTRY_TYPE_INT, .name = "n" });
	static char bytes[1 << 20];
	int number = 7;
	nvtxPayloadData_t many[32];
	nvtxEventAttributes_t event = { 0 };

	/* sizes that are not true: the schema's counts */
	push_and_pop(small, SIZE_MAX / 2, at_edge(&number, sizeof(number)), "unnamed");
	push_and_pop(small, 2, at_edge(&number, 2), "unnamed");
	push_and_pop(small, 100, NULL, "unnamed");
	push_and_pop(large, SIZE_MAX, at_edge(&number, sizeof(number)), "unnamed");
	push_and_pop(large, sizeof(bytes), bytes, "unnamed");
	push_and_pop(12345, 8, at_edge(&number, sizeof(number)), "unnamed");
	push_and_pop(NVTX_TYPE_PAYLOAD_SCHEMA_RAW, 8, at_edge(&number, sizeof(number)), "unnamed");
	for (size_t i = 0; i < 32; i++)
		many[i] = (nvtxPayloadData_t){ large, 1000, bytes };
	nvtxRangePushPayload(domain, many, SIZE_MAX);
	nvtxRangePopPayload(domain, NULL, SIZE_MAX);
	nvtxRangePopPayload(domain, many, 32); /* there is none */
	nvtxRangeEndPayload(domain, 1234567, many, 32);
	nvtxRangeEndPayload(domain, 0, NULL, 1);
	nvtxMarkPayload(NULL, many, 32);
	event.version = NVTX_VERSION;
	event.size = NVTX_EVENT_ATTRIB_STRUCT_SIZE;
	event.payloadType = NVTX_PAYLOAD_TYPE_EXT;
	event.reserved0 = -1;
	nvtxDomainRangePushEx(domain, &event);
	nvtxDomainRangePop(domain);
	launch("after");
}

int main(int argc, char **argv)
{
	start_cuda();
	mock_cuda_started();
	domain = nvtxDomainCreateA("D");
	if (argc == 2 && strcmp(argv[1], "hostile") == 0) {
		bad_schemas();
		bad_messages();
		bad_payloads();
	} else {
		ranges_and_marks(typical_schema());
		texts();
		deferred();
	}
	return 0;
}
#endif

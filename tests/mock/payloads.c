/*
 * Makes every call of NVTX's payload extension, as programs make them ("calls") and with what is
 * invalid ("hostile"): payloads are at the end of a page, and the next one cannot be read.
 *
 * Status 77: these headers lack the extension. What is expected is in payloads_test.sh.
 */
#define _GNU_SOURCE
#include <sys/mman.h>
#include <unistd.h>

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

static uint64_t add_schema(
	uint64_t type, size_t size, const nvtxPayloadSchemaEntry_t *entries, size_t count)
{
	nvtxPayloadSchemaAttr_t attributes = { 0 };

	attributes.fieldMask = NVTX_PAYLOAD_SCHEMA_ATTR_FIELD_TYPE |
			       NVTX_PAYLOAD_SCHEMA_ATTR_FIELD_ENTRIES |
			       NVTX_PAYLOAD_SCHEMA_ATTR_FIELD_NUM_ENTRIES |
			       NVTX_PAYLOAD_SCHEMA_ATTR_FIELD_STATIC_SIZE;
	attributes.type = type;
	attributes.entries = entries;
	attributes.numEntries = count;
	attributes.payloadStaticSize = size;
	return nvtxPayloadSchemaRegister(domain, &attributes);
}

#define ADD_SCHEMA(type, size, ...)                                                   \
	add_schema((type), (size), (const nvtxPayloadSchemaEntry_t[]){ __VA_ARGS__ }, \
		sizeof((const nvtxPayloadSchemaEntry_t[]){ __VA_ARGS__ }) /           \
			sizeof(nvtxPayloadSchemaEntry_t))

static void push_and_pop(uint64_t schema, size_t size, const void *bytes, const char *kernel)
{
	nvtxPayloadData_t data = { schema, size, bytes };

	nvtxRangePushPayload(domain, &data, 1);
	launch(kernel);
	nvtxRangePopPayload(domain, &data, 1);
}

/* --- calls ---------------------------------------------------------------------------- */

struct typical {
	char letter;
	short number;
	double fraction;
};

static uint64_t typical_schema(void)
{
	return ADD_SCHEMA(NVTX_PAYLOAD_SCHEMA_TYPE_STATIC, sizeof(struct typical),
		{ .type = NVTX_PAYLOAD_ENTRY_TYPE_CHAR, .name = "letter" },
		{ .type = NVTX_PAYLOAD_ENTRY_TYPE_SHORT,
			.name = "number",
			.offset = offsetof(struct typical, number) },
		{ .type = NVTX_PAYLOAD_ENTRY_TYPE_DOUBLE,
			.name = "fraction",
			.offset = offsetof(struct typical, fraction) });
}

static void set(struct typical *typical, short number)
{
	memset(typical, 0, sizeof(*typical));
	typical->number = number;
}

static void ranges_and_marks(uint64_t schema)
{
	struct typical typical;
	nvtxPayloadData_t data = { schema, sizeof(typical), &typical };
	nvtxRangeId_t id;

	set(&typical, 1);
	nvtxRangePushPayload(domain, &data, 1);
	launch("k");
	set(&typical, 2);
	nvtxRangePopPayload(domain, &data, 1);
	set(&typical, 3);
	id = nvtxRangeStartPayload(domain, &data, 1);
	launch("k");
	set(&typical, 4);
	nvtxRangeEndPayload(domain, id, &data, 1);
	set(&typical, 5);
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
}

static void bad_payloads(void)
{
	uint64_t small = ADD_SCHEMA(NVTX_PAYLOAD_SCHEMA_TYPE_STATIC, sizeof(int),
		{ .type = NVTX_PAYLOAD_ENTRY_TYPE_INT, .name = "n" });
	uint64_t large = ADD_SCHEMA(NVTX_PAYLOAD_SCHEMA_TYPE_DYNAMIC, 0,
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
		bad_payloads();
	} else {
		ranges_and_marks(typical_schema());
		printf("enabled: %d %d\n", nvtxDomainIsEnabled(domain),
			nvtxDomainIsEnabled(nvtxDomainCreateA("unwanted")));
	}
	return 0;
}
#endif

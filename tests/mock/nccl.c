/*
 * Makes the calls of NVTX and CUDA that NCCL makes:
 *
 *     nccl MINOR             as of NCCL 2.MINOR: 18, 25, 26, 27, 28
 *
 * What the versions differ in (src/include/nvtx.h, nvtx_payload_schemas.h, init_nvtx.cc):
 * until 2.24 they bring NVTX's payload extension in version 0x0103, which registers and no more,
 * give payloads when they push and no communicator; from 2.25 ranges around communicators are
 * pushed without payload, by the core of NVTX, and popped with one, by the extension, unless the
 * call failed. Schemas are numbered from 2^24 on, and the enum of reductions is the next number.
 *
 * Status 77: these headers lack the extension. The sums expected are in nccl_test.sh.
 */
#include <dlfcn.h>

#include "tests/mock/mock.h"
#include "tests/mock/payload_extension.h"
#include "tests/mock/start_cuda.h"

#ifdef NVTX_EXT_PAYLOAD_MODULEID

enum { SUM = 0, STATIC_IDS = NVTX_PAYLOAD_SCHEMA_ID_STATIC_START };

enum schema {
	COMM_INIT_RANK = 0,
	COMM_ABORT = 3,
	ALL_GATHER = 4,
	ALL_REDUCE = 5,
	BROADCAST = 6,
	SEND = 9,
	COMM_INIT_RANK_CONFIG = 11,
	COMM_FINALIZE = 14,
	COMM_SHRINK = 15,
	ALL_TO_ALL = 16,
};

struct version {
	int minor;
	uint64_t reductions; /* the id of the enum */
};

static struct version version;
static nvtxDomainHandle_t domain;

static bool is_old(void)
{
	return version.minor < 25;
}

/* --- version 0x0103 of the extension -------------------------------------------------- */

static intptr_t old_slots[2 + 1]; /* one more, which must be left alone */

static void start_old_extension(void)
{
	nvtxExtModuleSegment_t segment = { 0, 2, old_slots };
	nvtxExtModuleInfo_t module = { NVTX_VERSION, sizeof(module), NVTX_EXT_PAYLOAD_MODULEID,
		0x0103, 1, &segment, NULL, NULL };
	void *library = dlopen(getenv("NVTX_INJECTION64_PATH"), RTLD_LAZY);
	NvtxExtInitializeInjectionFunc_t initialize = NULL;

	if (library != NULL)
		*(void **)&initialize = dlsym(library, "InitializeInjectionNvtxExtension");
	if (initialize == NULL || initialize(&module) == 0 || old_slots[2] != 0) {
		fprintf(stderr, "the extension does not start\n");
		exit(1);
	}
}

static void register_schema(const nvtxPayloadSchemaAttr_t *schema)
{
	uint64_t id;

	if (is_old())
		id = ((uint64_t(*)(nvtxDomainHandle_t,
			const nvtxPayloadSchemaAttr_t *))old_slots[0])(domain, schema);
	else
		id = nvtxPayloadSchemaRegister(domain, schema);
	if (id != schema->schemaId)
		fprintf(stderr, "a schema got id %llx\n", (unsigned long long)id);
}

static void register_enum(void)
{
	static const nvtxPayloadEnum_t entries[] = { { "Sum", SUM, 0 }, { "Product", 1, 0 },
		{ "Max", 2, 0 }, { "Min", 3, 0 }, { "Avg", 4, 0 } };
	nvtxPayloadEnumAttr_t attributes = { 0 };

	attributes.fieldMask =
		NVTX_PAYLOAD_ENUM_ATTR_FIELD_ENTRIES | NVTX_PAYLOAD_ENUM_ATTR_FIELD_NUM_ENTRIES |
		NVTX_PAYLOAD_ENUM_ATTR_FIELD_SIZE | NVTX_PAYLOAD_ENUM_ATTR_FIELD_SCHEMA_ID;
	attributes.entries = entries;
	attributes.numEntries = sizeof(entries) / sizeof(entries[0]);
	attributes.sizeOfEnum = sizeof(int);
	attributes.schemaId = version.reductions;
	if (is_old())
		((uint64_t(*)(nvtxDomainHandle_t, const nvtxPayloadEnumAttr_t *))old_slots[1])(
			domain, &attributes);
	else
		nvtxPayloadEnumRegister(domain, &attributes);
}

/* --- schemas -------------------------------------------------------------------------- */

struct field {
	uint64_t type;
	const char *name;
	uint64_t offset;
};

/* NCCL does not give the schema a name, and until 2.24 no size. */
static void add_schema(enum schema id, const struct field *fields, size_t count, size_t size)
{
	nvtxPayloadSchemaEntry_t entries[8];
	nvtxPayloadSchemaAttr_t attributes = { 0 };

	memset(entries, 0, sizeof(entries));
	for (size_t i = 0; i < count; i++) {
		entries[i].type = fields[i].type;
		entries[i].name = fields[i].name;
		entries[i].offset = fields[i].offset;
	}
	attributes.fieldMask = NVTX_PAYLOAD_SCHEMA_ATTR_FIELD_TYPE |
			       NVTX_PAYLOAD_SCHEMA_ATTR_FIELD_ENTRIES |
			       NVTX_PAYLOAD_SCHEMA_ATTR_FIELD_NUM_ENTRIES |
			       NVTX_PAYLOAD_SCHEMA_ATTR_FIELD_STATIC_SIZE |
			       NVTX_PAYLOAD_SCHEMA_ATTR_FIELD_SCHEMA_ID;
	attributes.name = "not to be read";
	attributes.type = NVTX_PAYLOAD_SCHEMA_TYPE_STATIC;
	attributes.entries = entries;
	attributes.numEntries = count;
	attributes.payloadStaticSize = is_old() ? 0 : size;
	attributes.schemaId = STATIC_IDS + (uint64_t)id;
	register_schema(&attributes);
}

#define ADD_SCHEMA(id, size, ...)                               \
	add_schema((id), (const struct field[]){ __VA_ARGS__ }, \
		sizeof((const struct field[]){ __VA_ARGS__ }) / sizeof(struct field), (size))

#define COMMUNICATOR                                                      \
	{                                                                 \
		NVTX_PAYLOAD_ENTRY_TYPE_UINT64, "NCCL communicator ID", 0 \
	}
#define BYTES(offset)                                                          \
	{                                                                      \
		NVTX_PAYLOAD_ENTRY_TYPE_SIZE, "Message size [bytes]", (offset) \
	}
#define INT(name, offset)                                     \
	{                                                     \
		NVTX_PAYLOAD_ENTRY_TYPE_INT, (name), (offset) \
	}

struct comm_payload {
	uint64_t communicator;
	int ranks, rank, device;
};

struct coll_payload {
	uint64_t communicator;
	size_t bytes;
	int other; /* the reduction, the root or the peer */
};

/* --- calls ---------------------------------------------------------------------------- */

static void launch(const char *kernel, uint64_t ns)
{
	struct mock_record record = { .kind = CUPTI_CONCURRENT_KERNEL, .name = kernel, .ns = ns };

	record.correlation = mock_enter("cudaLaunchKernel");
	mock_exit("cudaLaunchKernel", record.correlation);
	mock_record(&record);
}

static nvtxEventAttributes_t event_of(const char *function)
{
	nvtxEventAttributes_t event = { 0 };

	event.version = NVTX_VERSION;
	event.size = NVTX_EVENT_ATTRIB_STRUCT_SIZE;
	event.messageType = NVTX_MESSAGE_TYPE_REGISTERED;
	event.message.registered = nvtxDomainRegisterStringA(domain, function);
	return event;
}

static void push_with(const char *function, const nvtxPayloadData_t *payload)
{
	nvtxEventAttributes_t event = event_of(function);

	event.payloadType = NVTX_PAYLOAD_TYPE_EXT;
	event.reserved0 = 1;
	event.payload.ullValue = (uint64_t)(uintptr_t)payload;
	nvtxDomainRangePushEx(domain, &event);
}

static void collective(enum schema id, const char *function, uint64_t communicator, size_t bytes,
	int other, uint64_t ns)
{
	struct coll_payload payload;
	nvtxPayloadData_t data = { STATIC_IDS + (uint64_t)id, sizeof(payload), &payload };

	memset(&payload, 0, sizeof(payload)); /* its padding, too */
	payload.communicator = communicator;
	payload.bytes = bytes;
	payload.other = other;
	if (is_old()) {
		data.payload = &payload.bytes;
		data.size = sizeof(payload) - sizeof(payload.communicator);
	}
	push_with(function, &data);
	launch("ncclDevKernel", ns);
	nvtxDomainRangePop(domain);
}

/* `communicator` 0: the call fails. */
static void manage(enum schema id, const char *function, uint64_t communicator, int ranks, int rank)
{
	struct comm_payload payload;
	nvtxPayloadData_t data = { STATIC_IDS + (uint64_t)id, sizeof(payload), &payload };
	nvtxEventAttributes_t event = event_of(function);

	memset(&payload, 0, sizeof(payload));
	payload.communicator = communicator;
	payload.ranks = ranks;
	payload.rank = rank;
	if (is_old()) {
		data.payload = &payload.ranks;
		data.size = sizeof(payload) - sizeof(payload.communicator);
		push_with(function, &data);
	} else {
		nvtxDomainRangePushEx(domain, &event);
	}
	launch("init", 10);
	if (is_old() || communicator == 0)
		nvtxDomainRangePop(domain);
	else if (nvtxRangePopPayload(domain, &data, 1) != 0)
		fprintf(stderr, "the wrong level was popped\n");
}

static void add_schemas(void)
{
	static const enum schema comms[] = { COMM_INIT_RANK, COMM_INIT_RANK_CONFIG, COMM_ABORT,
		COMM_FINALIZE, COMM_SHRINK };

	register_enum();
	if (is_old()) {
		ADD_SCHEMA(COMM_INIT_RANK, 12, INT("No. of ranks", 0), INT("Rank", 4),
			INT("CUDA device", 8));
		ADD_SCHEMA(ALL_GATHER, 8, BYTES(0));
		ADD_SCHEMA(
			ALL_REDUCE, 16, BYTES(0), { version.reductions, "Reduction operation", 8 });
		ADD_SCHEMA(BROADCAST, 16, BYTES(0), INT("Root", 8));
		ADD_SCHEMA(SEND, 16, BYTES(0), INT("Peer rank", 8));
		return;
	}
	for (size_t i = 0; i < sizeof(comms) / sizeof(comms[0]); i++)
		ADD_SCHEMA(comms[i], sizeof(struct comm_payload), COMMUNICATOR,
			INT("No. of ranks", 8), INT("Rank", 12), INT("CUDA device", 16));
	ADD_SCHEMA(ALL_GATHER, 16, COMMUNICATOR, BYTES(8));
	ADD_SCHEMA(ALL_REDUCE, 24, COMMUNICATOR, BYTES(8),
		{ version.reductions, "Reduction operation", 16 });
	ADD_SCHEMA(BROADCAST, 24, COMMUNICATOR, BYTES(8), INT("Root", 16));
	ADD_SCHEMA(SEND, 24, COMMUNICATOR, BYTES(8), INT("Peer rank", 16));
	ADD_SCHEMA(ALL_TO_ALL, 16, COMMUNICATOR, BYTES(8));
}

static void train(void)
{
	nvtxEventAttributes_t event = event_of("ncclGroupEnd");

	for (int step = 0; step < 3; step++) {
		nvtxRangePushA("train");
		collective(ALL_REDUCE, "ncclAllReduce", 0xA, 1000000, SUM, 2000);
		collective(ALL_REDUCE, "ncclAllReduce", 0xB, 1000000, SUM, 2000);
		collective(BROADCAST, "ncclBroadcast", 0xA, 4096, 1, 100);
		nvtxDomainRangePushEx(domain, &event);
		collective(SEND, "ncclSend", 0xB, 512, 1, 50);
		nvtxDomainRangePop(domain);
		launch("gemm", 1000);
		nvtxRangePop();
	}
	if (version.minor >= 28)
		collective(ALL_TO_ALL, "ncclAlltoAll", 0xA, 777, 0, 70);
}

int main(int argc, char **argv)
{
	static const struct version versions[] = { { 18, 11 }, { 25, 14 }, { 26, 15 }, { 27, 16 },
		{ 28, 19 } };

	for (size_t i = 0; argc == 2 && i < sizeof(versions) / sizeof(versions[0]); i++) {
		if (versions[i].minor == (int)strtol(argv[1], NULL, 10))
			version = versions[i];
	}
	if (version.minor == 0)
		return 2;
	version.reductions += STATIC_IDS;
	start_cuda();
	mock_cuda_started();
	domain = nvtxDomainCreateA("NCCL");
	if (is_old())
		start_old_extension();
	add_schemas();
	add_schemas(); /* as two copies of one NCCL do */
	manage(COMM_INIT_RANK, "ncclCommInitRank", 0xA, 8, 3);
	manage(is_old() ? COMM_INIT_RANK : COMM_INIT_RANK_CONFIG, "ncclCommInitRankConfig", 0xB, 2,
		1);
	manage(COMM_INIT_RANK, "ncclCommInitRank", 0, 8, 3);
	train();
	if (version.minor >= 26)
		manage(COMM_FINALIZE, "ncclCommFinalize", 0xB, 2, 1);
	if (version.minor >= 27)
		manage(COMM_SHRINK, "ncclCommShrink", 0xC, 7, 3);
	manage(COMM_ABORT, "ncclCommAbort", is_old() ? 0 : 0xA, 8, 3);
	launch("after", 5);
	return 0;
}
#endif

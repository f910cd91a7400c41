#include "capture/trace_file.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <sqlite3.h>

#include "base/mem.h"
#include "capture/cupti_abi.h"
#include "capture/format.h"
#include "capture/kernel_name.h"
#include "capture/nvtx.h"
#include "capture/recorder.h"

/* nsys's numbers for rows of NVTX_EVENTS: ENUM_NSYS_EVENT_TYPE. */
enum {
	NSYS_CATEGORY = 33,
	NSYS_MARK = 34,
	NSYS_THREAD = 39,
	NSYS_PUSH_POP = 59,
	NSYS_START_END = 60,
	NSYS_DOMAIN = 75,
};

/* Texts of the program's have their ids in struct stacks, these theirs above. */
enum { OWN_TEXTS = 1 << 30 };

/* A range of a thread that was begun and not ended. */
struct open_range {
	int64_t start_ns;
	uint32_t domain, name;
	bool is_span, has_attributes;
	struct attributes attributes;
};

struct open_ranges {
	struct open_range *ranges; /* outermost first */
	size_t count, cap;
};

/* A kernel's name met before. */
struct kernel_slot {
	const char *key;  /* as CUPTI has it */
	const char *text; /* what it was */
	uint32_t full, brief, mangled;
};

enum { KERNEL_SLOTS = 1 << 12 };

struct row_ids {
	int64_t *ids;
	size_t count, cap;
};

enum statement {
	INSERT_STRING,
	INSERT_NVTX,
	INSERT_CALL,
	INSERT_KERNEL,
	INSERT_MEMCPY,
	INSERT_MEMSET,
	INSERT_GRAPH,
	INSERT_NODE,
	INSERT_THREAD_NAME,
	DELETE_NVTX,
	STATEMENTS,
};

struct trace_file {
	char **place;     /* NULL in it: none was needed yet */
	const char *path; /* *place, for messages */
	sqlite3 *db;      /* NULL: nothing was written yet */
	sqlite3_stmt *statements[STATEMENTS];
	bool in_transaction;
	bool has_failed; /* in this transaction: `err` says how */
	struct err err;

	struct names own; /* texts that are not the program's */
	uint32_t texts_written, own_written, domains_written;
	struct kernel_slot *kernels;
	uint32_t *functions; /* by EVENT_CALL's number: own text + 1 */
	size_t functions_cap;
	struct row_ids provisional;      /* in the file: ranges that were open at the last flush */
	struct row_ids next_provisional; /* in the transaction */

	uint64_t ops, ns;         /* in the file */
	uint64_t new_ops, new_ns; /* in the transaction */
	uint64_t lost;            /* operations, with transactions that failed */
};

static const char schema[] =
	"CREATE TABLE StringIds(id INTEGER NOT NULL PRIMARY KEY, value TEXT NOT NULL);"
	"CREATE TABLE NVTX_EVENTS(start INTEGER NOT NULL, end INTEGER, eventType INTEGER NOT NULL,"
	" rangeId INTEGER, category INTEGER, color INTEGER, text TEXT, globalTid INTEGER,"
	" endGlobalTid INTEGER, textId INTEGER, domainId INTEGER, uint64Value INTEGER,"
	" int64Value INTEGER, doubleValue REAL, uint32Value INTEGER, int32Value INTEGER,"
	" floatValue REAL, jsonTextId INTEGER, jsonText TEXT);"
	"CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME(start INTEGER NOT NULL, end INTEGER NOT NULL,"
	" eventClass INTEGER NOT NULL, globalTid INTEGER, correlationId INTEGER,"
	" nameId INTEGER NOT NULL, returnValue INTEGER NOT NULL, callchainId INTEGER);"
	"CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL(start INTEGER NOT NULL, end INTEGER NOT NULL,"
	" deviceId INTEGER NOT NULL, contextId INTEGER NOT NULL, greenContextId INTEGER,"
	" streamId INTEGER NOT NULL, correlationId INTEGER, globalPid INTEGER,"
	" demangledName INTEGER NOT NULL, shortName INTEGER NOT NULL, mangledName INTEGER,"
	" launchType INTEGER, cacheConfig INTEGER, registersPerThread INTEGER NOT NULL,"
	" gridX INTEGER NOT NULL, gridY INTEGER NOT NULL, gridZ INTEGER NOT NULL,"
	" blockX INTEGER NOT NULL, blockY INTEGER NOT NULL, blockZ INTEGER NOT NULL,"
	" staticSharedMemory INTEGER NOT NULL, dynamicSharedMemory INTEGER NOT NULL,"
	" localMemoryPerThread INTEGER NOT NULL, localMemoryTotal INTEGER NOT NULL,"
	" gridId INTEGER NOT NULL, sharedMemoryExecuted INTEGER, graphNodeId INTEGER,"
	" sharedMemoryLimitConfig INTEGER);"
	"CREATE TABLE CUPTI_ACTIVITY_KIND_MEMCPY(start INTEGER NOT NULL, end INTEGER NOT NULL,"
	" deviceId INTEGER NOT NULL, contextId INTEGER NOT NULL, greenContextId INTEGER,"
	" streamId INTEGER NOT NULL, correlationId INTEGER, globalPid INTEGER,"
	" bytes INTEGER NOT NULL, copyKind INTEGER NOT NULL, deprecatedSrcId INTEGER,"
	" srcKind INTEGER, dstKind INTEGER, srcDeviceId INTEGER, srcContextId INTEGER,"
	" dstDeviceId INTEGER, dstContextId INTEGER, migrationCause INTEGER,"
	" graphNodeId INTEGER, virtualAddress INTEGER);"
	"CREATE TABLE CUPTI_ACTIVITY_KIND_MEMSET(start INTEGER NOT NULL, end INTEGER NOT NULL,"
	" deviceId INTEGER NOT NULL, contextId INTEGER NOT NULL, greenContextId INTEGER,"
	" streamId INTEGER NOT NULL, correlationId INTEGER, globalPid INTEGER,"
	" value INTEGER NOT NULL, bytes INTEGER NOT NULL, graphNodeId INTEGER, memKind INTEGER);";

/* The rest, and what never changes. */
static const char more_schema[] =
	"CREATE TABLE ThreadNames(nameId INTEGER NOT NULL, priority INTEGER, globalTid INTEGER);"
	"CREATE TABLE TARGET_INFO_GPU(vmId INTEGER NOT NULL, id INTEGER NOT NULL, name TEXT,"
	" busLocation TEXT, isDiscrete INTEGER, l2CacheSize INTEGER, totalMemory INTEGER,"
	" memoryBandwidth INTEGER, clockRate INTEGER, smCount INTEGER, pwGpuId INTEGER,"
	" uuid TEXT, luid INTEGER, chipName TEXT, cuDevice INTEGER, computeMajor INTEGER,"
	" computeMinor INTEGER, PRIMARY KEY(vmId, id));"
	"CREATE TABLE TARGET_INFO_SESSION_START_TIME(utcEpochNs INTEGER, utcTime TEXT,"
	" localTime TEXT);"
	"CREATE TABLE META_DATA_EXPORT(name TEXT NOT NULL, value TEXT);"
	"CREATE TABLE DIAGNOSTIC_EVENT(timestamp INTEGER NOT NULL, timestampType INTEGER NOT NULL,"
	" source INTEGER NOT NULL, severity INTEGER NOT NULL, text TEXT NOT NULL,"
	" globalPid INTEGER);"
	"CREATE TABLE ENUM_NSYS_EVENT_TYPE(id INTEGER NOT NULL PRIMARY KEY, name TEXT, label TEXT);"
	"INSERT INTO ENUM_NSYS_EVENT_TYPE VALUES (33, 'NvtxCategory', 'NVTX Category'),"
	" (34, 'NvtxMark', 'NVTX Mark'), (39, 'NvtxThread', 'NVTX Thread'),"
	" (59, 'NvtxPushPopRange', 'NVTX Push/Pop Range'),"
	" (60, 'NvtxStartEndRange', 'NVTX Start/End Range'),"
	" (70, 'NvtxtPushPopRange', 'NVTXT Push/Pop Range'),"
	" (71, 'NvtxtStartEndRange', 'NVTXT Start/End Range'),"
	" (75, 'NvtxDomainCreate', 'NVTX Domain Create');"
	"CREATE TABLE ENUM_NSYS_EVENT_CLASS(id INTEGER NOT NULL PRIMARY KEY, name TEXT,"
	" label TEXT);"
	"INSERT INTO ENUM_NSYS_EVENT_CLASS VALUES"
	" (0, 'TRACE_PROCESS_EVENT_CUDA_RUNTIME', 'CUDA runtime'),"
	" (1, 'TRACE_PROCESS_EVENT_CUDA_DRIVER', 'CUDA driver');"
	"CREATE TABLE ENUM_CUDA_MEMCPY_OPER(id INTEGER NOT NULL PRIMARY KEY, name TEXT,"
	" label TEXT);"
	"INSERT INTO ENUM_CUDA_MEMCPY_OPER VALUES"
	" (0, 'CUDA_MEMCPY_KIND_UNKNOWN', 'Unknown'),"
	" (1, 'CUDA_MEMCPY_KIND_HTOD', 'Host-to-Device'),"
	" (2, 'CUDA_MEMCPY_KIND_DTOH', 'Device-to-Host'),"
	" (3, 'CUDA_MEMCPY_KIND_HTOA', 'Host-to-Array'),"
	" (4, 'CUDA_MEMCPY_KIND_ATOH', 'Array-to-Host'),"
	" (5, 'CUDA_MEMCPY_KIND_ATOA', 'Array-to-Array'),"
	" (6, 'CUDA_MEMCPY_KIND_ATOD', 'Array-to-Device'),"
	" (7, 'CUDA_MEMCPY_KIND_DTOA', 'Device-to-Array'),"
	" (8, 'CUDA_MEMCPY_KIND_DTOD', 'Device-to-Device'),"
	" (9, 'CUDA_MEMCPY_KIND_HTOH', 'Host-to-Host'),"
	" (10, 'CUDA_MEMCPY_KIND_PTOP', 'Peer-to-Peer'),"
	" (11, 'CUDA_MEMCPY_KIND_UVM_HTOD', 'Unified Host-to-Device'),"
	" (12, 'CUDA_MEMCPY_KIND_UVM_DTOH', 'Unified Device-to-Host'),"
	" (13, 'CUDA_MEMCPY_KIND_UVM_DTOD', 'Unified Device-to-Device');"
	"CREATE TABLE ENUM_CUDA_MEM_KIND(id INTEGER NOT NULL PRIMARY KEY, name TEXT, label TEXT);"
	"INSERT INTO ENUM_CUDA_MEM_KIND VALUES"
	" (0, 'CUDA_MEMOPR_MEMORY_KIND_PAGEABLE', 'Pageable'),"
	" (1, 'CUDA_MEMOPR_MEMORY_KIND_PINNED', 'Pinned'),"
	" (2, 'CUDA_MEMOPR_MEMORY_KIND_DEVICE', 'Device'),"
	" (3, 'CUDA_MEMOPR_MEMORY_KIND_ARRAY', 'Array'),"
	" (4, 'CUDA_MEMOPR_MEMORY_KIND_MANAGED', 'Managed'),"
	" (5, 'CUDA_MEMOPR_MEMORY_KIND_DEVICE_STATIC', 'Device Static'),"
	" (6, 'CUDA_MEMOPR_MEMORY_KIND_MANAGED_STATIC', 'Managed Static'),"
	" (7, 'CUDA_MEMOPR_MEMORY_KIND_UNKNOWN', 'Unknown');"
	"INSERT INTO META_DATA_EXPORT VALUES ('EXPORT_PRODUCT_VERSION', 'gpuflame " GPUFLAME_VERSION
	"'), ('EXPORT_SCHEMA_VERSION', '3.11.1'), ('EXPORT_SCHEMA_VERSION_MAJOR', '3'),"
	" ('EXPORT_SCHEMA_VERSION_MINOR', '11'), ('EXPORT_SCHEMA_VERSION_MICRO', "
	"'1');" FORMAT_META_SQL ";" FORMAT_LOSS_SQL ";";

/* Only there where it has rows, as nsys has it. */
static const char graph_schema[] =
	"CREATE TABLE IF NOT EXISTS CUPTI_ACTIVITY_KIND_GRAPH_TRACE(start INTEGER NOT NULL,"
	" end INTEGER NOT NULL, deviceId INTEGER NOT NULL, contextId INTEGER NOT NULL,"
	" greenContextId INTEGER, streamId INTEGER NOT NULL, correlationId INTEGER,"
	" globalPid INTEGER, graphId INTEGER NOT NULL, graphExecId INTEGER NOT NULL)";
static const char node_schema[] =
	"CREATE TABLE IF NOT EXISTS CUDA_GRAPH_NODE_EVENTS(start INTEGER NOT NULL,"
	" end INTEGER NOT NULL, eventClass INTEGER NOT NULL, globalTid INTEGER,"
	" nameId INTEGER NOT NULL, graphNodeId INTEGER NOT NULL, originalGraphNodeId INTEGER)";

static const char *const statement_sql[STATEMENTS] = {
	[INSERT_STRING] = "INSERT OR IGNORE INTO StringIds VALUES(?1, ?2)",
	[INSERT_NVTX] = "INSERT INTO NVTX_EVENTS(start, end, eventType, globalTid, textId,"
			" domainId, category, color, rangeId, text, uint64Value, int64Value,"
			" doubleValue, uint32Value, int32Value, floatValue)"
			" VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14,"
			" ?15, ?16)",
	[INSERT_CALL] = "INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME(start, end, eventClass,"
			" globalTid, correlationId, nameId, returnValue)"
			" VALUES(?1, ?2, ?3, ?4, ?5, ?6, 0)",
	[INSERT_KERNEL] = "INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL(start, end, deviceId, contextId,"
			  " streamId, correlationId, globalPid, graphNodeId, demangledName,"
			  " shortName, mangledName, registersPerThread, gridX, gridY, gridZ,"
			  " blockX, blockY, blockZ, staticSharedMemory, dynamicSharedMemory,"
			  " localMemoryPerThread, localMemoryTotal, gridId)"
			  " VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14,"
			  " ?15, ?16, ?17, ?18, ?19, ?20, ?21, ?22, ?23)",
	[INSERT_MEMCPY] = "INSERT INTO CUPTI_ACTIVITY_KIND_MEMCPY(start, end, deviceId, contextId,"
			  " streamId, correlationId, globalPid, graphNodeId, bytes, copyKind,"
			  " srcKind, dstKind, srcDeviceId, dstDeviceId)"
			  " VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)",
	[INSERT_MEMSET] = "INSERT INTO CUPTI_ACTIVITY_KIND_MEMSET(start, end, deviceId, contextId,"
			  " streamId, correlationId, globalPid, graphNodeId, bytes, value, memKind)"
			  " VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)",
	[INSERT_GRAPH] = "INSERT INTO CUPTI_ACTIVITY_KIND_GRAPH_TRACE(start, end, deviceId,"
			 " contextId, streamId, correlationId, globalPid, graphId, graphExecId)"
			 " VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?8)",
	[INSERT_NODE] = "INSERT INTO CUDA_GRAPH_NODE_EVENTS(start, end, eventClass, globalTid,"
			" nameId, graphNodeId, originalGraphNodeId)"
			" VALUES(?1, ?1, 0, ?2, ?3, ?4, ?5)",
	[INSERT_THREAD_NAME] = "INSERT INTO ThreadNames VALUES(?1, 0, ?2)",
	[DELETE_NVTX] = "DELETE FROM NVTX_EVENTS WHERE rowid = ?1",
};

/* nsys's global ids: a machine's number, the process, the thread. */
static int64_t global_id(uint32_t tid)
{
	return (int64_t)(UINT64_C(1) << 48 | (uint64_t)(getpid() & 0xffffff) << 24 |
			 (tid & 0xffffff));
}

static int64_t shown_time(int64_t ns)
{
	return ns - recorder.start_ns;
}

/* --- the file ------------------------------------------------------------------------------- */

struct trace_file *trace_file_new(char **path, struct err *err)
{
	struct trace_file *file = mem_zeroed(1, sizeof(*file), err);

	if (file == NULL)
		return NULL;
	names_init(&file->own);
	file->texts_written = 1; /* id 0 is no text of the program's: see stacks_init() */
	file->kernels = mem_zeroed(KERNEL_SLOTS, sizeof(*file->kernels), err);
	file->place = path;
	if (file->kernels == NULL) {
		free(file);
		return NULL;
	}
	return file;
}

static bool open_file(struct trace_file *file, struct err *err)
{
	char session[256];

	if (*file->place == NULL && !capture_file_reserve(file->place, err))
		return false;
	file->path = *file->place;
	if (!capture_db_open(file->path, true, &file->db, err))
		return false;
	snprintf(session, sizeof(session),
		"INSERT INTO TARGET_INFO_SESSION_START_TIME(utcEpochNs) VALUES(%" PRId64 ");COMMIT",
		recorder.start_ns + recorder.epoch_ns);
	if (capture_db_run(file->db, file->path, "BEGIN", err) &&
		capture_db_run(file->db, file->path, schema, err) &&
		capture_db_run(file->db, file->path, more_schema, err) &&
		capture_db_run(file->db, file->path, session, err))
		return true;
	sqlite3_close(file->db);
	file->db = NULL;
	return false;
}

static void set_failed(struct trace_file *file)
{
	file->has_failed = true;
}

/* Ready to write: opened, and in a transaction. */
static bool begin(struct trace_file *file)
{
	if (file->has_failed)
		return false;
	if (file->in_transaction)
		return true;
	if ((file->db == NULL && !open_file(file, &file->err)) ||
		!capture_db_run(file->db, file->path, "BEGIN", &file->err)) {
		set_failed(file);
		return false;
	}
	file->in_transaction = true;
	return true;
}

/* A statement to bind and run; NULL when nothing can be written now. */
static sqlite3_stmt *statement(struct trace_file *file, enum statement which)
{
	const char *table = which == INSERT_GRAPH  ? graph_schema
			    : which == INSERT_NODE ? node_schema
						   : NULL;

	if (!begin(file))
		return NULL;
	if (file->statements[which] == NULL &&
		((table != NULL && !capture_db_run(file->db, file->path, table, &file->err)) ||
			!capture_db_prepare(file->db, file->path, statement_sql[which],
				&file->statements[which], &file->err))) {
		set_failed(file);
		return NULL;
	}
	return file->statements[which];
}

static void step(struct trace_file *file, sqlite3_stmt *row)
{
	if (!capture_db_step(file->db, file->path, row, &file->err))
		set_failed(file);
}

/* --- texts -------------------------------------------------------------------------------------
 */

static void write_string(struct trace_file *file, int64_t id, const char *text, size_t len)
{
	sqlite3_stmt *row = statement(file, INSERT_STRING);

	if (row == NULL)
		return;
	sqlite3_bind_int64(row, 1, id);
	sqlite3_bind_text64(row, 2, text, len, SQLITE_STATIC, SQLITE_UTF8);
	step(file, row);
}

static void write_texts(struct trace_file *file)
{
	const char *texts[256];
	uint32_t lens[256], known = file->texts_written;
	size_t got;

	do {
		got = stacks_copy_texts(&recorder.stacks, known, texts, lens, ARRAY_SIZE(texts));
		for (size_t i = 0; i < got; i++)
			write_string(file, known + (int64_t)i, texts[i], lens[i]);
		known += (uint32_t)got;
	} while (got == ARRAY_SIZE(texts));
	for (uint32_t id = file->own_written; id < file->own.count; id++)
		write_string(file, OWN_TEXTS + (int64_t)id, file->own.list[id].text,
			file->own.list[id].len);
}

/* The id of a text that is not the program's. */
static uint32_t own_text(struct trace_file *file, const char *text)
{
	uint32_t id = 0;

	if (!names_intern(&file->own, text, strlen(text), &id, &file->err))
		set_failed(file);
	return OWN_TEXTS + id;
}

/* The name of an API function, by its number in an EVENT_CALL. */
static uint32_t function_text(struct trace_file *file, uint32_t function)
{
	const char *name = NULL;
	uint32_t at = (function & (EVENT_DRIVER_BIT - 1)) * 2 +
		      ((function & EVENT_DRIVER_BIT) != 0 ? 1 : 0);
	int domain = (function & EVENT_DRIVER_BIT) != 0 ? CUPTI_DRIVER : CUPTI_RUNTIME;
	size_t before = file->functions_cap;

	if (!mem_grow((void **)&file->functions, &file->functions_cap, at + 1,
		    sizeof(*file->functions), &file->err)) {
		set_failed(file);
		return 0;
	}
	if (file->functions_cap > before)
		memset(file->functions + before, 0,
			(file->functions_cap - before) * sizeof(*file->functions));
	if (file->functions[at] == 0) {
		if (recorder.cupti.get_callback_name(
			    domain, function & (EVENT_DRIVER_BIT - 1), &name) != CUPTI_OK ||
			name == NULL)
			name = "[unknown function]";
		file->functions[at] = own_text(file, name);
	}
	return file->functions[at];
}

static const struct kernel_slot *kernel_text(struct trace_file *file, const char *mangled)
{
	size_t at = (uintptr_t)mangled * 0x9e3779b97f4a7c15u >> (64 - 12);
	struct kernel_slot *slot = &file->kernels[at];
	char *full, *brief;

	_Static_assert(KERNEL_SLOTS == 1 << 12, "the hash's upper bits are the slot");
	if (slot->key == mangled && slot->text != NULL && strcmp(slot->text, mangled) == 0)
		return slot;
	if (!kernel_names(mangled, &full, &brief, &file->err)) {
		set_failed(file);
		return slot;
	}
	slot->key = mangled;
	slot->full = own_text(file, full);
	slot->brief = own_text(file, brief);
	slot->mangled = own_text(file, mangled);
	slot->text = file->has_failed ? NULL : file->own.list[slot->mangled - OWN_TEXTS].text;
	free(full);
	free(brief);
	return slot;
}

/* --- NVTX ----------------------------------------------------------------------------------------
 */

static void bind_attributes(sqlite3_stmt *row, const struct attributes *attributes)
{
	double d;
	float f;

	if (attributes->category != 0)
		sqlite3_bind_int64(row, 7, attributes->category);
	if (attributes->has_color != 0)
		sqlite3_bind_int64(row, 8, attributes->color);
	switch (attributes->payload_type) {
	case 1: /* NVTX_PAYLOAD_TYPE_UNSIGNED_INT64, and on in its order */
		sqlite3_bind_int64(row, 11, (int64_t)attributes->payload);
		break;
	case 2:
		sqlite3_bind_int64(row, 12, (int64_t)attributes->payload);
		break;
	case 3:
		memcpy(&d, &attributes->payload, sizeof(d));
		sqlite3_bind_double(row, 13, d);
		break;
	case 4:
		sqlite3_bind_int64(row, 14, (uint32_t)attributes->payload);
		break;
	case 5:
		sqlite3_bind_int64(row, 15, (int32_t)(uint32_t)attributes->payload);
		break;
	case 6:
		memcpy(&f, &attributes->payload, sizeof(f));
		sqlite3_bind_double(row, 16, (double)f);
		break;
	default:
		break;
	}
}

/* A row of NVTX_EVENTS; end_ns 0: it has none. */
static void write_nvtx(struct trace_file *file, int type, uint32_t tid,
	const struct open_range *range, int64_t end_ns)
{
	sqlite3_stmt *row = statement(file, INSERT_NVTX);

	if (row == NULL)
		return;
	sqlite3_clear_bindings(row);
	sqlite3_bind_int64(row, 1, shown_time(range->start_ns));
	if (end_ns != 0)
		sqlite3_bind_int64(row, 2, shown_time(end_ns));
	sqlite3_bind_int(row, 3, type);
	sqlite3_bind_int64(row, 4, global_id(tid));
	/* an empty name is none, as it is to nsys */
	if (range->name != NAME_NONE)
		sqlite3_bind_int64(row, 5, range->name);
	sqlite3_bind_int64(row, 6, range->domain);
	if (range->has_attributes)
		bind_attributes(row, &range->attributes);
	step(file, row);
}

static void write_range(struct trace_file *file, const struct thread *thread,
	const struct open_range *range, int64_t end_ns)
{
	write_nvtx(file, range->is_span ? NSYS_START_END : NSYS_PUSH_POP,
		atomic_load_explicit(&thread->tid, memory_order_relaxed), range, end_ns);
}

static void write_domains(struct trace_file *file)
{
	uint32_t count = domain_count();

	for (uint32_t id = file->domains_written + 1; id <= count; id++) {
		const char *name = domain_name(id);
		sqlite3_stmt *row = statement(file, INSERT_NVTX);

		if (row == NULL)
			return;
		sqlite3_clear_bindings(row);
		sqlite3_bind_int64(row, 1, 0);
		sqlite3_bind_int(row, 3, NSYS_DOMAIN);
		sqlite3_bind_int64(row, 4, global_id((uint32_t)getpid()));
		sqlite3_bind_int64(row, 6, id);
		sqlite3_bind_text(row, 10, name, -1, SQLITE_STATIC);
		step(file, row);
	}
}

/* --- events
 * ---------------------------------------------------------------------------------------- */

static struct open_ranges *open_of(struct trace_file *file, struct thread *thread)
{
	if (thread->open == NULL)
		thread->open = mem_zeroed(1, sizeof(*thread->open), &file->err);
	if (thread->open == NULL)
		set_failed(file);
	return thread->open;
}

/* The slots behind an event that belong to it. */
static void read_attributes(struct event_queue *queue, struct open_range *range)
{
	struct event slots[2];

	for (size_t i = 0; i < ARRAY_SIZE(slots); i++)
		slots[i] = *events_read(queue);
	memcpy(&range->attributes, slots, sizeof(range->attributes));
	range->has_attributes = true;
}

static struct open_range range_of(struct event_queue *queue, const struct event *event)
{
	struct open_range range = {
		.start_ns = event->ns,
		.domain = event->number & EVENT_NUMBER,
		.name = event->id,
		.is_span = event->kind == EVENT_START,
	};

	/* the event is gone when the next is read */
	if ((event->number & EVENT_HAS_MORE) != 0)
		read_attributes(queue, &range);
	return range;
}

static void add_open(struct trace_file *file, struct thread *thread, const struct open_range *range)
{
	struct open_ranges *open = open_of(file, thread);

	if (open == NULL)
		return;
	if (!mem_grow((void **)&open->ranges, &open->cap, open->count + 1, sizeof(*open->ranges),
		    &file->err)) {
		set_failed(file);
		return;
	}
	open->ranges[open->count++] = *range;
}

static void close_range(struct trace_file *file, struct thread *thread, uint32_t at, int64_t end_ns)
{
	struct open_ranges *open = thread->open;

	if (open == NULL || at >= open->count)
		return;
	write_range(file, thread, &open->ranges[at], end_ns);
	open->count--;
	memmove(&open->ranges[at], &open->ranges[at + 1],
		(open->count - at) * sizeof(*open->ranges));
}

static void write_call(struct trace_file *file, const struct thread *thread,
	const struct event *event, int64_t end_ns)
{
	uint32_t name = function_text(file, event->number & EVENT_NUMBER);
	sqlite3_stmt *row = statement(file, INSERT_CALL);

	if (row == NULL)
		return;
	sqlite3_bind_int64(row, 1, shown_time(event->ns));
	sqlite3_bind_int64(row, 2, shown_time(end_ns));
	sqlite3_bind_int(row, 3, (event->number & EVENT_DRIVER_BIT) != 0);
	sqlite3_bind_int64(
		row, 4, global_id(atomic_load_explicit(&thread->tid, memory_order_relaxed)));
	sqlite3_bind_int64(row, 5, event->id);
	sqlite3_bind_int64(row, 6, name);
	step(file, row);
}

static void write_node(struct trace_file *file, const struct thread *thread, int64_t ns,
	int64_t node, int64_t original)
{
	uint32_t name = own_text(file, original != 0 ? "cudaGraphInstantiate" : "cudaGraphAddNode");
	sqlite3_stmt *row = statement(file, INSERT_NODE);

	if (row == NULL)
		return;
	sqlite3_bind_int64(row, 1, shown_time(ns));
	sqlite3_bind_int64(
		row, 2, global_id(atomic_load_explicit(&thread->tid, memory_order_relaxed)));
	sqlite3_bind_int64(row, 3, name);
	sqlite3_bind_int64(row, 4, node);
	if (original != 0)
		sqlite3_bind_int64(row, 5, original);
	else
		sqlite3_bind_null(row, 5);
	step(file, row);
}

static void write_thread_name(struct trace_file *file, uint32_t tid, uint32_t name)
{
	sqlite3_stmt *row = statement(file, INSERT_THREAD_NAME);

	if (row == NULL || name == NAME_NONE)
		return;
	sqlite3_bind_int64(row, 1, name);
	sqlite3_bind_int64(row, 2, global_id(tid));
	step(file, row);
}

static void read_event(struct trace_file *file, struct thread *thread, const struct event *first)
{
	struct event_queue *queue = &thread->events;
	const struct event event = *first;
	struct open_range range;
	int64_t ns;

	switch ((enum event_kind)event.kind) {
	case EVENT_PUSH:
	case EVENT_START:
		range = range_of(queue, &event);
		add_open(file, thread, &range);
		break;
	case EVENT_POP:
		close_range(file, thread, event.id, event.ns);
		break;
	case EVENT_MARK:
		range = range_of(queue, &event);
		write_nvtx(file, NSYS_MARK,
			atomic_load_explicit(&thread->tid, memory_order_relaxed), &range, 0);
		break;
	case EVENT_CALL:
		ns = events_read(queue)->ns;
		write_call(file, thread, &event, ns);
		break;
	case EVENT_CATEGORY:
		range = (struct open_range){
			.start_ns = event.ns,
			.domain = event.number,
			.name = event.id,
			.has_attributes = true,
			.attributes.category = (uint32_t)events_read(queue)->ns,
		};
		write_nvtx(file, NSYS_CATEGORY,
			atomic_load_explicit(&thread->tid, memory_order_relaxed), &range, 0);
		break;
	case EVENT_THREAD:
		write_thread_name(file, (uint32_t)events_read(queue)->ns, event.id);
		break;
	case EVENT_NODE:
		ns = events_read(queue)->ns;
		write_node(file, thread, event.ns, ns, events_read(queue)->ns);
		break;
	case EVENT_MORE:
	case EVENT_CALL_END:
		break;
	}
}

bool trace_file_read_events(struct trace_file *file, struct thread *thread, uint64_t most)
{
	for (uint64_t count = 0; count < most; count++) {
		const struct event *event = events_read(&thread->events);

		if (event == NULL)
			return true;
		read_event(file, thread, event);
		if (count % 4096 == 4095)
			atomic_fetch_add_explicit(&recorder.pulse, 1, memory_order_relaxed);
	}
	return false;
}

void trace_file_thread_ended(struct trace_file *file, struct thread *thread)
{
	int64_t now = clock_ns();

	while (thread->open != NULL && thread->open->count > 0)
		close_range(file, thread, (uint32_t)thread->open->count - 1, now);
}

/* --- operations
 * --------------------------------------------------------------------------------------- */

/* The eight columns that all operations begin with; graphs have no node. */
static void bind_operation(sqlite3_stmt *row, const struct operation *op)
{
	sqlite3_bind_int64(row, 1, (int64_t)op->start_ns - recorder.device_origin_ns);
	sqlite3_bind_int64(row, 2, (int64_t)op->end_ns - recorder.device_origin_ns);
	sqlite3_bind_int64(row, 3, op->device);
	sqlite3_bind_int64(row, 4, op->context);
	sqlite3_bind_int64(row, 5, op->stream);
	sqlite3_bind_int64(row, 6, op->correlation);
	sqlite3_bind_int64(row, 7, global_id(0));
	if (op->kind == OPERATION_GRAPH)
		sqlite3_bind_int64(row, 8, op->graph);
	else if (op->graph_node != 0)
		sqlite3_bind_int64(row, 8, (int64_t)op->graph_node);
	else
		sqlite3_bind_null(row, 8);
}

static sqlite3_stmt *bind_kernel(struct trace_file *file, const struct operation *op)
{
	const struct kernel_slot *name = kernel_text(file, op->name != NULL ? op->name : "");
	sqlite3_stmt *row = statement(file, INSERT_KERNEL);
	const unsigned char *record = op->record;

	if (row == NULL)
		return NULL;
	sqlite3_bind_int64(row, 9, name->full);
	sqlite3_bind_int64(row, 10, name->brief);
	sqlite3_bind_int64(row, 11, name->mangled);
	sqlite3_bind_int64(row, 12, record_u16(record, KERNEL_REGISTERS));
	for (int i = 0; i < 3; i++) {
		size_t offset = (size_t)i * sizeof(int32_t);

		sqlite3_bind_int64(row, 13 + i, (int32_t)record_u32(record, KERNEL_GRID + offset));
		sqlite3_bind_int64(row, 16 + i, (int32_t)record_u32(record, KERNEL_BLOCK + offset));
	}
	sqlite3_bind_int64(row, 19, record_u32(record, KERNEL_STATIC_SHARED));
	sqlite3_bind_int64(row, 20, record_u32(record, KERNEL_DYNAMIC_SHARED));
	sqlite3_bind_int64(row, 21, record_u32(record, KERNEL_LOCAL_PER_THREAD));
	sqlite3_bind_int64(row, 22, record_u32(record, KERNEL_LOCAL_TOTAL));
	sqlite3_bind_int64(row, 23, (int64_t)record_u64(record, KERNEL_GRID_ID));
	return row;
}

static sqlite3_stmt *bind_memcpy(struct trace_file *file, const struct operation *op)
{
	sqlite3_stmt *row = statement(file, INSERT_MEMCPY);
	const unsigned char *record = op->record;

	if (row == NULL)
		return NULL;
	sqlite3_bind_int64(row, 9, (int64_t)record_u64(record, MEMCPY_BYTES));
	sqlite3_bind_int64(row, 10, op->copy_kind);
	sqlite3_bind_int64(row, 11, record[MEMCPY_SOURCE]);
	sqlite3_bind_int64(row, 12, record[MEMCPY_TARGET]);
	if (op->is_peer_copy) {
		sqlite3_bind_int64(row, 13, record_u32(record, MEMCPY2_SOURCE_DEVICE));
		sqlite3_bind_int64(row, 14, record_u32(record, MEMCPY2_TARGET_DEVICE));
	} else {
		sqlite3_bind_null(row, 13);
		sqlite3_bind_null(row, 14);
	}
	return row;
}

static sqlite3_stmt *bind_memset(struct trace_file *file, const struct operation *op)
{
	sqlite3_stmt *row = statement(file, INSERT_MEMSET);

	if (row == NULL)
		return NULL;
	sqlite3_bind_int64(row, 9, (int64_t)record_u64(op->record, MEMSET_BYTES));
	sqlite3_bind_int64(row, 10, record_u32(op->record, MEMSET_VALUE));
	sqlite3_bind_int64(row, 11, record_u16(op->record, MEMSET_MEMORY));
	return row;
}

void trace_file_add(void *sink, const struct operation *op)
{
	struct trace_file *file = sink;
	sqlite3_stmt *row = NULL;

	switch (op->kind) {
	case OPERATION_KERNEL:
		row = bind_kernel(file, op);
		break;
	case OPERATION_MEMCPY:
		row = bind_memcpy(file, op);
		break;
	case OPERATION_MEMSET:
		row = bind_memset(file, op);
		break;
	case OPERATION_GRAPH:
		row = statement(file, INSERT_GRAPH);
		break;
	case OPERATION_KINDS:
		break;
	}
	file->new_ops++;
	file->new_ns += op->end_ns - op->start_ns;
	if (row == NULL)
		return;
	bind_operation(row, op);
	step(file, row);
}

void trace_file_counts(const struct trace_file *file, uint64_t *ops, uint64_t *ns, uint64_t *lost)
{
	*ops = file->ops + file->new_ops;
	*ns = file->ns + file->new_ns;
	*lost = file->lost;
}

/* --- flushing
 * ---------------------------------------------------------------------------------------------- */

/* Take back the ends that ranges got because a flush came. */
static void delete_provisional(struct trace_file *file)
{
	for (size_t i = 0; i < file->provisional.count; i++) {
		sqlite3_stmt *row = statement(file, DELETE_NVTX);

		if (row == NULL)
			return;
		sqlite3_bind_int64(row, 1, file->provisional.ids[i]);
		step(file, row);
	}
}

static void write_open_ranges(struct trace_file *file)
{
	struct row_ids *rows = &file->next_provisional;
	int64_t now = clock_ns();

	rows->count = 0;
	for (struct thread *thread = atomic_load(&recorder.threads.list); thread != NULL;
		thread = thread->next) {
		for (size_t i = 0; thread->open != NULL && i < thread->open->count; i++) {
			write_range(file, thread, &thread->open->ranges[i], now);
			if (file->has_failed)
				return;
			if (!mem_grow((void **)&rows->ids, &rows->cap, rows->count + 1,
				    sizeof(*rows->ids), &file->err)) {
				set_failed(file);
				return;
			}
			rows->ids[rows->count++] = sqlite3_last_insert_rowid(file->db);
		}
	}
}

static bool write_diagnostic(struct trace_file *file, const char *text, struct err *err)
{
	char sql[512];

	snprintf(sql, sizeof(sql),
		"INSERT INTO DIAGNOSTIC_EVENT VALUES(%" PRId64 ", 2, 3, 2, '%s', %" PRId64 ")",
		shown_time(clock_ns()), text, global_id(0));
	return capture_db_run(file->db, file->path, sql, err);
}

/* nsys says loss in words: so do we, in its table and its words where it has some. */
static bool write_diagnostics(
	struct trace_file *file, const struct capture_facts *facts, struct err *err)
{
	char text[256];

	if (!capture_db_run(file->db, file->path, "DELETE FROM DIAGNOSTIC_EVENT", err))
		return false;
	if (strcmp(facts->ended, FORMAT_ENDED_RUNNING) == 0 &&
		!write_diagnostic(file, FORMAT_RUNNING_TEXT, err))
		return false;
	for (size_t i = 0; i < ARRAY_SIZE(facts->loss); i++) {
		if (facts->loss[i].count == 0)
			continue;
		snprintf(text, sizeof(text), FORMAT_LOSS_TEXT, facts->loss[i].count,
			facts->loss[i].what);
		if (!write_diagnostic(file, text, err))
			return false;
	}
	return true;
}

static bool write_devices(struct trace_file *file, struct err *err)
{
	for (uint32_t device = 0; device < capture_device_count(); device++) {
		char name[256], *sql;
		bool ok;

		capture_device_name(device, name);
		sql = sqlite3_mprintf("REPLACE INTO TARGET_INFO_GPU(vmId, id, name, cuDevice)"
				      " VALUES(%lld, %u, %Q, %u)",
			(long long)1 << 48, device, name, device);
		ok = sql != NULL ? capture_db_run(file->db, file->path, sql, err) : err_nomem(err);
		sqlite3_free(sql);
		if (!ok)
			return false;
	}
	return true;
}

static bool commit(struct trace_file *file, const struct capture_facts *facts, struct err *err)
{
	delete_provisional(file);
	write_open_ranges(file);
	write_texts(file);
	write_domains(file);
	if (file->has_failed) {
		*err = file->err;
		return false;
	}
	return write_devices(file, err) && write_diagnostics(file, facts, err) &&
	       capture_file_write_facts(file->db, file->path, facts, err) &&
	       capture_db_run(file->db, file->path, "COMMIT", err);
}

static void swap_rows(struct row_ids *a, struct row_ids *b)
{
	const struct row_ids c = *a;

	*a = *b;
	*b = c;
}

bool trace_file_flush(struct trace_file *file, const struct capture_facts *facts, struct err *err)
{
	uint32_t texts, own, domains;
	bool ok;

	if (!begin(file)) {
		*err = file->err;
		ok = false;
	} else {
		/* taken first: what comes meanwhile is for the next flush */
		texts = stacks_text_count(&recorder.stacks);
		own = file->own.count;
		domains = domain_count();
		ok = commit(file, facts, err);
		if (ok) {
			file->texts_written = texts;
			file->own_written = own;
			file->domains_written = domains;
			swap_rows(&file->provisional, &file->next_provisional);
		} else {
			sqlite3_exec(file->db, "ROLLBACK", NULL, NULL, NULL);
		}
	}
	if (ok) {
		file->ops += file->new_ops;
		file->ns += file->new_ns;
	} else {
		/* what is lost with a transaction: its operations, and the ranges around them */
		file->lost += file->new_ops > 0 ? file->new_ops : 1;
	}
	file->new_ops = file->new_ns = 0;
	file->in_transaction = file->has_failed = false;
	file->err = (struct err){ 0 };
	return ok;
}

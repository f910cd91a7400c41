#include "capture/write/trace_schema.h"

#include <stddef.h>

#include "capture/format.h"

const char trace_schema[] =
	"CREATE TABLE StringIds(id INTEGER NOT NULL PRIMARY KEY, value TEXT NOT NULL);"
	"CREATE TABLE NVTX_EVENTS(start INTEGER NOT NULL, end INTEGER, eventType INTEGER NOT NULL,"
	" rangeId INTEGER, category INTEGER, color INTEGER, text TEXT, globalTid INTEGER,"
	" endGlobalTid INTEGER, textId INTEGER, domainId INTEGER, uint64Value INTEGER,"
	" int64Value INTEGER, doubleValue REAL, uint32Value INTEGER, int32Value INTEGER,"
	" floatValue REAL, jsonTextId INTEGER, jsonText TEXT, binaryData BLOB);"
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

const char trace_more_schema[] =
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

/* Tables that exist only if they have rows, as in nsys. */
static const char graph_table[] =
	"CREATE TABLE IF NOT EXISTS CUPTI_ACTIVITY_KIND_GRAPH_TRACE(start INTEGER NOT NULL,"
	" end INTEGER NOT NULL, deviceId INTEGER NOT NULL, contextId INTEGER NOT NULL,"
	" greenContextId INTEGER, streamId INTEGER NOT NULL, correlationId INTEGER,"
	" globalPid INTEGER, graphId INTEGER NOT NULL, graphExecId INTEGER NOT NULL)";
static const char memory_table[] =
	"CREATE TABLE IF NOT EXISTS CUDA_GPU_MEMORY_USAGE_EVENTS(start INTEGER NOT NULL,"
	" globalPid INTEGER, deviceId INTEGER NOT NULL, contextId INTEGER NOT NULL,"
	" address INTEGER NOT NULL, pc INTEGER NOT NULL, bytes INTEGER NOT NULL,"
	" memKind INTEGER, memoryOperationType INTEGER, name TEXT, correlationId INTEGER,"
	" streamId INTEGER)";
static const char node_table[] =
	"CREATE TABLE IF NOT EXISTS CUDA_GRAPH_NODE_EVENTS(start INTEGER NOT NULL,"
	" end INTEGER NOT NULL, eventClass INTEGER NOT NULL, globalTid INTEGER,"
	" nameId INTEGER NOT NULL, graphNodeId INTEGER NOT NULL, originalGraphNodeId INTEGER)";
static const char graph_node_table[] = FORMAT_GRAPH_NODE_SQL;

static const char schema_table[] =
	"CREATE TABLE IF NOT EXISTS NVTX_PAYLOAD_SCHEMAS(domainId INTEGER, schemaId INTEGER,"
	" name TEXT, type INTEGER, flags INTEGER, numEntries INTEGER, payloadSize INTEGER,"
	" alignTo INTEGER)";
static const char schema_entry_table[] =
	"CREATE TABLE IF NOT EXISTS NVTX_PAYLOAD_SCHEMA_ENTRIES(domainId INTEGER NOT NULL,"
	" schemaId INTEGER NOT NULL, idx INTEGER NOT NULL, flags INTEGER, type INTEGER,"
	" name TEXT, description TEXT, arrayOrUnionDetail INTEGER, offset INTEGER)";
static const struct trace_statement_sql statements[TRACE_STATEMENTS] = {
	[INSERT_STRING] = { "INSERT OR IGNORE INTO StringIds VALUES(?1, ?2)", NULL },
	[INSERT_NVTX] = { "INSERT INTO NVTX_EVENTS(start, end, eventType, globalTid, textId,"
			  " domainId, category, color, rangeId, text, uint64Value, int64Value,"
			  " doubleValue, uint32Value, int32Value, floatValue, binaryData)"
			  " VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14,"
			  " ?15, ?16, ?17)",
		NULL },
	[INSERT_CALL] = { "INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME(start, end, eventClass,"
			  " globalTid, correlationId, nameId, returnValue)"
			  " VALUES(?1, ?2, ?3, ?4, ?5, ?6, 0)",
		NULL },
	[INSERT_KERNEL] = { "INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL(start, end, deviceId, "
			    "contextId,"
			    " streamId, correlationId, globalPid, graphNodeId, demangledName,"
			    " shortName, mangledName, registersPerThread, gridX, gridY, gridZ,"
			    " blockX, blockY, blockZ, staticSharedMemory, dynamicSharedMemory,"
			    " localMemoryPerThread, localMemoryTotal, gridId)"
			    " VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14,"
			    " ?15, ?16, ?17, ?18, ?19, ?20, ?21, ?22, ?23)",
		NULL },
	[INSERT_MEMCPY] = { "INSERT INTO CUPTI_ACTIVITY_KIND_MEMCPY(start, end, deviceId, "
			    "contextId,"
			    " streamId, correlationId, globalPid, graphNodeId, bytes, copyKind,"
			    " srcKind, dstKind, srcDeviceId, dstDeviceId)"
			    " VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)",
		NULL },
	[INSERT_MEMSET] = { "INSERT INTO CUPTI_ACTIVITY_KIND_MEMSET(start, end, deviceId, "
			    "contextId,"
			    " streamId, correlationId, globalPid, graphNodeId, bytes, value, "
			    "memKind)"
			    " VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)",
		NULL },
	[INSERT_GRAPH] = { "INSERT INTO CUPTI_ACTIVITY_KIND_GRAPH_TRACE(start, end, deviceId,"
			   " contextId, streamId, correlationId, globalPid, graphId, graphExecId)"
			   " VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?8)",
		graph_table },
	[INSERT_MEMORY] = { "INSERT INTO CUDA_GPU_MEMORY_USAGE_EVENTS(start, deviceId, contextId, "
			    "streamId, correlationId, globalPid, bytes, memKind, "
			    "memoryOperationType, address, pc) VALUES(?1, ?3, ?4, ?5, ?6, ?7, ?9, "
			    "?10, ?11, ?12, ?13)",
		memory_table },
	[INSERT_NODE] = { "INSERT INTO CUDA_GRAPH_NODE_EVENTS(start, end, eventClass, globalTid,"
			  " nameId, graphNodeId, originalGraphNodeId)"
			  " VALUES(?1, ?1, 0, ?2, ?3, ?4, ?5)",
		node_table },
	[INSERT_GRAPH_NODE] = { "INSERT OR IGNORE INTO " FORMAT_GRAPH_NODE_TABLE " VALUES(?1, ?2)",
		graph_node_table },
	[INSERT_THREAD_NAME] = { "INSERT INTO ThreadNames VALUES(?1, 0, ?2)", NULL },
	[INSERT_SCHEMA] = { "INSERT INTO NVTX_PAYLOAD_SCHEMAS"
			    " VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
		schema_table },
	[INSERT_SCHEMA_ENTRY] = { "INSERT INTO NVTX_PAYLOAD_SCHEMA_ENTRIES"
				  " VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
		schema_entry_table },
	[DELETE_NVTX] = { "DELETE FROM NVTX_EVENTS WHERE rowid = ?1", NULL },
};

const struct trace_statement_sql *trace_statement_sql(enum trace_statement which)
{
	return &statements[which];
}

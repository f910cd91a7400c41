#include "capture/write/trace_schema.h"

#include <stddef.h>

#include "capture/format.h"

const char trace_schema[] = {
#include "capture/write/trace_schema.sql.inc"
	0
};

const char trace_more_schema[] =
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

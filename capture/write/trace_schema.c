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

const char *const trace_statements[TRACE_STATEMENTS] = {
	[INSERT_STRING] = "INSERT OR IGNORE INTO StringIds VALUES(?1, ?2)",
	[INSERT_NVTX] =
		"INSERT INTO NVTX_EVENTS(start, end, eventType, globalTid, textId, domainId, "
		"category, color, rangeId, text, uint64Value, int64Value, doubleValue, "
		"uint32Value, int32Value, floatValue, binaryData, rowid) VALUES(?1, ?2, ?3, "
		"?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18)",
	[INSERT_CALL] =
		"INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME(start, end, eventClass, globalTid, "
		"correlationId, nameId, returnValue) VALUES(?1, ?2, ?3, ?4, ?5, ?6, 0)",
	[INSERT_KERNEL] =
		"INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL(start, end, deviceId, contextId, "
		"streamId, correlationId, globalPid, graphNodeId, demangledName, shortName, "
		"mangledName, registersPerThread, gridX, gridY, gridZ, blockX, blockY, blockZ, "
		"staticSharedMemory, dynamicSharedMemory, localMemoryPerThread, "
		"localMemoryTotal, gridId) VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, "
		"?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20, ?21, ?22, ?23)",
	[INSERT_MEMCPY] =
		"INSERT INTO CUPTI_ACTIVITY_KIND_MEMCPY(start, end, deviceId, contextId, "
		"streamId, correlationId, globalPid, graphNodeId, bytes, copyKind, srcKind, "
		"dstKind, srcDeviceId, dstDeviceId) VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, "
		"?10, ?11, ?12, ?13, ?14)",
	[INSERT_MEMSET] = "INSERT INTO CUPTI_ACTIVITY_KIND_MEMSET(start, end, deviceId, contextId, "
			  "streamId, correlationId, globalPid, graphNodeId, bytes, value, memKind) "
			  "VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)",
	[INSERT_GRAPH] =
		"INSERT INTO CUPTI_ACTIVITY_KIND_GRAPH_TRACE(start, end, deviceId, contextId, "
		"streamId, correlationId, globalPid, graphId, graphExecId) VALUES(?1, ?2, ?3, "
		"?4, ?5, ?6, ?7, ?8, ?8)",
	[INSERT_NODE] =
		"INSERT INTO CUDA_GRAPH_NODE_EVENTS(start, end, eventClass, globalTid, nameId, "
		"graphNodeId, originalGraphNodeId) VALUES(?1, ?1, 0, ?2, ?3, ?4, nullif(?5, 0))",
	[INSERT_THREAD_NAME] = "INSERT INTO ThreadNames VALUES(?1, 0, ?2)",
	[INSERT_SCHEMA] = "INSERT INTO NVTX_PAYLOAD_SCHEMAS VALUES(?1, ?2, ?3, nullif(?4, 0), "
			  "nullif(?5, 0), ?6, nullif(?7, 0), nullif(?8, 0))",
	[INSERT_SCHEMA_ENTRY] = "INSERT INTO NVTX_PAYLOAD_SCHEMA_ENTRIES VALUES(?1, ?2, ?3, "
				"nullif(?4, 0), nullif(?5, 0), "
				"?6, NULL, nullif(?7, 0), nullif(?8, 0))",
	[DELETE_PROVISIONAL] = "DELETE FROM NVTX_EVENTS WHERE rowid < 0",
};

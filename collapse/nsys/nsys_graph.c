#include <sqlite3.h>

#include "capture/format.h"
#include "collapse/nsys/nsys_parts.h"

/*
 * Since nsys 2024.1 nodes have a table of their own; before, they are rows of the graphs'
 * table, recognised by columns that only they have.
 */
static const char *const tables[] = { "CUDA_GRAPH_NODE_EVENTS", "CUDA_GRAPH_EVENTS" };

enum node_column { NODE_ID, NODE_ORIGINAL, NODE_START, NODE_END, NODE_TID, NODE_COLUMNS };

bool nsys_has_graph_nodes(struct nsys_reader *reader, bool *has, struct err *err)
{
	*has = false;
	for (size_t i = 0; !*has && i < ARRAY_SIZE(tables); i++) {
		if (!database_has_table(reader->db, tables[i], has, err))
			return false;
	}
	return true;
}

static bool read_node(void *context, sqlite3_stmt *row, UNUSED struct err *err)
{
	struct nsys_reader *reader = context;
	struct trace *trace = reader->trace;
	struct graph_node node = {
		.id = (uint64_t)sqlite3_column_int64(row, NODE_ID),
		.original = (uint64_t)sqlite3_column_int64(row, NODE_ORIGINAL),
		.start = sqlite3_column_int64(row, NODE_START),
		.end = sqlite3_column_int64(row, NODE_END),
	};

	if (node.id == 0 || sqlite3_column_type(row, NODE_START) == SQLITE_NULL ||
		sqlite3_column_type(row, NODE_TID) == SQLITE_NULL)
		return true;
	if (node.end < node.start) {
		/* also if NULL: only the beginning matters */
		node.end = node.start;
	}
	node.thread = nsys_thread_of(reader, (uint64_t)sqlite3_column_int64(row, NODE_TID));
	*mem_next(trace->graph_nodes, trace->graph_nodes_cap, trace->graph_node_count) = node;
	return true;
}

bool nsys_read_graph_nodes(struct nsys_reader *reader, struct err *err)
{
	static const struct database_column columns[NODE_COLUMNS] = {
		[NODE_ID] = { .name = "graphNodeId" },
		[NODE_ORIGINAL] = { .name = "originalGraphNodeId" },
		[NODE_START] = { .name = "start" },
		[NODE_END] = { .name = "end" },
		[NODE_TID] = { .name = "globalTid" },
	};

	for (size_t i = 0; i < ARRAY_SIZE(tables); i++) {
		if (!database_each(
			    reader->db, tables[i], columns, NODE_COLUMNS, read_node, reader, err))
			return false;
	}
	return true;
}

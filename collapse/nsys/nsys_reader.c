#include "collapse/nsys/nsys_reader.h"

#include "capture/format.h"
#include "collapse/nsys/nsys_parts.h"

enum { OTHER_RANGES }; /* the tables without operations */

/* Whether the rows of a table, of operations or another, count for progress. */
static bool is_read(uint64_t want, size_t table)
{
	if (table < NSYS_OP_TABLES)
		return nsys_op_tables[table].kind == OP_KERNEL || (want & WANT_OTHER_OPS) != 0;
	return table != NSYS_OP_TABLES + OTHER_RANGES || (want & WANT_RANGES) != 0;
}

/* Require some table of an export: the input may be any SQLite file. */
static bool check_is_export(struct nsys_reader *reader, struct err *err)
{
	static const char *const others[] = { [OTHER_RANGES] = "NVTX_EVENTS",
		"StringIds",
		"CUPTI_ACTIVITY_KIND_RUNTIME",
		"TARGET_INFO_SESSION_START_TIME" };
	const uint64_t most = database_size(reader->db) / 8;
	bool found = false, has = false;
	uint64_t rows;

	for (size_t i = 0; i < ARRAY_SIZE(others) + NSYS_OP_TABLES; i++) {
		const char *table =
			i < NSYS_OP_TABLES ? nsys_op_tables[i].name : others[i - NSYS_OP_TABLES];

		if (!database_has_table(reader->db, table, &has, err))
			return false;
		found |= has;
		rows = has && is_read(reader->want, i) ? database_rows(reader->db, table) : 0;
		reader->rows_total += rows;
		rows = rows < most ? rows : most;
		if (i < NSYS_OP_TABLES)
			trace_expect_ops(reader->trace, rows);
		else if (i == NSYS_OP_TABLES + OTHER_RANGES)
			trace_expect_ranges(reader->trace, rows);
	}
	if (found)
		return true;
	return err_set(err, ERR_FORMAT,
		"cannot read '%s': an SQLite database without a table of an nsys export; make one"
		" with 'nsys export --type sqlite REPORT'",
		reader->db->path);
}

static bool read_launched(struct nsys_reader *reader, struct err *err)
{
	for (size_t i = 0; i < NSYS_OP_TABLES; i++) {
		if (!nsys_read_ops(reader, &nsys_op_tables[i], err))
			return false;
	}
	return nsys_read_launches(reader, err) && nsys_read_mpi_calls(reader, err) &&
	       nsys_read_memory(reader, err);
}

/* What ranges that PyTorch named with shapes have to compute. */
static void read_works(struct trace *trace)
{
	bool *without = mem_zeroed(trace->names->count, sizeof(*without)); /* by name */

	for (size_t i = 0; i < trace->range_count; i++) {
		uint32_t name = trace->ranges[i].name;
		const struct name *text;
		struct tensor_work work;

		if (name == NAME_NONE || without[name])
			continue;
		text = &trace->names->list[name];
		without[name] = !tensor_work_of_range(text->text, text->len, &work);
		if (!without[name])
			trace_add_work(trace, (uint32_t)i, &work);
	}
	free(without);
}

static bool read_all(struct nsys_reader *reader, struct err *err)
{
	if (!check_is_export(reader, err) || !nsys_read_age(reader, err) ||
		!nsys_read_strings(reader, err) || !read_launched(reader, err) ||
		((reader->want & WANT_RANGES) != 0 && !nsys_read_ranges(reader, err)))
		return false;
	if ((reader->want & WANT_WORKS) != 0)
		read_works(reader->trace);
	/* names of threads are of all threads there are: nodes may add some */
	return ((reader->want & WANT_GRAPH_NODES) == 0 || nsys_read_graph_nodes(reader, err)) &&
	       ((reader->want & WANT_LABELS) == 0 ||
		       (nsys_read_thread_names(reader, err) && nsys_read_devices(reader, err))) &&
	       nsys_read_account(reader, err) &&
	       ((reader->want & WANT_RANKS) == 0 || nsys_read_ranks(reader, err)) &&
	       nsys_read_diagnostics(reader, err) && nsys_check_capture(reader, err) &&
	       ((reader->want & WANT_RANKS) == 0 || nsys_read_node(reader, err));
}

/* Columns about graph nodes are read only if there are such nodes. */
static bool want_details_of_nodes(struct nsys_reader *reader, struct err *err)
{
	bool nodes = false;

	if ((reader->want & WANT_GRAPH_NODES) != 0 && !nsys_has_graph_nodes(reader, &nodes, err))
		return false;
	reader->want &= ~(uint64_t)WANT_GRAPH_NODES;
	if (nodes)
		reader->want |= WANT_GRAPH_NODES | WANT_DETAILS;
	return true;
}

bool nsys_read(const struct database *db, uint64_t want, struct progress *progress,
	struct trace *trace, struct err *err)
{
	struct nsys_reader reader = {
		.db = db,
		.want = want,
		.trace = trace,
		.progress = progress,
		.last_thread = TRACE_NONE,
	};
	bool ok = want_details_of_nodes(&reader, err) && read_all(&reader, err);

	idmap_release(&reader.string_ids);
	launches_release(&reader.launches);
	nsys_payloads_release(&reader.payloads);
	free(reader.strings);
	free(reader.mpi_calls);
	return ok;
}

#include "collapse/nsys/nsys_reader.h"

#include <stdlib.h>

#include "base/global_id.h"
#include "collapse/nsys/nsys_parts.h"

enum { TICK_ROWS = 1 << 16 };

void nsys_count_row(struct nsys_reader *reader)
{
	if (++reader->rows_done % TICK_ROWS == 0 && reader->progress != NULL)
		reader->progress->tick(reader->progress, reader->rows_done, reader->rows_total);
}

bool nsys_thread_of(struct nsys_reader *reader, uint64_t tid, uint32_t *thread, struct err *err)
{
	if (reader->last_thread == TRACE_NONE || reader->last_tid != tid) {
		if (!trace_add_thread(
			    reader->trace, tid, global_process_of(tid), &reader->last_thread, err))
			return false;
		reader->last_tid = tid;
	}
	*thread = reader->last_thread;
	return true;
}

enum { OTHER_RANGES }; /* of the tables that hold no operations */

/* Whether the rows of a table, of operations or another, take part in the progress. */
static bool is_read(const struct trace_want *want, size_t table)
{
	return table < OP_KINDS ? table == OP_KERNEL || !want->kernels_only
				: table != OP_KINDS + OTHER_RANGES || !want->no_ranges;
}

/* Some table of an export must be there: any SQLite file may be given to us. */
static bool check_is_export(struct nsys_reader *reader, struct err *err)
{
	static const char *const others[] = { [OTHER_RANGES] = "NVTX_EVENTS",
		"StringIds",
		"CUPTI_ACTIVITY_KIND_RUNTIME",
		"TARGET_INFO_SESSION_START_TIME" };
	bool found = false, has = false;

	for (size_t i = 0; i < ARRAY_SIZE(others) + OP_KINDS; i++) {
		const char *table = i < OP_KINDS ? nsys_op_tables[i] : others[i - OP_KINDS];

		if (!database_has_table(&reader->db, table, &has, err))
			return false;
		found |= has;
		if (has && is_read(reader->want, i))
			reader->rows_total += database_rows(&reader->db, table);
	}
	if (found)
		return true;
	return err_set(err, ERR_FORMAT,
		"cannot read '%s': an SQLite database without any table of an nsys export; make one"
		" with 'nsys export --type sqlite REPORT'",
		reader->db.path);
}

static bool read_all(struct nsys_reader *reader, struct err *err)
{
	if (!check_is_export(reader, err) || !nsys_read_age(reader, err) ||
		!nsys_read_strings(reader, err))
		return false;
	for (int kind = 0; kind < OP_KINDS; kind++) {
		if (!nsys_read_ops(reader, (enum op_kind)kind, err))
			return false;
	}
	return nsys_read_launches(reader, err) &&
	       (reader->want->no_ranges || nsys_read_ranges(reader, err)) &&
	       (!reader->want->labels ||
		       (nsys_read_thread_names(reader, err) && nsys_read_devices(reader, err))) &&
	       (!reader->want->graph_nodes || nsys_read_graph_nodes(reader, err)) &&
	       (!reader->want->ranks || nsys_read_ranks(reader, err)) &&
	       nsys_read_diagnostics(reader, err);
}

/* What operations tell of graph nodes is read only where there are such nodes. */
static bool want_details_of_nodes(
	struct nsys_reader *reader, struct trace_want *want, struct err *err)
{
	if (want->graph_nodes && !nsys_has_graph_nodes(reader, &want->graph_nodes, err))
		return false;
	want->op_details |= want->graph_nodes;
	reader->want = want;
	return true;
}

bool nsys_read(const char *path, const struct trace_want *want, struct progress *progress,
	struct trace *trace, struct err *err)
{
	struct nsys_reader reader = {
		.want = want, .trace = trace, .progress = progress, .last_thread = TRACE_NONE
	};
	struct trace_want exact = *want;
	bool ok;

	if (!database_open(&reader.db, path, err))
		return false;
	ok = want_details_of_nodes(&reader, &exact, err) && read_all(&reader, err);
	if (!ok && err->code == ERR_NOMEM)
		err_prefix(err, "cannot read '%s'", path);
	database_close(&reader.db);
	idmap_release(&reader.string_ids);
	launches_release(&reader.launches);
	nsys_payloads_release(&reader.payloads);
	free(reader.strings);
	return ok;
}

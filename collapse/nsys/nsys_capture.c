#include "collapse/nsys/nsys_parts.h"

#include <sqlite3.h>

#include "capture/format.h"
#include "collapse/input/capture_account.h"

static bool read_facts(
	const struct nsys_reader *reader, struct capture_account *account, struct err *err)
{
	static const struct database_column columns[] = { { "name", true, NULL },
		{ "value", true, NULL } };
	sqlite3_stmt *row;
	bool more, ok = true;

	if (!database_select(
		    reader->db, FORMAT_META_TABLE, columns, ARRAY_SIZE(columns), &row, err))
		return false;
	while (row != NULL &&
		(ok = database_step(reader->db, row, FORMAT_META_TABLE, &more, err)) && more) {
		const char *name = (const char *)sqlite3_column_text(row, 0);
		const char *value = (const char *)sqlite3_column_text(row, 1);

		if (name != NULL && value != NULL)
			capture_account_fact(account, name, value);
	}
	sqlite3_finalize(row);
	return ok;
}

/* Count the operations of a table that was not read. */
static bool count_ops(const struct nsys_reader *reader, const char *table,
	struct capture_account *account, struct err *err)
{
	static const struct database_column columns[] = { { "start", true, NULL },
		{ "end", true, NULL } };
	const struct datum *row;
	struct table_rows *rows;
	bool ok = true;

	if (!rows_open(reader->db, table, columns, ARRAY_SIZE(columns), &rows, err))
		return false;
	while (rows != NULL && (ok = rows_next(rows, &row, err)) && row != NULL) {
		account->ops++;
		account->ns += (uint64_t)rows_integer(rows, &row[1]) -
			       (uint64_t)rows_integer(rows, &row[0]);
	}
	rows_free(rows);
	return ok;
}

bool nsys_check_capture(struct nsys_reader *reader, struct err *err)
{
	const struct trace *trace = reader->trace;
	struct capture_account account = { .ops = trace->op_count };

	if (!read_facts(reader, &account, err))
		return false;
	reader->trace->origin = account.origin;
	for (size_t i = 0; i < trace->op_count; i++)
		account.ns += (uint64_t)trace->ops[i].end - (uint64_t)trace->ops[i].start;
	for (size_t i = 0; (reader->want & WANT_OTHER_OPS) == 0 && i < NSYS_OP_TABLES; i++) {
		if (nsys_op_tables[i].kind != OP_KERNEL &&
			!count_ops(reader, nsys_op_tables[i].name, &account, err))
			return false;
	}
	capture_account_report(&account, reader->db, &reader->trace->diagnostics);
	return true;
}

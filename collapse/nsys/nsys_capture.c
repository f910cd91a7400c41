#include "collapse/nsys/nsys_parts.h"

#include "capture/format.h"
#include "collapse/input/capture_account.h"

static bool take_fact(void *context, const char *name, const char *value, struct err *err)
{
	(void)err;
	capture_account_fact(context, name, value);
	return true;
}

/* An operation of a table that was not read. */
static void count_op(void *context, struct table_rows *rows, const struct datum *row)
{
	struct capture_account *account = context;

	account->ops++;
	account->ns +=
		(uint64_t)rows_integer(rows, &row[1]) - (uint64_t)rows_integer(rows, &row[0]);
}

bool nsys_check_capture(struct nsys_reader *reader, struct err *err)
{
	static const struct database_column times[] = { { "start", true, NULL },
		{ "end", true, NULL } };
	const struct trace *trace = reader->trace;
	struct capture_account account = { .ops = trace->op_count };

	if (!rows_facts(reader->db, FORMAT_META_TABLE, take_fact, &account, err))
		return false;
	reader->trace->origin = account.origin;
	for (size_t i = 0; i < trace->op_count; i++)
		account.ns += (uint64_t)trace->ops[i].end - (uint64_t)trace->ops[i].start;
	for (size_t i = 0; (reader->want & WANT_OTHER_OPS) == 0 && i < NSYS_OP_TABLES; i++) {
		if (nsys_op_tables[i].kind != OP_KERNEL &&
			!rows_each(reader->db, nsys_op_tables[i].name, times, ARRAY_SIZE(times),
				count_op, &account, err))
			return false;
	}
	capture_account_report(&account, reader->db, &reader->trace->diagnostics);
	return true;
}

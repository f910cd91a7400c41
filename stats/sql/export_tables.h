#ifndef STATS_SQL_EXPORT_TABLES_H
#define STATS_SQL_EXPORT_TABLES_H

#include <sqlite3.h>

#include "collapse/input/database.h"
#include "collapse/plan/leave_out.h"
#include "stats/sql/model.h"

/*
 * The tables of the file itself, an export of nsys or a capture in its schema, as tables of the
 * schema "export": copies of those that statements name. The connection that reads the file runs
 * nothing but plain SELECTs: what a file says its schema is does not get into the one that runs
 * reports. Tables and columns that reports use and the file does not have
 * are there, too, without rows and with NULL.
 */
struct export_tables;

/* The file that a trace was read from, and what is selected of it: trace->own. */
struct export_file {
	const struct database *database;   /* NULL: it has no tables */
	const struct selection *selection; /* NULL: all */
	/* Set out[i] for calls that are not selected; NULL: all are. */
	bool (*mark)(const struct export_file *file, const struct thread_call *calls, size_t count,
		bool *out, struct err *err);
	struct trace_cutter *cutter; /* for mark() */
	const char *path;
	const struct trace *trace;
};

/* The file whose tables are shown, or NULL. */
static inline const struct export_file *export_file_of(const struct sql_model *model)
{
	const struct trace *trace = model->trace;
	bool is_open = trace != NULL && trace->own != NULL && trace->own->database != NULL;

	return is_open ? trace->own : NULL;
}

/*
 * Add the schema to a connection, before it is restricted. A table that has the name of one of ours
 * would be taken for it, and is left out.
 */
struct export_tables *export_tables_new(
	sqlite3 *db, const struct sql_model *model, bool (*is_ours)(const char *name));
void export_tables_free(struct export_tables *tables); /* after the connection */

/* Make the tables that a statement names. ERR_FORMAT: one is a view in the file. */
bool export_tables_use(struct export_tables *tables, const char *sql, struct err *err) MUST_CHECK;

/* The same for all that were made, of the file that the model now shows. */
bool export_tables_show(struct export_tables *tables, struct err *err) MUST_CHECK;

#endif /* STATS_SQL_EXPORT_TABLES_H */

#include "stats/sql/sql_report.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/text.h"

static bool begins_with(const char *text, const char *word)
{
	return sqlite3_strnicmp(text, word, (int)strlen(word)) == 0;
}

/* Past blanks and comments. */
static const char *skip_comments(const char *text)
{
	for (;;) {
		text += strspn(text, " \t\r\n");
		if (strncmp(text, "--", 2) != 0)
			return text;
		text += strcspn(text, "\n");
	}
}

/* `rows` with what is gathered of a single file in place of the table of all of them. */
static char *with_pooled(const struct sql_report *report, const char *rows)
{
	struct text text = { 0 };

	rows = skip_comments(rows);
	text_addf(&text, "WITH RECURSIVE pooled AS (%s\n)", report->each);
	if (!begins_with(rows, "WITH"))
		text_addf(&text, " %s", rows);
	else if (begins_with(skip_comments(rows + 4), "RECURSIVE"))
		text_addf(&text, ", %s", skip_comments(rows + 4) + 9);
	else
		text_addf(&text, ", %s", rows + 4);
	return text.bytes;
}

sqlite3_stmt *sql_statement_prepare(const struct sql_report *report, struct sql_db *db,
	const char *text, bool from_trace, struct err *err)
{
	char *whole = report->each != NULL && from_trace ? with_pooled(report, text) : NULL;
	const char *rest = "";
	sqlite3_stmt *statement = sql_prepare(db, whole != NULL ? whole : text, &rest, err);

	if (statement != NULL &&
		(*skip_comments(rest) != '\0' || sqlite3_column_count(statement) == 0)) {
		sqlite3_finalize(statement);
		statement = NULL;
		err_set(err, ERR_FORMAT, "expected one statement that has columns");
	}
	if (statement == NULL && report->path != NULL)
		err_prefix(err, "%s", report->path);
	free(whole);
	return statement;
}

static bool write(struct sql_db *db, struct text *text, struct err *err)
{
	sqlite3_stmt *statement;
	bool ok;

	db->may_write = true;
	statement = sql_prepare(db, text->bytes, NULL, err);
	db->may_write = false;
	ok = statement != NULL && sql_write(db, statement, err);
	sqlite3_finalize(statement);
	text->len = 0;
	return ok;
}

static bool make_stage(struct sql_db *db, const char *name, const char *rows, struct err *err)
{
	struct text text = { 0 };
	bool ok;

	text_addf(&text, "DROP TABLE IF EXISTS temp.%s", name);
	ok = write(db, &text, err);
	text_addf(&text, "CREATE TEMP TABLE %s AS %s", name, rows);
	ok = ok && write(db, &text, err);
	text_release(&text);
	return ok || err_prefix(err, "table %s", name);
}

bool sql_statement_make_stages(
	const struct sql_report *report, struct sql_db *db, bool from_trace, struct err *err)
{
	bool ok = report->stage_count == 0 || !from_trace ||
		  make_stage(db, "pooled", report->each, err);

	for (size_t i = 0; ok && i < report->stage_count; i++)
		ok = make_stage(db, report->stages[i].name, report->stages[i].text, err);
	return ok;
}

bool sql_statement_needs_file(const struct sql_report *report, const struct sql_db *db)
{
	const char *message = sqlite3_errmsg(db->handle);

	return report->path != NULL && (begins_with(message, "no such table: export.") ||
					       begins_with(message, "no such column: "));
}

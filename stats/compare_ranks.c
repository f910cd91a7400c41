#include "stats/overview.h"

#include <string.h>

#include "stats/reports/registry.h"
#include "stats/sql/sql_report.h"

static void take_text(struct text *text, sqlite3_stmt *row, int column)
{
	const char *bytes = (const char *)sqlite3_column_text(row, column);

	if (bytes != NULL)
		text_add_string(text, bytes);
}

/* Columns of the note in rank_cost.sql; files that are not of one run are compared with none. */
static bool take_verdict(
	struct survey *survey, const struct sql_report *report, struct sql_db *db, struct err *err)
{
	enum { SENTENCE, WHO, MISSING, IS_RUN, WAITED, WAITS, SHARE, OUTLIER };
	sqlite3_stmt *row = sql_prepare(db, report->note, err);
	bool more, ok = row != NULL && sql_step(db, row, &more, err);

	if (ok && more && sqlite3_column_int(row, IS_RUN) != 0) {
		const char *who = (const char *)sqlite3_column_text(row, WHO);

		take_text(&survey->verdict, row, SENTENCE);
		take_text(&survey->missing, row, MISSING);
		if (who != NULL)
			survey->slow_rank = names_intern(survey->names, who, strlen(who));
		survey_take_waits(
			survey, &(struct survey_waits){ (uint64_t)sqlite3_column_int64(row, WAITED),
					(uint64_t)sqlite3_column_int64(row, WAITS),
					sqlite3_column_double(row, SHARE),
					sqlite3_column_double(row, OUTLIER) });
	}
	sqlite3_finalize(row);
	return ok;
}

bool compare_ranks(struct survey *survey, struct err *err)
{
	const char name[] = "rank_cost";
	const struct sql_report *report = sql_report_of(report_find(name, strlen(name)));
	struct sql_db db;
	struct trace none;
	bool ok;

	if (survey->ranks.place_count < 2)
		return true;
	sql_open(&db, survey->names);
	trace_init(&none, survey->names);
	sql_model_show(&db.model, &none, NULL);
	db.model.ranks = &survey->ranks;
	ok = sql_make_table(&db, "pooled", report->each, err) &&
	     sql_report_make_tables(report, &db, err) && take_verdict(survey, report, &db, err);
	db.model.ranks = NULL;
	sql_close(&db);
	trace_release(&none);
	return ok;
}

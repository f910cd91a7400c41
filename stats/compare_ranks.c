#include "stats/compare_ranks.h"

#include <string.h>

#include "stats/reports/registry.h"
#include "stats/sql/sql_report.h"

/* What ranks waited for others, but no more than nothing hid; and how often. */
static const char waits_text[] =
	"SELECT sum(min(wait, exposed)), sum(waits) FROM arrival JOIN (SELECT ifnull(rank, -1 - "
	"label_name_id) AS key, sum(ifnull(exposed_ns, 0)) AS exposed FROM pooled WHERE what_id = "
	"0 "
	"GROUP BY 1) USING (key)";

/* Whether the files are of one run: they state ranks, or took part in one communicator. */
static const char run_text[] =
	"SELECT EXISTS (SELECT 1 FROM entry WHERE rank IS NOT NULL) OR EXISTS (SELECT 1 FROM "
	"collective "
	"WHERE communicator <> 0 GROUP BY communicator HAVING count(DISTINCT key) > 1)";

static bool ask_run(
	const struct sql_report *report, struct sql_db *db, bool *is_run, struct err *err)
{
	sqlite3_stmt *row = sql_statement_prepare(report, db, run_text, false, err);
	bool more, ok = row != NULL && sql_step(db, row, &more, err);

	*is_run = ok && more && sqlite3_column_int(row, 0) != 0;
	sqlite3_finalize(row);
	return ok;
}

static bool take_verdict(
	struct survey *survey, const struct sql_report *report, struct sql_db *db, struct err *err)
{
	sqlite3_stmt *row = sql_statement_prepare(report, db, report->note, false, err);
	bool more, ok = row != NULL && sql_step(db, row, &more, err);
	const char *text = ok && more ? (const char *)sqlite3_column_text(row, 0) : NULL;
	const char *who = text != NULL ? (const char *)sqlite3_column_text(row, 1) : NULL;
	const char *missing = text != NULL ? (const char *)sqlite3_column_text(row, 2) : NULL;

	if (text != NULL)
		text_add_string(&survey->verdict, text);
	if (missing != NULL)
		text_add_string(&survey->missing, missing);
	if (who != NULL)
		survey->slow_rank = names_intern(survey->names, who, strlen(who));
	sqlite3_finalize(row);
	return ok;
}

static bool take_waits(
	struct survey *survey, const struct sql_report *report, struct sql_db *db, struct err *err)
{
	sqlite3_stmt *row = sql_statement_prepare(report, db, waits_text, false, err);
	bool more, ok = row != NULL && sql_step(db, row, &more, err);

	if (ok && more)
		survey_take_waits(survey, (uint64_t)sqlite3_column_int64(row, 0),
			(uint64_t)sqlite3_column_int64(row, 1));
	sqlite3_finalize(row);
	return ok;
}

bool compare_ranks(struct survey *survey, struct err *err)
{
	const char name[] = "rank_cost";
	const struct sql_report *report = sql_report_of(report_find(name, strlen(name)));
	struct sql_db db;
	struct trace none;
	bool ok, is_run = false;

	if (survey->ranks.place_count < 2)
		return true;
	sql_open(&db, survey->names);
	trace_init(&none, survey->names);
	sql_model_show(&db.model, &none, NULL);
	db.model.ranks = &survey->ranks;
	ok = sql_statement_make_stages(report, &db, true, err) &&
	     ask_run(report, &db, &is_run, err) &&
	     (!is_run || (take_verdict(survey, report, &db, err) &&
				 take_waits(survey, report, &db, err)));
	db.model.ranks = NULL;
	sql_close(&db);
	trace_release(&none);
	return ok;
}

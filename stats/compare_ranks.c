#include "stats/compare_ranks.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "stats/reports/registry.h"
#include "stats/sql/sql_report.h"

/*
 * Whether the files are of one run: they state ranks, or took part in one communicator; what ranks
 * waited for others in typical steps, but no more than nothing hid, and how often; which share of
 * all steps would be saved, and how much of an outlier. Where steps are named, they are those of
 * the first list, outliers, and the second, warm-up.
 */
static const char sums_text[] =
	"WITH outlier(step) AS (VALUES(NULL)%s), warm_up(step) AS (VALUES(NULL)%s), typical AS "
	"(SELECT step, outlier.step IS NOT NULL AS is_outlier, max(length) AS length FROM level "
	"LEFT JOIN outlier USING (step) WHERE NOT EXISTS (SELECT 1 FROM warm_up WHERE "
	"warm_up.step = level.step) GROUP BY step), won AS (SELECT step, sum(ns) AS ns FROM gain "
	"WHERE place < 1e9 OR EXISTS (SELECT 1 FROM line WHERE cause = 'change') GROUP BY step), "
	"waited AS (SELECT min(wait, exposed) AS ns, waits FROM arrival JOIN (SELECT ifnull(rank, "
	"-1 - label_name_id) AS key, ifnull(step, -1) AS step, sum(ifnull(exposed_ns, 0)) AS "
	"exposed FROM pooled WHERE what_id = 4 GROUP BY 1, 2) USING (key, step) JOIN typical USING "
	"(step) WHERE NOT is_outlier) "
	"SELECT EXISTS (SELECT 1 FROM entry WHERE rank IS NOT NULL) OR EXISTS (SELECT 1 FROM "
	"collective WHERE communicator <> 0 GROUP BY communicator HAVING count(DISTINCT key) > 1), "
	"(SELECT sum(ns) FROM waited), (SELECT sum(waits) FROM waited), (SELECT sum(ns) / "
	"sum(length) FROM typical LEFT JOIN won USING (step)), (SELECT avg(ifnull(ns, 0)) FROM "
	"typical LEFT JOIN won USING (step) WHERE is_outlier)";

/* ",(7),(8)": rows of a VALUES. */
static void add_rows(struct text *text, const struct idmap *steps)
{
	for (uint32_t i = 0; i < steps->count; i++)
		text_addf(text, ",(%" PRId64 ")", (int64_t)steps->keys[i]);
}

static bool take_sums(struct survey *survey, const struct sql_report *report, struct sql_db *db,
	bool *is_run, struct err *err)
{
	struct text outliers = { 0 }, warm_ups = { 0 };
	bool more, ok;
	sqlite3_stmt *row;
	char *text;

	add_rows(&outliers, &survey->steps_of[COVER_OUTLIER]);
	add_rows(&warm_ups, &survey->steps_of[COVER_WARM_UP]);
	text = text_format(sums_text, outliers.len > 0 ? outliers.bytes : "",
		warm_ups.len > 0 ? warm_ups.bytes : "");
	row = sql_statement_prepare(report, db, text, false, err);
	ok = row != NULL && sql_step(db, row, &more, err);
	*is_run = ok && more && sqlite3_column_int(row, 0) != 0;
	if (*is_run)
		survey_take_waits(survey,
			&(struct survey_waits){ (uint64_t)sqlite3_column_int64(row, 1),
				(uint64_t)sqlite3_column_int64(row, 2),
				sqlite3_column_double(row, 3), sqlite3_column_double(row, 4) });
	sqlite3_finalize(row);
	text_release(&outliers);
	text_release(&warm_ups);
	free(text);
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
	     take_sums(survey, report, &db, &is_run, err) &&
	     (!is_run || take_verdict(survey, report, &db, err));
	db.model.ranks = NULL;
	sql_close(&db);
	trace_release(&none);
	return ok;
}

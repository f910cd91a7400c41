#include "stats/overview.h"

#include "collapse/input/input.h"
#include "stats/overview_gather.h"
#include "stats/reports/registry.h"
#include "stats/sql/sql_report.h"

/* All files have been read. */
static bool close_survey(struct overview *overview, const struct stats_input *input,
	const struct stats_notes *notes, struct err *err)
{
	return trace_cutter_check(&overview->cutter, err) &&
	       (notes->files == 0 || overview->survey.devices > 0 ||
		       stats_refuse_empty(input, notes, &overview->cutter, err)) &&
	       compare_ranks(&overview->survey, err);
}

bool findings_files(const struct stats_input *input, const struct findings_print *print,
	findings_print_fn *format, FILE *out, struct stats_notes *notes, struct err *err)
{
	struct overview overview = { .findings_only = true };
	struct findings findings;
	struct text text = { 0 };
	bool ok = overview_begin(&overview, input, err) &&
		  overview_read(&overview, input, notes, err) &&
		  close_survey(&overview, input, notes, err);

	if (ok && notes->files > 0) {
		findings_make(&findings, &overview.survey);
		format(&findings, print, &text);
	}
	if (text.len > 0)
		fwrite(text.bytes, 1, text.len, out);
	text_release(&text);
	overview_release(&overview);
	return ok;
}

bool findings_check_selection(const struct selection *selection, struct err *err)
{
	const char *option = selection->range != NULL       ? "--range"
			     : selection->streams.count > 0 ? "--stream"
							    : NULL;

	return option == NULL ||
	       err_set(err, ERR_USAGE,
		       "%s does not apply to findings, which are about all that a device does in "
		       "a step",
		       option);
}

/* --- who is slow ------------------------------------------------------------------------- */

static void take_text(struct text *text, sqlite3_stmt *row, int column)
{
	const char *bytes = (const char *)sqlite3_column_text(row, column);

	if (bytes != NULL)
		text_add_string(text, bytes);
}

/* Columns of the note in rank_cost.sql; files that are not of one run are compared with none. */
static bool take_verdict(
	struct survey *survey, const struct report *report, struct sql_db *db, struct err *err)
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
	const struct report *report = report_find(name, strlen(name));
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

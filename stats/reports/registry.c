#include "stats/reports/registry.h"

#include "base/chars.h"
#include "base/die.h"
#include "base/text.h"
#include "base/word_list.h"
#include "stats/sql/sql_report.h"

/* What is in C, and NULL for reports that are SQL. */
#define REPORT(name) extern const struct report_code code_##name;
#define SQL_REPORT(name)
#include "stats/reports/reports.list"
#undef REPORT
#undef SQL_REPORT

static const struct {
	const char *name;
	const struct report_code *code;
} list[] = {
#define REPORT(name) { #name, &code_##name },
#define SQL_REPORT(name) { #name, NULL },
#include "stats/reports/reports.list"
#undef REPORT
#undef SQL_REPORT
};

/* The files: sql_files[] of names and texts. */
#include "stats/reports/sql.inc"

static const char *find_file(const char *name)
{
	for (size_t i = 0; i < ARRAY_SIZE(sql_files); i++) {
		if (strcmp(sql_files[i].name, name) == 0)
			return sql_files[i].text;
	}
	return NULL;
}

/* The note is about the table verdict: the rows of rank_cost, of what this report has gathered. */
static void add_verdict(struct report *report)
{
	static const char name[] = "rank_cost";
	struct report verdict;
	struct err err = { 0 };

	if (!sql_report_parse(&verdict, name, find_file(name), &err))
		die("%s", err.msg);
	free((char *)(uintptr_t)verdict.doc); /* that is not of this report */
	memcpy(report->stages, verdict.stages, sizeof(report->stages));
	report->stage_count = verdict.stage_count;
	report->stages[report->stage_count++] = (struct sql_stage){ "verdict", verdict.rows };
}

static const struct report *make_report(size_t index)
{
	struct report *report = mem_zeroed(1, sizeof(*report));
	struct err err = { 0 };

	if (!sql_report_parse(report, list[index].name, find_file(list[index].name), &err))
		die("%s", err.msg);
	report->code = list[index].code;
	if (report->note != NULL && strstr(report->note, " verdict") != NULL)
		add_verdict(report);
	return report;
}

const struct report *report_at(size_t index)
{
	static const struct report *reports[ARRAY_SIZE(list)];

	if (index >= ARRAY_SIZE(list))
		return NULL;
	if (reports[index] == NULL)
		reports[index] = make_report(index);
	return reports[index];
}

bool report_settle(const struct report *report, struct err *err)
{
	return sql_report_needs_file(report) ||
	       sql_report_settle((struct report *)(uintptr_t)report, NULL, err);
}

const struct report *report_read(const char *path, size_t len, struct err *err)
{
	static struct report **own;
	static size_t count, cap;
	struct text name = { 0 };

	for (size_t i = 0; i < count; i++) {
		if (is_word(path, len, own[i]->path))
			return own[i];
	}
	mem_need(own, cap, count + 1);
	own[count] = mem_zeroed(1, sizeof(**own));
	text_add(&name, path, len);
	if (sql_report_read(own[count], name.bytes, err))
		return own[count++];
	text_release(&name);
	free(own[count]);
	return NULL;
}

const struct report *report_find(const char *name, size_t len)
{
	for (size_t i = 0; report_at(i) != NULL; i++) {
		if (is_among(report_at(i)->name, name, len) ||
			is_among(report_at(i)->alias, name, len))
			return report_at(i);
	}
	return NULL;
}

const char *report_suggest(const char *name)
{
	struct suggest suggest = { .word = name };

	for (size_t i = 0; report_at(i) != NULL; i++)
		suggest_offer(&suggest, report_at(i)->name);
	return suggest_nearest(&suggest);
}

#include "stats/reports/registry.h"
#include "stats/sql/sql_report.h"
#include "tests/unit/made_trace.h"
#include "tests/unit/test.h"

/* The rows of a statement: values with '|' between them, rows with '/'; or what is wrong with it.
 */
static const char *ask(struct sql_db *db, const char *sql)
{
	static char answer[4096];
	struct err err = { 0 };
	sqlite3_stmt *statement = sql_prepare(db, sql, &err);
	bool more = statement != NULL;

	answer[0] = '\0';
	while (more && sql_step(db, statement, &more, &err) && more) {
		strcat(answer, answer[0] != '\0' ? "/" : "");
		for (int i = 0; i < sqlite3_column_count(statement); i++) {
			const char *text = (const char *)sqlite3_column_text(statement, i);

			strcat(answer, i > 0 ? "|" : "");
			strcat(answer, text != NULL ? text : "NULL");
		}
	}
	sqlite3_finalize(statement);
	return err.code != ERR_NONE ? strcpy(answer, err.msg) : answer;
}

struct question {
	const char *sql, *answer;
};

static void check_all(struct sql_db *db, const struct question *list, size_t count)
{
	for (size_t i = 0; i < count; i++)
		assert_string_equal(ask(db, list[i].sql), list[i].answer);
}

TEST(functions_have_weights_and_ignore_null)
{
	static const struct question list[] = {
		/* 1, 2, 3, 10 */
		{ "SELECT median(column1), quantile(column1, 0.25), quantile(column1, 0.75)"
		  " FROM (VALUES (10), (1), (NULL), (3), (2))",
			"2.5|1.75|4.75" },
		{ "SELECT quantile(column1, -1), quantile(column1, 2) FROM (VALUES (7), (-5.5), "
		  "(-5))",
			"-5.5|7.0" },
		{ "WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 4999)"
		  " SELECT median(i * 7919 % 5000 - 2500), quantile(i * 7919 % 5000 - 2500, 0.9) "
		  "FROM n",
			"-0.5|1999.1" },
		{ "SELECT median(NULL), quantile(NULL, 0.5), stddev(NULL), sum(NULL, 2), avg(NULL, "
		  "2)",
			"NULL|NULL|0.0|NULL|NULL" },
		{ "SELECT median(1) WHERE 0", "NULL" },
		/* 5, five times 1, and twice 9: squares of 1.5, -2.5 and 5.5 sum up to 94 */
		{ "SELECT median(column1, column2), quantile(column1, 0.75, column2),"
		  " sum(column1, column2), avg(column1, column2), round(stddev(column1, column2), "
		  "4)"
		  " FROM (VALUES (5, 1), (1, 5), (9, 2), (1000, 0), (NULL, 3))",
			"1.0|6.0|28|3.5|3.6645" },
		/* weights are as good as rows */
		{ "SELECT median(column1, column2) = (SELECT median(x) FROM (SELECT 4 AS x UNION "
		  "ALL"
		  " VALUES (4), (8), (8), (8))) FROM (VALUES (4, 2), (8, 3))",
			"1" },
		/* in any order and grouping, to the last digit */
		{ "SELECT count(DISTINCT x) FROM (SELECT stddev(column1, column2) AS x FROM (VALUES"
		  " (41878805841536801, 1), (765706217218475, 2), (93967672796642857, 1)) UNION ALL"
		  " SELECT stddev(column1) FROM (VALUES (93967672796642857), (765706217218475),"
		  " (41878805841536801), (765706217218475)))",
			"1" },
		/* a sum whose single values are not known */
		{ "SELECT median(column1, column2, column3), quantile(column1, 0.5, column2, "
		  "column3),"
		  " stddev(column1, column2, column3) FROM (VALUES (5, 1, 5), (2, 3, 9))",
			"NULL|NULL|NULL" },
		{ "SELECT sum(column1, column2) FROM (VALUES (9223372036854775807, 1), (1, 1))",
			"total overflows 63 bits" },
		{ "SELECT sum(9223372036854775807, 2)", "total overflows 63 bits" },
		{ "SELECT median(column1) OVER () FROM (VALUES (1))",
			"median() may not be used as a window function" },
		{ "SELECT json_number('{\"size [B]\": 12, \"size\": 3}', 'size'),"
		  " json_number('{}', 'size'), json_number(NULL, 'size'), json_number('{\"a', 'a')",
			"12|NULL|NULL|NULL" },
		{ "SELECT masked('layers.12.h7'), masked(NULL), masked(''), time_text(1500), "
		  "time_text(NULL)",
			"layers.N.hN|NULL||1.50 us|NULL" },
		{ "SELECT name(-1) || name(99) || name(NULL) || name('x') || name(1e300) || "
		  "call_name(-1)"
		  " || operation_name(99)",
			"[CUDA memcpy Unknown]" },
		{ "SELECT busy_ns('op', 0, 0, 0, 9), busy_ns('x', 0, 0, 0, 9), busy_ns(NULL, 0, 0, "
		  "0, 9)",
			"NULL|NULL|NULL" },
		{ "SELECT fail('no')", "no" },
		{ "SELECT part, part_start, part_ns, ns FROM part(0, 10, 3, 3, 9)",
			"0|0|4|1/1|4|4|4/2|8|2|1" },
		{ "SELECT count(*) FROM part(5, 5, 3), part(0, 9, 0), part(NULL, 9, 1)", "0" },
		{ "SELECT max(part_start + part_ns) FROM part(-9223372036854775807, "
		  "9223372036854775807, 3)",
			"9223372036854775807" },
	};
	struct names names;
	struct sql_db db;

	names_init(&names);
	sql_open(&db, &names);
	check_all(&db, list, ARRAY_SIZE(list));
	sql_close(&db);
	names_release(&names);
}

/* Two threads, one of whose ranges is in another; launches in both. */
static void make(struct made *made)
{
	static const char hostile[] = "a'; DROP TABLE op; --\n\x1b[31m\xff";
	struct op op = { .start = 100, .end = 130, .api_start = 12, .api_end = 14 };

	made_init(made);
	made_range(made, 1, 10, 40);
	made_range(made, 1, 11, 20);
	made_range(made, 2, 5, 6);
	for (int i = 0; i < 3; i++)
		made->trace.ranges[i].domain = TRACE_NONE;
	trace_add_stream(&made->trace, &(struct stream){ 0 });
	made->trace.ranges[0].name = names_intern(&made->names, hostile, sizeof(hostile) - 1);
	made->trace.ranges[1].name = names_intern(&made->names, "b", 1);
	op.name = names_intern(&made->names, "gemm", 4);
	made_op(made, 1, &op);
	op = (struct op){
		.start = 150, .end = 151, .api_start = 30, .api_end = 31, .name = NAME_NONE
	};
	made_op(made, 1, &op);
	for (int kind = 0; kind < OP_KINDS; kind++)
		made->trace.op_end[kind] = made->trace.op_count;
}

TEST(tables_are_the_trace)
{
	static const struct question list[] = {
		{ "SELECT id, level, parent, ops, gpu_start, gpu_end, gpu_ns, path FROM range",
			"1|0|NULL|2|100|151|51|:1/2|1|1|1|100|130|30|:1:2/"
			"3|0|NULL|0|NULL|NULL|NULL|:3" },
		{ "SELECT range, op FROM range_op", "1|1/2|1/1|2" },
		{ "SELECT hex(name), typeof(domain), json, payload FROM range WHERE id = 1",
			"61273B2044524F50205441424C45206F703B202D2D0A1B5B33316DFF|null|NULL|NULL" },
		{ "SELECT id FROM range WHERE name = 'b'", "2" },
		{ "SELECT id FROM range WHERE id > 1", "2/3" },
		{ "SELECT id FROM range WHERE id IN (0, 2, 4, -1, 1e300, 'x', NULL)", "2" },
		{ "SELECT id, name, count, ns, min, max, bytes, grid_x, launch FROM kernel",
			"1|gemm|1|30|30|30|NULL|NULL|NULL/2|NULL|1|1|1|1|NULL|NULL|NULL" },
		{ "SELECT launch_ns, queue_ns, total_ns FROM op WHERE ns = 30", "2|86|118" },
		{ "SELECT id FROM op ORDER BY ns DESC, start", "1/2" },
		{ "SELECT id FROM op ORDER BY ns, start DESC", "2/1" },
		{ "SELECT name_id IS NULL, sum(ns) FROM op GROUP BY name_id ORDER BY 1",
			"0|30/1|1" },
		{ "SELECT thread, count(*) FROM range GROUP BY thread", "0|2/1|1" },
		{ "SELECT * FROM range_op LIMIT 1", "1|1" },
		{ "SELECT count(*) FROM api, device, memory, step", "0" },
	};
	struct made made;
	struct sql_db db;
	struct err err = { 0 };

	make(&made);
	sql_open(&db, &made.names);
	assert_true(sql_show(&db, &made.trace, NULL, &err));
	check_all(&db, list, ARRAY_SIZE(list));
	sql_close(&db);
	made_release(&made);
}

/* --- plans ------------------------------------------------------------------------------------ */

/* "8000:-1:" of "SCAN op VIRTUAL TABLE INDEX 0:8000:-1:": whether no row is looked for. */
static bool reads_all(const char *detail)
{
	const char *index = strstr(detail, "VIRTUAL TABLE INDEX 0:");
	const char *found = index != NULL ? strchr(index + 22, ':') : NULL;

	return strncmp(detail, "SCAN", 4) == 0 && found != NULL && strncmp(found, ":-1:", 4) == 0;
}

/*
 * In a loop inside another one, each row is looked for: none reads all of one of our tables for
 * each row of another.
 */
static void check_plan(struct sql_db *db, const char *report, const char *sql)
{
	struct err err = { 0 };
	char *text = sqlite3_mprintf("EXPLAIN QUERY PLAN %s", sql);
	sqlite3_stmt *plan = sql_prepare(db, text, &err);
	int loop = -1;

	sqlite3_free(text);
	assert_non_null(plan);
	while (sqlite3_step(plan) == SQLITE_ROW) {
		const char *detail = (const char *)sqlite3_column_text(plan, 3);
		int parent = sqlite3_column_int(plan, 1);
		bool is_loop = strncmp(detail, "SCAN", 4) == 0 || strncmp(detail, "SEARCH", 6) == 0;

		if (is_loop && parent == loop && reads_all(detail))
			fail_msg("%s: %s for each row", report, detail);
		if (is_loop && strcmp(detail, "SCAN CONSTANT ROW") != 0)
			loop = parent;
	}
	sqlite3_finalize(plan);
}

TEST(reports_read_tables_once)
{
	struct names names;

	names_init(&names);
	for (size_t i = 0; report_at(i) != NULL; i++) {
		const struct report *report = report_at(i);
		struct sql_db db;
		struct err err = { 0 };
		const char *text;

		/* what is made of tables of its own has been gathered, which is little */
		text = report->stage_count > 0 ? report->each : report->rows;
		sql_open(&db, &names);
		assert_true(
			report->each == NULL || sql_make_table(&db, "pooled", report->each, &err));
		check_plan(&db, report->name, text);
		sql_close(&db);
	}
	names_release(&names);
}

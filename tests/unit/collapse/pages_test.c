#include <fcntl.h>
#include <unistd.h>

#include "base/compiler.h"
#include "capture/format.h"
#include "tests/unit/read_both.h"
#define OWN_MAIN
#include "tests/unit/test.h"

#define COUNT_TO(n) \
	"WITH RECURSIVE k(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM k WHERE n < " #n ") "

static char path[64];

static void run(const char *sql)
{
	sqlite3 *db;

	assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
	assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
	sqlite3_close(db);
}

/* A database of its own, made by `sql`. */
static void make(const char *sql)
{
	unlink(path);
	run("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF");
	run(sql);
}

static int set_up(void **state __attribute__((unused)))
{
	snprintf(path, sizeof(path), "%s/gpuflame-pages-%ld",
		access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp", (long)getpid());
	return 0;
}

static int tear_down(void **state __attribute__((unused)))
{
	unlink(path);
	return 0;
}

static int number(const char *sql)
{
	sqlite3 *db;
	sqlite3_stmt *row;
	int value;

	assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
	assert_int_equal(sqlite3_prepare_v2(db, sql, -1, &row, NULL), SQLITE_OK);
	assert_int_equal(sqlite3_step(row), SQLITE_ROW);
	value = sqlite3_column_int(row, 0);
	sqlite3_finalize(row);
	sqlite3_close(db);
	return value;
}

static uint32_t root_of_a(void)
{
	return (uint32_t)number("SELECT rootpage FROM sqlite_schema WHERE name = 'a'");
}

/* Rows of a table with columns 0 and 1 from the pages alone; -1: they are odd. */
static int64_t rows_in_pages(uint32_t root, bool no_log)
{
	struct pages_column columns[2] = { { .index = 0 }, { .index = 1 } };
	int fd = open(path, O_RDONLY);
	struct pages_file file = { .fd = fd, .no_log = no_log };
	struct pages_table *table = pages_table_open(&file, root, columns, 2);
	struct pages_walk *walk;
	struct datum row[2];
	enum pages_result result = PAGES_ODD;
	int64_t count = 0;

	if (table != NULL) {
		walk = pages_walk_new(table);
		assert_non_null(walk);
		while ((result = pages_next(walk, row)) == PAGES_ROW)
			count++;
		pages_walk_free(walk);
		pages_table_free(table);
	}
	close(fd);
	return result == PAGES_END ? count : -1;
}

/* Both readers agree about the table, also without its first columns: how many rows. */
static uint64_t compare(const char *table)
{
	struct database ours, theirs;
	struct err err = { 0 };
	uint64_t rows = 0;
	int fd = open(path, O_RDONLY);

	for (int from = 2; from >= 0 && database_open(&ours, fd, path, path, &err); from--) {
		const char *broken = "it can be opened twice";

		if (database_open(&theirs, fd, path, path, &err))
			broken = read_both(&ours, &theirs, table, from, &rows);
		if (broken != NULL)
			fail_msg("not so: %s", broken);
		database_close(&theirs);
		database_close(&ours);
	}
	close(fd);
	return rows;
}

TEST(plain_tables_are_read_from_their_pages)
{
	static const struct {
		const char *sql;
		int64_t rows;
	} cases[] = {
		{ "CREATE TABLE a (x, y)", 0 },
		{ "CREATE TABLE a (x, y); INSERT INTO a VALUES (1, 'one')", 1 },
		{ "PRAGMA page_size = 512; CREATE TABLE a (x, y);" COUNT_TO(
			  5000) "INSERT INTO a SELECT n * n * n, 'row ' || n FROM k",
			5000 },
		{ "PRAGMA page_size = 65536; CREATE TABLE a (x, y);" COUNT_TO(
			  5000) "INSERT INTO a SELECT n * n * n, 'row ' || n FROM k",
			5000 },
		/* texts over many pages, which are not wanted */
		{ "PRAGMA page_size = 512; CREATE TABLE a (x, y, z);" COUNT_TO(
			  100) "INSERT INTO a SELECT n, n, hex(zeroblob(n * 50)) FROM k",
			100 },
		/* pages of other uses between those of the table */
		{ "PRAGMA page_size = 512; PRAGMA auto_vacuum = FULL; CREATE TABLE a (x, y);"
		  "CREATE INDEX i ON a (y);" COUNT_TO(
			  3000) "INSERT INTO a SELECT n, n * 7 % 1000 FROM k;"
				"DELETE FROM a WHERE x % 3 = 0",
			2000 },
		/* in an order that splits pages in the middle */
		{ "PRAGMA page_size = 512; CREATE TABLE a (x, y);" COUNT_TO(
			  3000) "INSERT INTO a (rowid, x, y) SELECT n * 7919 % 3001, n, 'y' FROM k",
			3000 },
		{ "CREATE TABLE a (x); INSERT INTO a VALUES (1); ALTER TABLE a ADD COLUMN y;"
		  "INSERT INTO a VALUES (2, 3)",
			2 },
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		make(cases[i].sql);
		assert_int_equal(rows_in_pages(root_of_a(), false), cases[i].rows);
		assert_int_equal(compare("a"), cases[i].rows);
	}
}

TEST(what_is_not_plain_is_left_to_sqlite)
{
	static const char *const cases[] = {
		"PRAGMA encoding = 'UTF-16'; CREATE TABLE a (x, y); INSERT INTO a VALUES (1, 'b')",
		"CREATE TABLE a (x PRIMARY KEY, y) WITHOUT ROWID; INSERT INTO a VALUES (1, 'b')",
		"PRAGMA page_size = 512; CREATE TABLE a (x, y);"
		"INSERT INTO a SELECT 1, hex(zeroblob(5000))",
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		make(cases[i]);
		assert_int_equal(rows_in_pages(root_of_a(), false), -1);
		assert_int_equal(compare("a"), 1);
	}
	make("CREATE TABLE a (x, y); INSERT INTO a VALUES (1, 'b'); PRAGMA journal_mode = WAL");
	assert_int_equal(rows_in_pages(root_of_a(), false), -1);
	assert_int_equal(rows_in_pages(root_of_a(), true), 1);
}

TEST(columns_mean_what_sqlite_says)
{
	static const struct {
		const char *sql;
		uint64_t rows;
	} cases[] = {
		{ "CREATE TABLE a (x TEXT, id INTEGER PRIMARY KEY, y); INSERT INTO a VALUES"
		  " ('a', -5, 1), ('b', 9223372036854775807, 2), ('c', 0, 3)",
			3 },
		/* no row id, by an old mistake of SQLite's: NULL stays NULL */
		{ "CREATE TABLE a (x, id INTEGER PRIMARY KEY DESC, y);"
		  "INSERT INTO a VALUES (1, 2, 3), (4, NULL, 6)",
			2 },
		{ "CREATE TABLE a (x INTEGER, y INTEGER, z, PRIMARY KEY (x, y));"
		  "INSERT INTO a VALUES (1, 2, 3), (4, NULL, 6)",
			2 },
		{ "CREATE TABLE a (x INT PRIMARY KEY, y INTEGER, z);"
		  "INSERT INTO a VALUES (1, 2, 3), (NULL, NULL, 6)",
			2 },
		/* REAL holds integers; FLOATING POINT does not, being an INT */
		{ "CREATE TABLE a (x REAL, y FLOATING POINT, z DOUBLE, w);"
		  "INSERT INTO a VALUES (1, 2, 3, 4), (1.5, 2.5, 1e999, 'w'), ('a', x'00', NULL, "
		  "1)",
			3 },
		{ "CREATE TABLE a (x, y AS (x + 1), z AS (x + 2) STORED, w);"
		  "INSERT INTO a (x, w) VALUES (1, 2), (3, 4)",
			2 },
		{ "CREATE TABLE a (x, y, z); INSERT INTO a VALUES (1, 2, 3);"
		  "ALTER TABLE a ADD COLUMN w DEFAULT 'added'; INSERT INTO a VALUES (4, 5, 6, 7)",
			2 },
		{ "CREATE TABLE a (x, y, z); INSERT INTO a VALUES (127, 128, -128),"
		  "(-129, 32767, 32768), (8388607, 8388608, -8388609), (2147483647, 2147483648, 0),"
		  "(140737488355327, 140737488355328, -140737488355329), (1, '', x'')",
			6 },
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		make(cases[i].sql);
		assert_int_equal(compare("a"), cases[i].rows);
	}
}

/*
 * A writer that waits for no lock is refused until the file is closed or, if it is a capture,
 * which may be that of a recorder that runs, while rows are read.
 */
static void a_writer_waits(bool is_capture)
{
	static const struct database_column column = { "x", true, NULL };
	static const char add[] = "INSERT INTO a VALUES (3)";
	int while_open = is_capture ? SQLITE_OK : SQLITE_BUSY;
	struct database db;
	struct err err = { 0 };
	struct table_rows *rows;
	sqlite3 *writer;
	char sql[128];
	int fd;

	snprintf(sql, sizeof(sql),
		"PRAGMA application_id = %d; CREATE TABLE a (x); INSERT INTO a VALUES (1), (2)",
		is_capture ? FORMAT_APPLICATION_ID : 0);
	make(sql);
	fd = open(path, O_RDONLY);
	assert_int_equal(sqlite3_open(path, &writer), SQLITE_OK);
	assert_true(database_open(&db, fd, path, path, &err));
	assert_int_equal(sqlite3_exec(writer, add, NULL, NULL, NULL), while_open);
	assert_true(rows_open(&db, "a", &column, 1, &rows, &err));
	assert_int_equal(sqlite3_exec(writer, add, NULL, NULL, NULL), SQLITE_BUSY);
	rows_free(rows);
	assert_int_equal(sqlite3_exec(writer, add, NULL, NULL, NULL), while_open);
	database_close(&db);
	assert_int_equal(sqlite3_exec(writer, add, NULL, NULL, NULL), SQLITE_OK);
	assert_int_equal(compare("a"), is_capture ? 5 : 3);
	sqlite3_close(writer);
	close(fd);
}

TEST(a_writer_waits_until_the_file_is_closed)
{
	a_writer_waits(false);
}

TEST(the_writer_of_a_capture_waits_while_rows_are_read)
{
	a_writer_waits(true);
}

/* --- damage -------------------------------------------------------------------------------- */

static void put(long at, const unsigned char *bytes, size_t size)
{
	int fd = open(path, O_RDWR);

	assert_int_equal(pwrite(fd, bytes, size, at), size);
	close(fd);
}

TEST(hostile_pages_are_left_to_sqlite)
{
	enum { PAGE = 512 };
	static const struct {
		const char *what;
		bool leaf;
		long at;
		unsigned char bytes[4];
		size_t size;
	} cases[] = {
		{ "an index", true, 0, { 0x0a }, 1 },
		{ "an interior page without cells", false, 3, { 0, 0 }, 2 },
		{ "more cells than fit", false, 3, { 0xff, 0xff }, 2 },
		{ "its own child", false, 8, { 0, 0, 0, 2 }, 4 },
		{ "a child beyond the end", false, 8, { 0x7f, 0xff, 0xff, 0xff }, 4 },
		{ "page 0 as a child", false, 8, { 0, 0, 0, 0 }, 4 },
		{ "the schema as a child", false, 8, { 0, 0, 0, 1 }, 4 },
		{ "a cell in the header", false, 12, { 0, 4 }, 2 },
		{ "a cell beyond the page", false, 12, { 0x02, 0x00 }, 2 },
		{ "more rows than fit", true, 3, { 0xff, 0xff }, 2 },
		{ "no rows", true, 3, { 0, 0 }, 2 },
		{ "a row in the header", true, 8, { 0, 4 }, 2 },
		{ "a row at the end of the page", true, 8, { 0x01, 0xff }, 2 },
		{ "a row beyond the page", true, 8, { 0xff, 0xff }, 2 },
	};
	uint32_t root;

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		make("PRAGMA page_size = 512; CREATE TABLE a (x, y);" COUNT_TO(
			100) "INSERT INTO a SELECT n, 'row ' || n FROM k");
		root = root_of_a();
		/* its first leaf follows it */
		put((cases[i].leaf ? root : root - 1) * (long)PAGE + cases[i].at, cases[i].bytes,
			cases[i].size);
		if (rows_in_pages(root, false) != -1)
			fail_msg("%s is not noticed", cases[i].what);
		compare("a");
	}
}

TEST(a_file_that_shrinks_is_left_to_sqlite)
{
	uint32_t root;

	make("PRAGMA page_size = 512; CREATE TABLE a (x, y);" COUNT_TO(
		1000) "INSERT INTO a SELECT n, 'row ' || n FROM k");
	root = root_of_a();
	assert_int_equal(truncate(path, 512 * 20L), 0);
	assert_int_equal(rows_in_pages(root, false), -1);
	compare("a");
}

int main(void)
{
	return _cmocka_run_group_tests("tests", all_tests, test_count, set_up, tear_down);
}

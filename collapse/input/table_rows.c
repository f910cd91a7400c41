#include "collapse/input/table_rows.h"

#include <sqlite3.h>

#include "base/mem.h"
#include "collapse/input/checked_pages.h"

struct table_rows {
	const struct database *db;
	const char *table;
	/*
	 * Reads the table if its pages are not read directly. Otherwise it stays at the first row,
	 * which keeps SQLite's lock, until it is needed.
	 */
	sqlite3_stmt *statement;
	size_t count;
	struct pages_table *pages; /* or NULL */
	struct pages_walk *walk;
	uint64_t read;    /* rows so far */
	uint64_t stepped; /* rows that the statement has given */
	bool ended;       /* it has given all */
	struct datum row[PAGES_COLUMNS_MAX];
};

/* --- where a table is ----------------------------------------------------------------------- */

/* Whether SQLite alone is to read. */
static bool reads_by_sqlite(void)
{
	/* NOLINTNEXTLINE(concurrency-mt-unsafe) nobody sets it */
	const char *reader = getenv("GPUFLAME_READER");

	return reader != NULL && strcmp(reader, "sqlite") == 0;
}

enum place_column {
	PLACE_ROOT,
	PLACE_INDEX,
	PLACE_NAME,
	PLACE_TYPE,
	PLACE_KEY,
	PLACE_KEY_HAS_INDEX,
	PLACE_HAS_DEFAULT,
	PLACE_HIDDEN,
};

/*
 * Of each column of a table. A column that is the whole primary key is the row id if its type is
 * INTEGER, unless it has an index, which a descending one has.
 */
static const char place_sql[] =
	"SELECT t.rootpage, c.cid, c.name, c.type, c.pk,"
	" CASE WHEN c.pk > 0 THEN"
	" EXISTS (SELECT 1 FROM pragma_index_list(t.name) WHERE origin = 'pk') END,"
	" c.dflt_value IS NOT NULL, c.hidden"
	" FROM main.sqlite_schema AS t, pragma_table_xinfo(t.name, 'main') AS c"
	" WHERE t.type = 'table' AND t.name = ?1 COLLATE NOCASE";

struct place {
	uint32_t root;
	uint32_t columns;
	uint32_t keys; /* columns of the primary key */
	bool is_odd;
	bool by_name[PAGES_COLUMNS_MAX]; /* found by the name, not by what it had before */
};

static const char *column_text(sqlite3_stmt *row, int column)
{
	const char *text = (const char *)sqlite3_column_text(row, column);

	return text != NULL ? text : "";
}

/* "3.1. Determination Of Column Affinity" (datatype3.html): the rules before REAL's. */
static bool is_real(const char *type)
{
	static const char *const others[] = { "%INT%", "%CHAR%", "%CLOB%", "%TEXT%", "%BLOB%" };
	static const char *const reals[] = { "%REAL%", "%FLOA%", "%DOUB%" };

	for (size_t i = 0; i < ARRAY_SIZE(others); i++) {
		if (sqlite3_strlike(others[i], type, 0) == 0)
			return false;
	}
	for (size_t i = 0; i < ARRAY_SIZE(reals); i++) {
		if (sqlite3_strlike(reals[i], type, 0) == 0)
			return true;
	}
	return false;
}

/* Take in a column of the table, `row`, if it is one of those wanted. */
static void place_column(struct place *place, sqlite3_stmt *row,
	const struct database_column *wanted, size_t count, struct pages_column *columns)
{
	const char *name = column_text(row, PLACE_NAME), *type = column_text(row, PLACE_TYPE);
	bool is_key = sqlite3_column_int(row, PLACE_KEY) > 0;
	int64_t root = sqlite3_column_int64(row, PLACE_ROOT);

	/* columns that are computed are not stored */
	place->is_odd |= sqlite3_column_int64(row, PLACE_INDEX) != place->columns ||
			 sqlite3_column_int(row, PLACE_HIDDEN) != 0 || root <= 1 ||
			 root > UINT32_MAX;
	place->root = (uint32_t)root;
	place->keys += is_key;
	for (size_t i = 0; i < count; i++) {
		bool by_name = sqlite3_stricmp(wanted[i].name, name) == 0;

		if (!by_name && (place->by_name[i] || wanted[i].or_else == NULL ||
					sqlite3_stricmp(wanted[i].or_else, name) != 0))
			continue;
		place->by_name[i] = by_name;
		columns[i] = (struct pages_column){
			.index = place->columns,
			.is_rowid = is_key && sqlite3_stricmp(type, "INTEGER") == 0 &&
				    sqlite3_column_int(row, PLACE_KEY_HAS_INDEX) == 0,
			.is_real = is_real(type),
			.has_default = sqlite3_column_int(row, PLACE_HAS_DEFAULT) != 0,
		};
	}
	place->columns++;
}

/* False: SQLite must read it. */
static bool find_place(const struct database *db, const char *table,
	const struct database_column *wanted, size_t count, uint32_t *root,
	struct pages_column *columns)
{
	struct place place = { 0 };
	sqlite3_stmt *row = NULL;
	int code = sqlite3_prepare_v2(db->handle, place_sql, -1, &row, NULL);

	for (size_t i = 0; i < count; i++)
		columns[i] = (struct pages_column){ .missing = true };
	if (code == SQLITE_OK)
		code = sqlite3_bind_text(row, 1, table, -1, SQLITE_STATIC);
	if (code == SQLITE_OK) {
		while ((code = sqlite3_step(row)) == SQLITE_ROW)
			place_column(&place, row, wanted, count, columns);
	}
	sqlite3_finalize(row);
	for (size_t i = 0; i < count; i++) {
		if (columns[i].is_rowid && place.keys > 1)
			columns[i].is_rowid = false;
	}
	*root = place.root;
	return code == SQLITE_DONE && place.columns > 0 && !place.is_odd;
}

static void check_page(void *context, const unsigned char *page, uint32_t number)
{
	checked_pages_check(context, page, number);
}

/* With SQLite's lock held: prepare to read the pages, if that is possible. */
static void open_pages(struct table_rows *rows, const struct database_column *wanted, size_t count)
{
	const struct database *db = rows->db;
	struct pages_file file = {
		.fd = db->fd,
		.no_log = db->alone,
		.check = db->pages != NULL ? check_page : NULL,
		.context = db->pages,
	};
	struct pages_column columns[PAGES_COLUMNS_MAX];
	uint32_t root;

	if (db->fd < 0 || !find_place(db, rows->table, wanted, count, &root, columns))
		return;
	rows->pages = pages_table_open(&file, root, columns, count);
	if (rows->pages != NULL)
		rows->walk = pages_walk_new(rows->pages);
}

/* --- rows ----------------------------------------------------------------------------------- */

static bool step(struct table_rows *rows, struct err *err)
{
	bool more;

	if (!database_step(rows->db, rows->statement, rows->table, &more, err))
		return false;
	rows->stepped += more;
	rows->ended = !more;
	return true;
}

bool rows_open(const struct database *db, const char *table, const struct database_column *columns,
	size_t count, struct table_rows **rows, struct err *err)
{
	sqlite3_stmt *statement;

	*rows = NULL;
	if (!database_select(db, table, columns, count, &statement, err))
		return false;
	if (statement == NULL)
		return true;
	*rows = mem_zeroed(1, sizeof(**rows));
	(*rows)->db = db;
	(*rows)->table = table;
	(*rows)->statement = statement;
	(*rows)->count = count;
	if (!step(*rows, err)) {
		rows_free(*rows);
		*rows = NULL;
		return false;
	}
	if (!(*rows)->ended && !reads_by_sqlite())
		open_pages(*rows, columns, count);
	return true;
}

void rows_free(struct table_rows *rows)
{
	if (rows == NULL)
		return;
	pages_walk_free(rows->walk);
	pages_table_free(rows->pages);
	sqlite3_finalize(rows->statement);
	free(rows);
}

/* A column of the row that the statement is on. */
static void take_column(sqlite3_stmt *row, int column, struct datum *datum)
{
	*datum = (struct datum){ .type = DATUM_NULL };
	switch (sqlite3_column_type(row, column)) {
	case SQLITE_INTEGER:
		datum->type = DATUM_INTEGER;
		datum->as.integer = sqlite3_column_int64(row, column);
		return;
	case SQLITE_FLOAT:
		datum->type = DATUM_FLOAT;
		datum->as.real = sqlite3_column_double(row, column);
		return;
	case SQLITE_TEXT:
		datum->type = DATUM_TEXT;
		datum->as.bytes = (const char *)sqlite3_column_text(row, column);
		datum->len = (uint32_t)sqlite3_column_bytes(row, column);
		if (datum->as.bytes == NULL)
			mem_die();
		return;
	case SQLITE_BLOB:
		datum->type = DATUM_BLOB;
		datum->as.bytes = sqlite3_column_blob(row, column);
		datum->len = (uint32_t)sqlite3_column_bytes(row, column);
		if (datum->as.bytes == NULL && datum->len == 0)
			datum->as.bytes = "";
		if (datum->as.bytes == NULL)
			mem_die();
		return;
	default:
		return;
	}
}

/* By SQLite, which first passes over the rows that were read from pages. */
static bool next_by_sqlite(struct table_rows *rows, const struct datum **row, struct err *err)
{
	while (!rows->ended && rows->stepped <= rows->read) {
		if (!step(rows, err))
			return false;
	}
	if (rows->ended)
		return true;
	for (size_t i = 0; i < rows->count; i++)
		take_column(rows->statement, (int)i, &rows->row[i]);
	rows->read++;
	*row = rows->row;
	return true;
}

bool rows_next(struct table_rows *rows, const struct datum **row, struct err *err)
{
	*row = NULL;
	if (rows->walk != NULL) {
		switch (pages_next(rows->walk, rows->row)) {
		case PAGES_ROW:
			rows->read++;
			*row = rows->row;
			return true;
		case PAGES_END:
			return true;
		case PAGES_ODD:
			pages_walk_free(rows->walk);
			rows->walk = NULL;
		}
	}
	return next_by_sqlite(rows, row, err);
}

bool rows_each(const struct database *db, const char *table, const struct database_column *columns,
	size_t count, row_fn *take, void *context, struct err *err)
{
	const struct datum *row;
	struct table_rows *rows;
	bool ok;

	if (!rows_open(db, table, columns, count, &rows, err))
		return false;
	for (ok = true; rows != NULL && (ok = rows_next(rows, &row, err)) && row != NULL;)
		take(context, row);
	rows_free(rows);
	return ok;
}

struct facts {
	fact_fn *take;
	void *context;
};

static bool take_fact(void *context, sqlite3_stmt *row, struct err *err)
{
	const struct facts *facts = context;
	const char *name = (const char *)sqlite3_column_text(row, 0);
	const char *value = (const char *)sqlite3_column_text(row, 1);

	return name == NULL || value == NULL || facts->take(facts->context, name, value, err);
}

bool rows_facts(
	const struct database *db, const char *table, fact_fn *take, void *context, struct err *err)
{
	static const struct database_column columns[] = { { "name", true, NULL },
		{ "value", true, NULL } };
	struct facts facts = { take, context };

	return database_each(db, table, columns, ARRAY_SIZE(columns), take_fact, &facts, err);
}

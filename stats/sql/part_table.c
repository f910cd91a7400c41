#include "stats/sql/table.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#include <sqlite3.h>

#include "base/mem.h"

/*
 * part(first, last, count, start, end): the time from `first` to `last` in at most `count` equal
 * parts, of which only the last may be shorter; of these, the ones that `start` to `end`, all if
 * they are not given, has some time in, and how much: "ns".
 */
enum { PART_INDEX, PART_START, PART_LENGTH, PART_NS, PART_COLUMNS };
enum { GIVEN_FIRST, GIVEN_LAST, GIVEN_COUNT, GIVEN_START, GIVEN_END, GIVEN };

static const char declaration[] =
	"CREATE TABLE part(part, part_start, part_ns, ns, of_first HIDDEN, of_last HIDDEN,"
	" of_count HIDDEN, of_start HIDDEN, of_end HIDDEN)";

struct part_cursor {
	sqlite3_vtab_cursor base; /* first, as SQLite has it */
	int64_t first;
	uint64_t length, part_ns;
	uint64_t from, to; /* what is in the parts, after the first */
	uint64_t part, end;
	sqlite3_int64 given[GIVEN];
};

static int connect_table(sqlite3 *db, void *data, int argc, const char *const *argv,
	sqlite3_vtab **out, char **message)
{
	(void)data;
	(void)argc;
	(void)argv;
	(void)message;
	*out = mem_zeroed(1, sizeof(**out));
	return sqlite3_declare_vtab(db, declaration);
}

/* The numbers that are given are passed on in their order; idxNum has a bit for each. */
static int best_index(sqlite3_vtab *base, sqlite3_index_info *info)
{
	enum { REQUIRED = 1 << GIVEN_FIRST | 1 << GIVEN_LAST | 1 << GIVEN_COUNT };
	int places[GIVEN] = { -1, -1, -1, -1, -1 }, argument = 0;
	bool waits = false;

	(void)base;
	for (int i = 0; i < info->nConstraint; i++) {
		const struct sqlite3_index_constraint *constraint = &info->aConstraint[i];

		if (constraint->iColumn < PART_COLUMNS ||
			constraint->op != SQLITE_INDEX_CONSTRAINT_EQ)
			continue;
		if (constraint->usable)
			places[constraint->iColumn - PART_COLUMNS] = i;
		else
			waits = true;
	}
	for (int i = 0; i < GIVEN; i++) {
		if (places[i] < 0)
			continue;
		info->idxNum |= 1 << i;
		info->aConstraintUsage[places[i]].argvIndex = ++argument;
		info->aConstraintUsage[places[i]].omit = 1;
	}
	info->estimatedCost = 10;
	info->estimatedRows = 2;
	return waits || (info->idxNum & REQUIRED) != REQUIRED ? SQLITE_CONSTRAINT : SQLITE_OK;
}

static int open_cursor(sqlite3_vtab *base, sqlite3_vtab_cursor **out)
{
	struct part_cursor *cursor = mem_zeroed(1, sizeof(*cursor));

	(void)base;
	*out = &cursor->base;
	return SQLITE_OK;
}

static int close_cursor(sqlite3_vtab_cursor *base)
{
	free(base);
	return SQLITE_OK;
}

static uint64_t offset_of(const struct part_cursor *cursor, int64_t time)
{
	uint64_t offset = time > cursor->first ? (uint64_t)time - (uint64_t)cursor->first : 0;

	return offset < cursor->length ? offset : cursor->length;
}

static int filter(
	sqlite3_vtab_cursor *base, int given, const char *text, int argc, sqlite3_value **argv)
{
	struct part_cursor *cursor = (struct part_cursor *)base;
	bool has_null = false;
	int64_t first, last, count;

	(void)text;
	(void)argc;
	for (int i = 0; i < GIVEN; i++) {
		if ((given & 1 << i) == 0)
			continue;
		has_null |= sqlite3_value_type(*argv) == SQLITE_NULL;
		cursor->given[i] = sqlite3_value_int64(*argv++);
	}
	first = cursor->first = cursor->given[GIVEN_FIRST];
	last = cursor->given[GIVEN_LAST];
	count = cursor->given[GIVEN_COUNT];
	cursor->part = cursor->end = 0;
	if (has_null || last <= first || count < 1)
		return SQLITE_OK;
	cursor->length = (uint64_t)last - (uint64_t)first;
	cursor->part_ns =
		cursor->length / (uint64_t)count + (cursor->length % (uint64_t)count != 0);
	cursor->from =
		(given & 1 << GIVEN_START) != 0 ? offset_of(cursor, cursor->given[GIVEN_START]) : 0;
	cursor->to = (given & 1 << GIVEN_END) != 0 ? offset_of(cursor, cursor->given[GIVEN_END])
						   : cursor->length;
	if (cursor->from >= cursor->to)
		return SQLITE_OK;
	cursor->part = cursor->from / cursor->part_ns;
	cursor->end = (cursor->to - 1) / cursor->part_ns + 1;
	return SQLITE_OK;
}

static int next(sqlite3_vtab_cursor *base)
{
	((struct part_cursor *)base)->part++;
	return SQLITE_OK;
}

static int is_at_end(sqlite3_vtab_cursor *base)
{
	const struct part_cursor *cursor = (const struct part_cursor *)base;

	return cursor->part >= cursor->end;
}

static int put_column(sqlite3_vtab_cursor *base, sqlite3_context *to, int column)
{
	const struct part_cursor *cursor = (const struct part_cursor *)base;
	uint64_t start = cursor->part * cursor->part_ns;
	uint64_t end =
		cursor->length - start < cursor->part_ns ? cursor->length : start + cursor->part_ns;

	switch (column) {
	case PART_INDEX:
		sqlite3_result_int64(to, (sqlite3_int64)cursor->part);
		break;
	case PART_START:
		sqlite3_result_int64(to, (sqlite3_int64)((uint64_t)cursor->first + start));
		break;
	case PART_LENGTH:
		sqlite3_result_int64(to, (sqlite3_int64)(end - start));
		break;
	case PART_NS:
		start = start > cursor->from ? start : cursor->from;
		end = end < cursor->to ? end : cursor->to;
		sqlite3_result_int64(to, (sqlite3_int64)(end - start));
		break;
	default:
		sqlite3_result_int64(to, cursor->given[column - PART_COLUMNS]);
	}
	return SQLITE_OK;
}

static int put_row_id(sqlite3_vtab_cursor *base, sqlite3_int64 *id)
{
	*id = (sqlite3_int64)((const struct part_cursor *)base)->part + 1;
	return SQLITE_OK;
}

static const sqlite3_module module = {
	.xConnect = connect_table,
	.xBestIndex = best_index,
	.xDisconnect = sql_disconnect,
	.xOpen = open_cursor,
	.xClose = close_cursor,
	.xFilter = filter,
	.xNext = next,
	.xEof = is_at_end,
	.xColumn = put_column,
	.xRowid = put_row_id,
};

void part_table_offer(sqlite3 *db)
{
	sql_module_offer(db, "part", "(0, 0, 1)", &module, NULL);
}

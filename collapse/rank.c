#include "collapse/rank.h"

#include <inttypes.h>
#include <sqlite3.h>
#include <stdio.h>
#include <string.h>

#include "capture/format.h"
#include "collapse/input/input.h"
#include "collapse/kineto/kineto_reader.h"
#include "collapse/input/database.h"

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static void set_rank(char rank[RANK_SIZE], const char *digits, size_t len)
{
	while (len > 1 && *digits == '0') {
		digits++;
		len--;
	}
	snprintf(rank, RANK_SIZE, "rank %.*s", (int)(len < 20 ? len : 20), digits);
}

/*
 * Match all of `text` against `pattern`. One place to come back to is enough: a
 * later '*' makes an earlier one's choice final.
 */
static bool matches(const char *text, const char *pattern, char rank[RANK_SIZE])
{
	const char *star = NULL, *from = NULL;

	while (*text != '\0' || *pattern != '\0') {
		if (*pattern == '*') {
			star = ++pattern;
			from = text;
		} else if (pattern[0] == '%' && pattern[1] == 'r' && is_digit(*text)) {
			const char *digits = text;

			while (is_digit(*text))
				text++;
			set_rank(rank, digits, (size_t)(text - digits));
			pattern += 2;
		} else if (*text != '\0' && *text == *pattern) {
			text++;
			pattern++;
		} else if (star != NULL && *from != '\0' && *from != '/') {
			text = ++from;
			pattern = star;
		} else {
			return false;
		}
	}
	return rank[0] != '\0';
}

/* "rank" and a number, with a blank, '_', '-', '.' or '=' between them or nothing. */
static bool find_in_name(const char *name, char rank[RANK_SIZE])
{
	for (const char *at = strstr(name, "rank"); at != NULL; at = strstr(at + 1, "rank")) {
		const char *digits = at + strlen("rank");

		digits += *digits == ' ' || *digits == '_' || *digits == '-' || *digits == '.' ||
			  *digits == '=';
		if (is_digit(*digits)) {
			set_rank(rank, digits, strspn(digits, "0123456789"));
			return true;
		}
	}
	return false;
}

static const char *base_name(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash != NULL ? slash + 1 : path;
}

bool rank_by_pattern(const char *path, const char *pattern, char rank[RANK_SIZE])
{
	rank[0] = '\0';
	if (pattern == NULL)
		return false;
	/* at the beginning, and behind each '/' */
	for (const char *at = path; at != NULL; at = strchr(at, '/')) {
		at += at > path;
		rank[0] = '\0';
		if (matches(at, pattern, rank))
			return true;
	}
	rank[0] = '\0';
	return false;
}

bool rank_of_path(const char *path, const char *pattern, char rank[RANK_SIZE])
{
	return rank_by_pattern(path, pattern, rank) || find_in_name(base_name(path), rank);
}

/* The one number in a column, or none when rows differ. */
static bool read_number(const struct database *db, const char *table, const char *name_column,
	const char *name, const char *column, char rank[RANK_SIZE], struct err *err)
{
	const struct database_column columns[] = { { .name = column }, { .name = name_column } };
	sqlite3_stmt *row;
	bool more, ok = true, found = false;
	char text[32] = "";

	if (!database_select(db, table, columns, name_column != NULL ? 2 : 1, &row, err))
		return false;
	while (row != NULL && (ok = database_step(db, row, table, &more, err)) && more) {
		const char *value = (const char *)sqlite3_column_text(row, 0);
		const char *key =
			name_column != NULL ? (const char *)sqlite3_column_text(row, 1) : NULL;

		if (value == NULL || !is_digit(*value) || strlen(value) >= sizeof(text) ||
			(name_column != NULL && (key == NULL || strcmp(key, name) != 0)))
			continue;
		if (found && strcmp(text, value) != 0) {
			text[0] = '\0';
			break;
		}
		found = true;
		memcpy(text, value, strlen(value) + 1);
	}
	sqlite3_finalize(row);
	if (ok && text[0] != '\0')
		set_rank(rank, text, strspn(text, "0123456789"));
	return ok;
}

static bool read_from_database(const char *path, char rank[RANK_SIZE], struct err *err)
{
	struct database db;
	bool ok;

	if (!database_open(&db, path, err))
		return false;
	ok = read_number(&db, FORMAT_META_TABLE, "name", FORMAT_META_RANK, "value", rank, err) &&
	     (rank[0] != '\0' || read_number(&db, "MPI_RANKS", NULL, NULL, "rank", rank, err));
	database_close(&db);
	return ok;
}

static bool read_from_trace(const char *path, char rank[RANK_SIZE], struct err *err)
{
	int64_t number;

	if (!kineto_read_rank(path, &number, err))
		return false;
	if (number >= 0)
		snprintf(rank, RANK_SIZE, "rank %" PRId64, number);
	return true;
}

bool rank_of_file(const char *path, const char *pattern, char rank[RANK_SIZE], struct err *err)
{
	enum input_kind kind;
	bool gzipped;

	if (rank_by_pattern(path, pattern, rank))
		return true;
	if (!input_kind_of(path, &kind, &gzipped, err))
		return false;
	if (kind == INPUT_SQLITE && !gzipped && !read_from_database(path, rank, err))
		return false;
	if (kind == INPUT_JSON && !read_from_trace(path, rank, err))
		return false;
	if (rank[0] == '\0' && !find_in_name(base_name(path), rank)) {
		size_t len = strlen(path);

		/* its end tells more */
		snprintf(rank, RANK_SIZE, "%s",
			len < RANK_SIZE ? path : path + len - (RANK_SIZE - 1));
	}
	return true;
}

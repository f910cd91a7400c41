/*
 * Build a fixture: mkdb OUT.sqlite FILE.sql... runs the SQL of the files in a
 * new database, so that what git holds of a fixture is text. The function
 * repeat_text(text, n) is there for names too long to write down.
 *
 *     mkdb --query DB.sqlite SQL
 *
 * prints the rows of one SELECT, blanks between columns, NULL as nothing: for tests, which
 * have so many queries that starting Python for each took half of their time.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sqlite3.h>

static char *read_file(const char *path)
{
	FILE *in = fopen(path, "rb");
	char *text = NULL;
	size_t len = 0, cap = 0;

	if (in == NULL) {
		perror(path);
		exit(1);
	}
	do {
		cap = cap * 2 + 4096;
		text = realloc(text, cap + 1);
		if (text == NULL)
			exit(1);
		len += fread(text + len, 1, cap - len, in);
	} while (len == cap);
	text[len] = '\0';
	fclose(in);
	return text;
}

static void repeat_text(sqlite3_context *context, int argc, sqlite3_value **argv)
{
	const char *text = (const char *)sqlite3_value_text(argv[0]);
	size_t len = strlen(text), times = (size_t)sqlite3_value_int64(argv[1]);
	char *out = sqlite3_malloc64(len * times + 1);

	(void)argc;
	if (out == NULL) {
		sqlite3_result_error_nomem(context);
		return;
	}
	for (size_t i = 0; i < times; i++)
		memcpy(out + i * len, text, len);
	sqlite3_result_text64(context, out, len * times, sqlite3_free, SQLITE_UTF8);
}

static int query(const char *path, const char *sql)
{
	sqlite3_stmt *statement = NULL;
	sqlite3 *db = NULL;
	int result = SQLITE_ERROR;

	if (sqlite3_open_v2(path, &db, SQLITE_OPEN_READWRITE, NULL) == SQLITE_OK &&
		sqlite3_prepare_v2(db, sql, -1, &statement, NULL) == SQLITE_OK) {
		while ((result = sqlite3_step(statement)) == SQLITE_ROW) {
			for (int i = 0; i < sqlite3_column_count(statement); i++) {
				const unsigned char *text = sqlite3_column_text(statement, i);

				printf("%s%s", i > 0 ? " " : "",
					text != NULL ? (const char *)text : "");
			}
			putchar('\n');
		}
	}
	if (result != SQLITE_DONE)
		fprintf(stderr, "mkdb: %s: %s\n", path, sqlite3_errmsg(db));
	sqlite3_finalize(statement);
	sqlite3_close(db);
	return result == SQLITE_DONE ? 0 : 1;
}

int main(int argc, char **argv)
{
	sqlite3 *db;
	char *message;

	if (argc == 4 && strcmp(argv[1], "--query") == 0)
		return query(argv[2], argv[3]);
	if (argc < 3) {
		fprintf(stderr, "usage: mkdb OUT.sqlite FILE.sql...\n"
				"       mkdb --query DB.sqlite SQL\n");
		return 2;
	}
	remove(argv[1]);
	if (sqlite3_open(argv[1], &db) != SQLITE_OK ||
		sqlite3_create_function(db, "repeat_text", 2, SQLITE_UTF8, NULL, repeat_text, NULL,
			NULL) != SQLITE_OK)
		return 1;
	for (int i = 2; i < argc; i++) {
		char *sql = read_file(argv[i]);

		if (sqlite3_exec(db, sql, NULL, NULL, &message) != SQLITE_OK) {
			fprintf(stderr, "mkdb: %s: %s\n", argv[i], message);
			return 1;
		}
		free(sql);
	}
	return sqlite3_close(db) == SQLITE_OK ? 0 : 1;
}

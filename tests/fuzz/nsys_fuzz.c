/*
 * Reports of any content: reading and folding must end in a tree whose total is
 * what was counted, or in an error with a message. The input is an SQLite file,
 * or SQL text that makes one, which is how seeds are written and how schemas
 * are reached that mutated bytes never get to.
 */
#define _GNU_SOURCE /* memfd_create */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <sqlite3.h>

#include "collapse/stage.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { SQL_STEPS = 200000 };

static int stop(void *unused)
{
	(void)unused;
	return 1;
}

/* The database that SQL text makes, as the bytes of its file; as far as it goes. */
static unsigned char *run_sql(const uint8_t *text, size_t len, sqlite3_int64 *size)
{
	unsigned char *bytes = NULL;
	char *sql = sqlite3_malloc64(len + 1);
	sqlite3 *db;

	if (sql == NULL || sqlite3_open(":memory:", &db) != SQLITE_OK)
		abort();
	memcpy(sql, text, len);
	sql[len] = '\0';
	sqlite3_limit(db, SQLITE_LIMIT_LENGTH, 1 << 20);
	sqlite3_limit(db, SQLITE_LIMIT_ATTACHED, 0);
	sqlite3_progress_handler(db, SQL_STEPS, stop, NULL);
	sqlite3_exec(db, sql, NULL, NULL, NULL);
	bytes = sqlite3_serialize(db, "main", size, 0);
	sqlite3_close(db);
	sqlite3_free(sql);
	return bytes;
}

static void fold(const char *path)
{
	const struct collapse_options options = {
		.nsys = "/nonexistent",
		.rules = { .defaults = { true, true, true, true }, .presets = "auto" },
	};
	struct collapse collapse;
	struct err err = { 0 };
	char format[96];

	if (!collapse_init(&collapse, &err) || !ruleset_add(&options.rules, &collapse.rules, &err))
		abort();
	if (collapse_file(&collapse, path, &options, format, &err)) {
		/* Bytes may turn out to be folded text, which is input too. */
		if (collapse.tree.total != collapse.counts.written_ns + collapse.stacks.written ||
			collapse.counts.written_ns + collapse.counts.filtered_ns !=
				collapse.counts.total_ns)
			abort();
	} else if (err.code == ERR_NONE || err.msg[0] == '\0') {
		abort();
	}
	collapse_release(&collapse);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	int fd = memfd_create("report", MFD_CLOEXEC);
	unsigned char *made = NULL;
	sqlite3_int64 bytes = (sqlite3_int64)size;
	char path[64];

	if (size < 6 || memcmp(data, "SQLite", 6) != 0) {
		made = run_sql(data, size, &bytes);
		data = made;
	}
	if (fd < 0 || (data != NULL && write(fd, data, (size_t)bytes) != bytes))
		abort();
	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	fold(path);
	sqlite3_free(made);
	close(fd);
	return 0;
}

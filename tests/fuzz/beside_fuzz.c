/*
 * Databases with a journal or a log beside them. The input is two SQL texts, separated by a line
 * "--"; the last byte chooses how the second is used. It is committed to a log (WAL) that is
 * kept: both are read. Or its transaction is left open, which leaves a journal: the first is read.
 * Or it is not SQL, but the bytes of a journal or a log: there is a result or an error. In each
 * case no file is changed, made or removed.
 */
#define _GNU_SOURCE /* memmem */
#include "tests/fuzz/fold_input.h"

#include <dirent.h>
#include <sys/stat.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { LEFT_LOG, LEFT_JOURNAL, RAW_JOURNAL, RAW_LOG, KINDS };

static char folder[64], made_path[72], report_path[72], beside_path[96], plain_path[72];

struct bytes {
	char *at;
	size_t len;
};

struct result {
	enum err_code code;
	uint64_t total;
	uint32_t stacks;
};

static void set_paths(int kind)
{
	const char *suffix = kind == LEFT_LOG || kind == RAW_LOG ? "-wal" : "-journal";

	if (folder[0] == '\0') {
		snprintf(folder, sizeof(folder), "%s/gpuflame-beside-%ld",
			access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp", (long)getpid());
		setenv("TMPDIR", folder, 1);
	}
	mkdir(folder, 0700);
	snprintf(made_path, sizeof(made_path), "%s/made", folder);
	snprintf(report_path, sizeof(report_path), "%s/report", folder);
	snprintf(plain_path, sizeof(plain_path), "%s/plain", folder);
	snprintf(beside_path, sizeof(beside_path), "%s%s", report_path, suffix);
}

static void remove_files(void)
{
	static const char *const names[] = { "made", "made-journal", "made-wal", "made-shm",
		"report", "report-journal", "report-wal", "plain" };
	char path[96];

	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		snprintf(path, sizeof(path), "%s/%s", folder, names[i]);
		unlink(path);
	}
	rmdir(folder);
}

static struct bytes load(const char *path)
{
	struct bytes bytes = { NULL, 0 };
	FILE *in = fopen(path, "rb");

	if (in == NULL)
		return bytes;
	input_must(fseek(in, 0, SEEK_END) == 0, "a file");
	bytes.len = (size_t)ftell(in);
	rewind(in);
	bytes.at = malloc(bytes.len + 1);
	input_must(bytes.at != NULL && fread(bytes.at, 1, bytes.len, in) == bytes.len, "a file");
	fclose(in);
	return bytes;
}

static void save(const char *path, const void *bytes, size_t len)
{
	FILE *out = fopen(path, "wb");

	input_must(
		out != NULL && (len == 0 || fwrite(bytes, 1, len, out) == len) && fclose(out) == 0,
		path);
}

static void copy(const char *from, const char *to)
{
	struct bytes bytes = load(from);

	if (bytes.at != NULL)
		save(to, bytes.at, bytes.len);
	free(bytes.at);
}

static void save_database(sqlite3 *db, const char *path)
{
	sqlite3_int64 size = 0;
	unsigned char *bytes = sqlite3_serialize(db, "main", &size, 0);

	save(path, bytes, bytes != NULL ? (size_t)size : 0);
	sqlite3_free(bytes);
}

/* Transactions and settings are ours. */
static int authorize(
	void *context, int action, const char *a, const char *b, const char *c, const char *d)
{
	(void)context;
	(void)a;
	(void)b;
	(void)c;
	(void)d;
	return action == SQLITE_PRAGMA || action == SQLITE_TRANSACTION || action == SQLITE_SAVEPOINT
		       ? SQLITE_DENY
		       : SQLITE_OK;
}

static void run_sql(sqlite3 *db, const uint8_t *text, size_t len)
{
	char *sql = sqlite3_malloc64(len + 1);

	input_must(sql != NULL, "memory");
	memcpy(sql, text, len);
	sql[len] = '\0';
	sqlite3_set_authorizer(db, authorize, NULL);
	sqlite3_exec(db, sql, NULL, NULL, NULL);
	sqlite3_set_authorizer(db, NULL, NULL);
	sqlite3_free(sql);
}

static sqlite3 *open_made(void)
{
	enum { STEPS = 200000 };
	sqlite3 *db;

	input_must(sqlite3_open(made_path, &db) == SQLITE_OK, "a database");
	sqlite3_limit(db, SQLITE_LIMIT_LENGTH, 1 << 20);
	sqlite3_limit(db, SQLITE_LIMIT_ATTACHED, 0);
	sqlite3_progress_handler(db, STEPS, input_stop, NULL);
	sqlite3_exec(db, "PRAGMA synchronous = OFF; PRAGMA cache_size = 2", NULL, NULL, NULL);
	return db;
}

/*
 * The report, what is beside it, and the report by itself as it is to be read. False: no
 * transaction is open that should be, since the SQL failed in a way that ends it.
 */
static bool make_left(
	int kind, const uint8_t *first, size_t first_len, const uint8_t *second, size_t second_len)
{
	sqlite3 *db = open_made();
	char path[112];
	bool known;

	run_sql(db, first, first_len);
	if (kind == LEFT_LOG) {
		sqlite3_exec(db, "PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0", NULL,
			NULL, NULL);
	} else {
		save_database(db, plain_path);
		sqlite3_exec(db, "BEGIN", NULL, NULL, NULL);
	}
	run_sql(db, second, second_len);
	known = sqlite3_get_autocommit(db) == (kind == LEFT_LOG);
	snprintf(path, sizeof(path), "%s%s", made_path, strrchr(beside_path, '-'));
	copy(made_path, report_path);
	copy(path, beside_path);
	if (kind == LEFT_LOG)
		save_database(db, plain_path);
	sqlite3_close(db);
	return known && access(report_path, F_OK) == 0;
}

static struct result fold(const char *path)
{
	struct input_options chosen;
	struct collapse collapse;
	struct input_format format;
	struct result result = { ERR_NONE, 0, 0 };
	struct err err = { 0 };

	input_choose(&chosen, 0);
	collapse_init(&collapse);
	if (collapse_file(&collapse, path, &chosen.options, &format, &err)) {
		result.total = collapse.tree.total;
		result.stacks = collapse.tree.count;
	} else {
		input_must(err.code != ERR_NONE && err.msg[0] != '\0', "an error has a message");
		result.code = err.code;
	}
	collapse_release(&collapse);
	return result;
}

static bool is_unchanged(const char *path, const struct bytes *before)
{
	struct bytes now = load(path);
	bool same = (now.at == NULL) == (before->at == NULL) && now.len == before->len &&
		    (now.at == NULL || memcmp(now.at, before->at, now.len) == 0);

	free(now.at);
	return same;
}

static unsigned count_files(void)
{
	DIR *entries = opendir(folder);
	unsigned count = 0;

	input_must(entries != NULL, "a folder");
	while (readdir(entries) != NULL)
		count++;
	closedir(entries);
	return count;
}

/* Fold the report; all files stay as they are. */
static struct result fold_beside(void)
{
	struct bytes report = load(report_path), beside = load(beside_path);
	unsigned files = count_files();
	struct result result = fold(report_path);

	input_must(is_unchanged(report_path, &report), "reading does not change a report");
	input_must(is_unchanged(beside_path, &beside), "nor what is beside it");
	input_must(count_files() == files, "nor makes or removes files");
	free(report.at);
	free(beside.at);
	return result;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	int kind = size > 0 ? data[--size] % KINDS : 0;
	const uint8_t *cut = size > 0 ? memmem(data, size, "\n--\n", 4) : NULL;
	struct result got, expected;
	size_t first, left;
	bool known;

	if (cut == NULL)
		return 0;
	first = (size_t)(cut - data);
	left = size - first - 4;
	set_paths(kind);
	known = make_left(kind == RAW_JOURNAL || kind == RAW_LOG ? LEFT_JOURNAL : kind, data, first,
		cut + 4, kind == RAW_JOURNAL || kind == RAW_LOG ? 0 : left);
	if (kind == RAW_JOURNAL || kind == RAW_LOG)
		save(beside_path, cut + 4, left);
	got = fold_beside();
	if (known && kind != RAW_JOURNAL && kind != RAW_LOG) {
		expected = fold(plain_path);
		input_must((got.code == ERR_NONE) == (expected.code == ERR_NONE) &&
				   got.total == expected.total && got.stacks == expected.stacks,
			"what was committed is read, and nothing else");
	}
	remove_files();
	return 0;
}

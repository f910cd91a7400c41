#ifndef TESTS_FUZZ_FOLD_INPUT_H
#define TESTS_FUZZ_FOLD_INPUT_H

/*
 * Shared by the fuzz targets of the collapse stage: inputs as files, databases
 * made from SQL text, and folding with options chosen by the input. Include it
 * first.
 */
#include <fcntl.h>
#include <unistd.h>

#include <sqlite3.h>

#include "base/mem.h"
#include "collapse/collapse_file.h"
#include "tests/fuzz/must.h"

static char input_path[64]; /* of this process's input */

/* Remove the input; libFuzzer ends without atexit(). */
static inline void input_close(int fd)
{
	close(fd);
	unlink(input_path);
}

/*
 * A file in memory, and its path: SQLite opens nothing without a name of its own,
 * such as memfd_create() gives.
 */
static inline int input_file(const void *bytes, size_t size, char path[64])
{
	int fd;

	if (input_path[0] == '\0')
		snprintf(input_path, sizeof(input_path), "%s/gpuflame-fuzz-%ld",
			access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp", (long)getpid());
	fd = open(input_path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	must(fd >= 0 && write(fd, bytes, size) == (ssize_t)size, "there is a file to read");
	snprintf(path, 64, "%s", input_path);
	return fd;
}

/* Only SQLite's own words end a message; what a message quotes of the input ends in a quote. */
static inline bool input_ends_in(const char *msg, const char *words)
{
	size_t len = strlen(msg), end = strlen(words);

	return len >= end && strcmp(msg + len - end, words) == 0;
}

static inline int input_stop(UNUSED void *unused)
{
	return 1;
}

/* The database that SQL text makes, as the bytes of its file; as far as it goes. */
static inline unsigned char *input_run_sql(const uint8_t *text, size_t len, sqlite3_int64 *size)
{
	enum { SQL_STEPS = 200000 };
	unsigned char *bytes = NULL;
	char *sql = sqlite3_malloc64(len + 1);
	sqlite3 *db;

	if (sql == NULL || sqlite3_open(":memory:", &db) != SQLITE_OK)
		abort();
	memcpy(sql, text, len);
	sql[len] = '\0';
	sqlite3_limit(db, SQLITE_LIMIT_LENGTH, 1 << 20);
	sqlite3_limit(db, SQLITE_LIMIT_ATTACHED, 0);
	sqlite3_progress_handler(db, SQL_STEPS, input_stop, NULL);
	sqlite3_exec(db, "PRAGMA max_page_count = 2000", NULL, NULL, NULL);
	sqlite3_exec(db, sql, NULL, NULL, NULL);
	bytes = sqlite3_serialize(db, "main", size, 0);
	sqlite3_close(db);
	sqlite3_free(sql);
	return bytes;
}

/* An SQLite file from its bytes or from SQL text that makes it. */
static inline int input_database(const uint8_t *data, size_t size, char path[64])
{
	sqlite3_int64 made_size = 0;
	unsigned char *made;
	int fd;

	if (size >= 6 && memcmp(data, "SQLite", 6) == 0)
		return input_file(data, size, path);
	made = input_run_sql(data, size, &made_size);
	fd = input_file(made, (size_t)made_size, path);
	sqlite3_free(made);
	return fd;
}

/* Options chosen by 32 bits: all that reading or folding a trace has. */
struct input_options {
	struct collapse_options options;
	uint64_t devices[2], processes[2];
};

static inline void input_choose(struct input_options *chosen, uint32_t bits)
{
	static const enum value values[8] = { VALUE_GPU_TIME, VALUE_COUNT, VALUE_BYTES, VALUE_IDLE,
		VALUE_EXPOSED, VALUE_LAUNCH_LATENCY, VALUE_CPU_TIME, VALUE_CRITICAL };
	static const enum group_part fronts[8][3] = {
		{ GROUP_PARTS },
		{ GROUP_RANK, GROUP_PROCESS, GROUP_PARTS },
		{ GROUP_THREAD, GROUP_DEVICE, GROUP_STREAM },
		{ GROUP_STEP, GROUP_PHASE, GROUP_PARTS },
		{ GROUP_PHASE, GROUP_PARTS },
		{ GROUP_DEVICE, GROUP_RANK, GROUP_PARTS },
		{ GROUP_RANK, GROUP_PARTS },
		{ GROUP_PARTS },
	};
	struct collapse_options *options = &chosen->options;
	struct plan_options *plan = &options->plan;
	struct selection *selection = &plan->selection;

	*chosen = (struct input_options){ .devices = { 0, 1 }, .processes = { 1, 100 } };
	options->nsys = "/nonexistent";
	options->rules = (struct ruleset){
		.defaults = { true, true, true, true },
		/* their patterns are slow: rules_fuzz covers them */
		.presets = (bits & 1) != 0 ? "nvfuser,modules" : "none",
		.kernel_names = (enum kernel_names)((bits >> 1) % 3),
		.strip_numbers = (bits & 8) != 0 ? STRIP_ALL : STRIP_AUTO,
	};
	plan->value = values[bits >> 4 & 7];
	for (const enum group_part *part = fronts[bits >> 7 & 7];
		*part != GROUP_PARTS && plan->grouping.count < 3; part++)
		plan->grouping.parts[plan->grouping.count++] = *part;
	plan->with_idle = (bits >> 10 & 1) != 0;
	plan->adopt = (bits >> 11 & 1) != 0;
	plan->no_graph_ranges = (bits >> 12 & 1) != 0;
	plan->normalize_steps = (bits >> 14 & 1) != 0;
	options->no_domain_prefix = (bits >> 16 & 1) != 0;
	options->kernels_only = (bits >> 17 & 1) != 0;
	options->torch_frames = TORCH_ANNOTATIONS * (bits >> 18 & 15);
	/* cuts leave little: used rarely */
	if ((bits >> 22 & 3) != 3)
		return;
	selection->steps.has_numbers = (bits >> 24 & 1) != 0;
	selection->steps.first = 1;
	selection->steps.last = 2;
	selection->steps.skip_first = bits >> 25 & 1;
	selection->has_from = (bits >> 27 & 1) != 0;
	selection->from = 120;
	selection->has_to = (bits >> 28 & 1) != 0;
	selection->to = 1500;
	selection->devices.list = chosen->devices;
	selection->devices.count = (bits >> 29 & 1) * 2;
	selection->processes.list = chosen->processes;
	selection->processes.count = (bits >> 30 & 1) * 2;
	selection->range = (bits >> 31 & 1) != 0 ? "^[a-s]" : NULL;
	selection->steps.pattern = (bits >> 31 & 1) != 0 ? "^st" : NULL;
}

/*
 * Fold the file: it gives a tree whose total is what was counted, or an error
 * with a message.
 */
static inline void input_fold(const char *path, uint32_t bits)
{
	struct input_options chosen;
	struct collapse collapse;
	struct err err = { 0 };
	struct input_format format;

	input_choose(&chosen, bits);
	if (!plan_check(&chosen.options.plan, &err))
		return;
	collapse_init(&collapse);
	must(ruleset_add(&chosen.options.rules, &collapse.rules, &err), err.msg);
	if (collapse_file(&collapse, path, &chosen.options, &format, &err)) {
		const struct fold_counts *counts = &collapse.counts;

		must(collapse.tree.total == counts->written_ns + collapse.stacks.written,
			"the tree has what was written");
		must(counts->written_ns + counts->filtered_ns + counts->unselected_ns ==
				counts->total_ns,
			"written + filtered + cut = all");
		must(collapse_finish(&collapse, &chosen.options, &err) || err.code == ERR_FORMAT ||
				err.code == ERR_SUM || err.code == ERR_PATTERN,
			err.msg);
	} else {
		must(err.code != ERR_NONE && err.msg[0] != '\0', "an error has a message");
		must(!input_ends_in(err.msg, "unable to open database file"), err.msg);
	}
	collapse_release(&collapse);
}

/* The last four bytes choose options; the rest is the input. */
static inline uint32_t input_bits(const uint8_t *data, size_t *size)
{
	uint32_t bits = 1;

	if (*size >= 4) {
		*size -= 4;
		memcpy(&bits, data + *size, sizeof(bits));
	}
	return bits;
}

#endif /* TESTS_FUZZ_FOLD_INPUT_H */

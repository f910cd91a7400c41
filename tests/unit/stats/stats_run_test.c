

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "collapse/collapse_file.h"
#include "stats/stats_run.h"
#include "tests/unit/test.h"

/* Files of one run, whose kernels have random names and durations. */
enum { FILES = 5, KERNELS = 30, PROCESS = 16777216 };

struct fixture {
	char folder[32];
	char paths[2 * FILES][64]; /* the files; partial results of some of them */
	uint64_t random;
};

static uint64_t roll(struct fixture *fixture, uint64_t sides)
{
	fixture->random = fixture->random * 6364136223846793005u + 1442695040888963407u;
	return (fixture->random >> 33) % sides;
}

static void make_file(struct fixture *fixture, const char *path)
{
	sqlite3 *db;

	assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
	assert_int_equal(sqlite3_exec(db,
				 "CREATE TABLE StringIds (id INTEGER PRIMARY KEY, value TEXT);"
				 "INSERT INTO StringIds VALUES (1, 'one'), (2, 'two'), (3, '');"
				 "CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL (start, end, deviceId,"
				 " contextId, streamId, correlationId, globalPid, demangledName);",
				 NULL, NULL, NULL),
		SQLITE_OK);
	for (int i = 0; i < KERNELS; i++) {
		int length = 1 + (int)roll(fixture, 9), name = 1 + (int)roll(fixture, 3);
		char *insert = sqlite3_mprintf("INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL"
					       " VALUES (%d, %d, 0, 1, 7, %d, %d, %d)",
			20 * i, 20 * i + length, i, PROCESS, name);

		assert_int_equal(sqlite3_exec(db, insert, NULL, NULL, NULL), SQLITE_OK);
		sqlite3_free(insert);
	}
	sqlite3_close(db);
}

static void begin(struct fixture *fixture)
{
	char folder[] = "/tmp/stats_run.XXXXXX";

	assert_non_null(mkdtemp(folder));
	*fixture = (struct fixture){ 0 };
	memcpy(fixture->folder, folder, sizeof(folder));
	for (int i = 0; i < 2 * FILES; i++)
		snprintf(fixture->paths[i], sizeof(fixture->paths[i]), "%s/%d", folder, i);
	for (int i = 0; i < FILES; i++)
		make_file(fixture, fixture->paths[i]);
}

static void end(struct fixture *fixture)
{
	for (int i = 0; i < 2 * FILES; i++)
		unlink(fixture->paths[i]);
	rmdir(fixture->folder);
}

/* Reports as CSV, which the caller frees; or NULL: a partial result was written. */
static char *run(const char *reports, const char *const *files, size_t count, FILE *partial)
{
	static const char *const names[] = { "cuda_gpu_kern_sum", "cuda_gpu_trace",
		"cuda_gpu_kern_sum:base", "cuda_gpu_kern_gb_sum" };
	const struct print_options print = { .format = &print_csv };
	const struct collapse_options cut = {
		.nsys = "nsys", .quiet = true, .rules.strip_numbers = STRIP_NONE
	};
	const struct report_options options = { .peak = NULL };
	const struct stats_input input = {
		.files = files, .count = count, .cut = &cut, .options = &options, .partial = partial
	};
	struct stats_request requests[ARRAY_SIZE(names)];
	struct stats_notes notes = { 0 };
	struct printer printer;
	struct err err = { 0 };
	size_t asked = 0, len;
	char *text = NULL;
	FILE *out = open_memstream(&text, &len);

	for (size_t i = 0; reports[i] != '\0'; i++, asked++)
		assert_true(stats_parse_request(names[reports[i] - '0'],
			strlen(names[reports[i] - '0']), &requests[asked], &err));
	printer_init(&printer, &print, out);
	if (!stats_run(&input, requests, asked, NULL, &printer, &notes, &err))
		fail_msg("%s", err.msg);
	printer_close(&printer);
	printer_release(&printer);
	stats_notes_release(&notes);
	fclose(out);
	return text;
}

static void write_partial(const char *path, const char *const *files, size_t count)
{
	FILE *out = fopen(path, "we");

	assert_non_null(out);
	free(run("02", files, count, out));
	fclose(out);
}

TEST(reports_of_one_file_are_the_same_alone_and_together)
{
	struct fixture fixture;
	const char *files[FILES];
	char *together, *after = NULL;
	size_t len = 0;
	FILE *out = open_memstream(&after, &len);

	begin(&fixture);
	for (int i = 0; i < FILES; i++)
		files[i] = fixture.paths[i];
	for (size_t count = 1; count <= FILES; count += FILES - 1) {
		rewind(out);
		for (const char *each = "0123"; *each != '\0'; each++) {
			char *alone = run((const char[]){ *each, '\0' }, files, count, NULL);

			fprintf(out, "%s%s", *each > '0' ? "\n" : "", alone);
			free(alone);
		}
		fflush(out);
		together = run("0123", files, count, NULL);
		assert_string_equal(together, after);
		free(together);
	}
	fclose(out);
	free(after);
	end(&fixture);
}

/* Any files, in any order, as partial results of any groups of them. */
TEST(partial_results_are_those_of_all_their_files)
{
	struct fixture fixture;
	const char *files[FILES];
	char *direct;

	begin(&fixture);
	for (int i = 0; i < FILES; i++)
		files[i] = fixture.paths[i];
	direct = run("02", files, FILES, NULL);
	for (int trial = 0; trial < 20; trial++) {
		size_t count = FILES;

		for (size_t i = 0; i < FILES; i++)
			files[i] = fixture.paths[i];
		/* some of what is left becomes a partial result, until there is one */
		for (size_t made = 0; made + 1 < FILES && count > 1; made++) {
			size_t first = (size_t)roll(&fixture, count);
			size_t group = 1 + (size_t)roll(&fixture, count - first);
			const char *path = fixture.paths[FILES + made];
			char *text;

			write_partial(path, files + first, group);
			memmove(files + first, files + first + group,
				(count - first - group) * sizeof(*files));
			count -= group;
			files[count++] = path;
			text = run("02", files, count, NULL);
			assert_string_equal(text, direct);
			free(text);
		}
	}
	free(direct);
	end(&fixture);
}

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include <sqlite3.h>

#include "base/chars.h"
#include "base/out.h"
#include "base/private_file.h"
#include "base/text.h"
#include "cmd/cmd.h"
#include "cmd/record/reach.h"
#include "cmd/render.h"

/* `gpuflame snapshot PID... -o FILE`: what was recorded up to now, while it goes on. */

struct snapshot_words {
	struct render_words render;
	const char *output;
	const char *since; /* a folder with the last ones; NULL: all from the start */
};

static bool is_capture(const struct snapshot_words *words)
{
	return ends_as_file(words->output, ".gpuflame");
}

static bool is_profile(const struct snapshot_words *words)
{
	return ends_as_file(words->output, ".pb.gz") || ends_as_file(words->output, ".pprof");
}

/* Of another user's process, it may be anything: no device, no pipe, nothing without an end. */
static bool copy_all(int from, FILE *to, const char *name, struct err *err)
{
	static char buffer[1 << 16];
	struct stat status;
	off_t left;

	if (fstat(from, &status) != 0 || !S_ISREG(status.st_mode))
		return err_set(err, ERR_IO, "what the process sent is not a file");
	for (left = status.st_size; left > 0;) {
		ssize_t got = read(
			from, buffer, left < (off_t)sizeof(buffer) ? (size_t)left : sizeof(buffer));

		if (live_is_late())
			return err_set(err, ERR_IO, "the capture does not arrive in time");
		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			return err_set_errno(err, errno, "cannot read a capture");
		if (got == 0)
			break;
		if (fwrite(buffer, 1, (size_t)got, to) != (size_t)got)
			return err_set_errno(err, errno, "cannot write '%s'", name);
		left -= got;
	}
	return true;
}

static bool copy_to(int from, const char *path, struct err *err)
{
	struct out out;

	return out_open(&out, path, err) &&
	       out_end(&out, copy_all(from, out.file, out_name(&out), err), err);
}

/* A process's capture, which came with its answer or, of another host, is where that says. */
static bool take(const struct live_answer *answer, const char *path, struct err *err)
{
	int file = answer->file;
	bool ok;

	if (file < 0)
		file = open(answer->reply.path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	if (file < 0)
		return err_set_errno(err, errno, "cannot read '%s'", answer->reply.path);
	ok = copy_to(file, path, err);
	if (answer->file < 0)
		close(file);
	return ok;
}

/* --- what came since --------------------------------------------------------------------- */

/* Write to the new file `path` what the capture `all` has and `before`, "" if none, has not. */
static bool subtract(const char *path, const char *all, const char *before, struct err *err)
{
	static const char delta[] = {
#include "cmd/record/since.sql.inc"
		0
	};
	char *attach = sqlite3_mprintf("ATTACH %Q AS now; ATTACH %Q AS old", all, before);
	sqlite3 *db = NULL;
	/* the captures are not trusted */
	bool ok = sqlite3_open(path, &db) == SQLITE_OK &&
		  sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_VIEW, 0, NULL) == SQLITE_OK &&
		  sqlite3_db_config(db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL) == SQLITE_OK &&
		  sqlite3_exec(db, attach, NULL, NULL, NULL) == SQLITE_OK &&
		  sqlite3_exec(db, delta, NULL, NULL, NULL) == SQLITE_OK;

	if (!ok)
		err_set(err, ERR_FORMAT,
			"cannot tell what came since the last snapshot, '%s': %s; remove that file "
			"to begin anew",
			before, sqlite3_errmsg(db));
	sqlite3_close(db);
	sqlite3_free(attach);
	return ok;
}

/* Where the last snapshot of a process is, or with ".new" that of now; to free(). */
static char *last_of(
	const struct snapshot_words *words, const struct live_answer *answer, const char *end)
{
	const char *path = answer->reply.path, *name = strrchr(path, '/');

	return text_format("%s/%.100s.%016" PRIx64 "%s", words->since,
		name != NULL ? name + 1 : path, mem_hash(path, strlen(path), 0), end);
}

/* Take what came since the last time into a new file. */
static bool take_since(const struct snapshot_words *words, const struct live_answer *answer,
	const char *path, struct err *err)
{
	char *before, *all;
	bool ok;

	if (words->since == NULL)
		return take(answer, path, err);
	before = last_of(words, answer, "");
	all = last_of(words, answer, ".new");
	ok = take(answer, all, err) &&
	     subtract(path, all, access(before, F_OK) == 0 ? before : "", err);
	if (!ok)
		(void)unlink(all);
	free(all);
	free(before);
	return ok;
}

/* The snapshots of now are the last ones, if they were `used`. */
static bool keep(
	const struct snapshot_words *words, const struct reach *reach, bool used, struct err *err)
{
	bool ok = true;

	for (size_t i = 0; words->since != NULL && i < reach->count; i++) {
		char *before = last_of(words, &reach->answers[i], "");
		char *all = last_of(words, &reach->answers[i], ".new");

		if (!used)
			(void)unlink(all);
		else if (rename(all, before) != 0 && errno != ENOENT)
			ok = err_set_errno(err, errno, "cannot write '%s'", before);
		free(all);
		free(before);
	}
	return ok;
}

/* --- the outputs -------------------------------------------------------------------------- */

static bool write_profile(const struct snapshot_words *words, const char *folder, struct err *err)
{
	const char *argv[] = { "collapse", "-q", "--by", "rank", folder, "-o", words->output,
		NULL };

	return command_collapse.run(7, argv) == EXIT_OK ||
	       err_set(err, ERR_IO, "'%s' is not written", words->output);
}

static bool copy_capture(const char *folder, const char *output, struct err *err)
{
	char *path = text_format("%s/0.gpuflame", folder);
	int file = open(path, O_RDONLY | O_CLOEXEC);
	bool ok = (file >= 0 || err_set_errno(err, errno, "cannot read '%s'", path)) &&
		  copy_to(file, output, err);

	if (file >= 0)
		close(file);
	free(path);
	return ok;
}

/* Take those of all processes into a folder, and draw them; *is_whole: none is left out. */
static bool draw_all(struct snapshot_words *words, const struct reach *reach, const char *folder,
	bool *is_whole, struct err *err)
{
	struct file_list files = { 0 };
	size_t taken = 0;
	bool ok;

	for (size_t i = 0; i < reach->count; i++) {
		char *path = text_format("%s/%zu.gpuflame", folder, i);

		if (reach->answers[i].reply.is_refused) {
			*is_whole = false;
		} else if (take_since(words, &reach->answers[i], path, err)) {
			taken++;
		} else {
			cmd_fail(err);
			*is_whole = false;
		}
		free(path);
	}
	if (taken == 0)
		return true;
	if (is_capture(words))
		return copy_capture(folder, words->output, err);
	if (is_profile(words))
		return write_profile(words, folder, err);
	ok = file_list_add(&files, folder, err);
	files.is_whole = false; /* other ranks may be elsewhere */
	ok = ok && render_files(&words->render, &files, err);
	file_list_release(&files);
	return ok;
}

static bool draw(
	struct snapshot_words *words, const struct reach *reach, bool *is_whole, struct err *err)
{
	char *folder = private_folder_make(err);
	bool ok = folder != NULL && draw_all(words, reach, folder, is_whole, err);

	ok = keep(words, reach, ok, err) && ok;
	if (folder != NULL)
		private_folder_remove(folder);
	free(folder);
	return ok;
}

static bool check(struct snapshot_words *words, struct err *err)
{
	if (words->output == NULL)
		return err_set(err, ERR_USAGE,
			"no output given: -o x.gpuflame for a capture, or -o x.svg for its "
			"picture");
	if (words->since != NULL && mkdir(words->since, 0777) != 0 && errno != EEXIST)
		return err_set_errno(err, errno, "cannot make folder '%s'", words->since);
	words->render.output = words->output;
	return is_capture(words) || is_profile(words) || render_words_check(&words->render, err);
}

static int run_words(struct snapshot_words *words, const struct reach_words *where,
	const char *const *names, int count)
{
	const struct control_request request = { CONTROL_SNAPSHOT, 0, 0 };
	struct reach reach;
	struct err err = { 0 };
	bool is_whole, ok;

	if (!check(words, &err) || !reach_open(&reach, where, names, count, &err))
		return cmd_fail(&err);
	reach_ask(&reach, &request);
	is_whole = reach_report(&reach, false);
	if (is_capture(words) && reach.count > 1)
		ok = err_set(&err, ERR_USAGE,
			"'%s' can hold the capture of one process, not of %zu: -o flame.svg draws "
			"them all",
			words->output, reach.count);
	else if (is_capture(words) && words->since == NULL)
		ok = !is_whole || take(&reach.answers[0], words->output, &err);
	else
		ok = draw(words, &reach, &is_whole, &err);
	reach_close(&reach);
	if (!ok)
		return cmd_fail(&err);
	return is_whole ? EXIT_OK : EXIT_FAILED;
}

static const char usage[] =
	"usage: gpuflame snapshot [--job JOB] [PID|CAPTURE|FOLDER...] -o FILE\n"
	"\n"
	"Write what running processes have recorded up to now; recording continues.\n"
	"PID is the process, or its descendants; FOLDER the processes whose captures\n"
	"are there. A picture adds several processes up.\n";

static int run(int argc, const char **argv)
{
	struct snapshot_words words = { 0 };
	struct reach_words where = { 0 };
	const struct opt output[] = {
		OPT_HEADING("Output"),
		OPT_STRING('o', "output", &words.output, "FILE",
			"write a capture to FILE.gpuflame, a picture of it to FILE.svg, or a "
			"profile to FILE.pb.gz"),
		OPT_STRING(0, "since", &words.since, "FOLDER",
			"only what came after the last snapshot in FOLDER, which gets this one"),
		OPT_TRUE('q', "quiet", &words.render.collapse.options.quiet, "print errors only"),
		OPT_HELP(&cmd_help),
		OPT_END(),
	};
	struct opt hosts[REACH_OPTIONS];
	const struct opt *const tables[] = { hosts, output, NULL };
	int count, status;

	render_words_init(&words.render);
	reach_options(&where, hosts);
	words.render.collapse.is_live = true;
	if (cmd_parse(usage, tables, false, argc, argv, &count, &status))
		status = run_words(&words, &where, argv + 1, count);
	render_words_release(&words.render);
	return status;
}

const struct command command_snapshot = {
	.name = "snapshot",
	.summary = "write what running processes have recorded up to now",
	.run = run,
};

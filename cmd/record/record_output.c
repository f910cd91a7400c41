#include "cmd/record/record_output.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/text.h"
#include "capture/job.h"
#include "capture/output_path.h"

/* Whether the last component of `pattern` has a dot outside its %-sequences. */
static bool has_extension(const char *pattern)
{
	const char *slash = strrchr(pattern, '/');

	for (const char *p = slash != NULL ? slash + 1 : pattern; *p != '\0'; p++) {
		const char *end = p[0] == '%' && p[1] == 'q' ? strchr(p, '}') : NULL;

		if (end != NULL)
			p = end;
		else if (*p == '.')
			return true;
	}
	return false;
}

/* What completes the pattern: a folder ends in '/'. */
static const char *suffix_of(const char *pattern)
{
	size_t len = strlen(pattern);
	struct stat status;

	if (len > 0 && pattern[len - 1] == '/')
		return "";
	if (strchr(pattern, '%') == NULL && stat(pattern, &status) == 0 && S_ISDIR(status.st_mode))
		return "/";
	return has_extension(pattern) ? "" : ".gpuflame";
}

/* Add `path` with each '%' doubled: the pattern for exactly that path. */
static void add_literal(struct text *pattern, const char *path)
{
	for (; *path != '\0'; path++)
		text_addf(pattern, *path == '%' ? "%%%c" : "%c", *path);
}

/* Add the pattern with %t as the time, which is then the same in all processes. */
static void add_with_time(struct text *whole, const char *pattern)
{
	char now[32];

	output_path_time(now, time(NULL));
	for (const char *p = pattern; *p != '\0'; p++) {
		if (p[0] != '%' || p[1] == '\0')
			text_add(whole, p, 1);
		else if (*++p == 't')
			text_add_string(whole, now);
		else
			text_add(whole, p - 1, 2);
	}
}

/*
 * The library's pattern: absolute, since a process may change its directory; a name without an
 * extension gets one, as in nsys. ERR_USAGE, ERR_IO.
 */
static bool complete_pattern(struct text *whole, const char *pattern, struct err *err)
{
	char *here;

	if (*pattern == '\0')
		return err_set(
			err, ERR_USAGE, "option '--output' takes the name of a file or a folder");
	if (pattern[0] != '/') {
		here = getcwd(NULL, 0);
		if (here == NULL)
			return err_set_errno(err, errno, "cannot determine the current folder");
		add_literal(whole, here);
		text_add_string(whole, "/");
		free(here);
	}
	add_with_time(whole, pattern);
	text_add_string(whole, suffix_of(pattern));
	return true;
}

static bool has_ending_of_nsys(const char *pattern)
{
	const char *dot = strrchr(pattern, '.');

	return dot != NULL && (strcmp(dot, ".nsys-rep") == 0 || strcmp(dot, ".qdrep") == 0);
}

bool record_set_output(const struct record *record, struct variables *variables, struct err *err)
{
	const char *pattern = record->output, *inherited = variables_get(variables, CONFIG_OUTPUT);
	struct text whole = { 0 };
	bool ok;

	if (pattern == NULL && inherited != NULL && *inherited != '\0')
		pattern = inherited;
	if (record->output != NULL && has_ending_of_nsys(record->output))
		fprintf(stderr,
			"gpuflame: note: '%s' will be a capture of gpuflame, which nsys does not "
			"open; without the ending it gets .gpuflame\n",
			record->output);
	ok = complete_pattern(&whole, pattern != NULL ? pattern : CONFIG_DEFAULT_OUTPUT, err);
	if (ok)
		variables_set(variables, CONFIG_OUTPUT, whole.bytes);
	if (ok && record->force)
		variables_set(variables, CONFIG_FORCE, "1");
	text_release(&whole);
	return ok;
}

/*
 * Whether files can be written to the folder of `path`, or made below the first folder
 * above it that exists; a line otherwise. The library makes what is missing.
 */
static void check_folder(char *path)
{
	struct err line = { 0 };
	char *slash;

	do {
		slash = strrchr(path, '/');
		slash[slash == path ? 1 : 0] = '\0';
	} while (slash != path && access(path, F_OK) != 0 && errno == ENOENT);
	if (access(path, W_OK | X_OK) == 0)
		return;
	err_set_errno(&line, errno, "cannot write to folder '%s'", path);
	fprintf(stderr, "gpuflame: warning: %s: nothing will be recorded\n", line.msg);
}

bool record_check_output(const struct config *config, const struct variables *variables,
	bool is_here, struct err *err)
{
	const char *slash = strrchr(config->output, '/');
	char host[256] = "", path[PATH_MAX];
	struct job_place job;
	bool was_changed;

	job_read(&job, variables_look_up, (void *)(uintptr_t)variables);
	gethostname(host, sizeof(host) - 1);
	const struct output_place place = { .host = host,
		.pid = (long)getpid(),
		.rank = job.rank,
		.job = job.id,
		.attempt = job.attempt,
		.node = job.node,
		.get = variables_look_up,
		.context = (void *)(uintptr_t)variables };

	if (!output_path_expand(config->output, &place, path, PATH_MAX, &was_changed, err))
		return false;
	if (is_here && was_changed)
		fprintf(stderr,
			"gpuflame: warning: in the values of output path '%s', each '/' and '..' "
			"becomes '_'\n",
			config->output);
	if (is_here && memchr(config->output, '%', (size_t)(slash - config->output)) == NULL)
		check_folder(path);
	return true;
}

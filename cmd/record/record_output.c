#include "cmd/record/record_output.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

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

/* Write `path` to `to` with each '%' doubled: the pattern for exactly that path. */
static void print_literal(FILE *to, const char *path)
{
	for (; *path != '\0'; path++) {
		if (*path == '%')
			fputc('%', to);
		fputc(*path, to);
	}
}

/*
 * The library's pattern: absolute, since a process may change its directory; a
 * name without an extension gets one, as in nsys. To free(); NULL with
 * ERR_USAGE, ERR_IO or ERR_NOMEM.
 */
static char *complete_pattern(const char *pattern, struct err *err)
{
	size_t len = strlen(pattern), size = 0;
	char *here = NULL, *whole = NULL;
	FILE *out;

	if (len == 0 || pattern[len - 1] == '/') {
		err_set(err, ERR_USAGE, "option '--output' takes a file name, not '%s'", pattern);
		return NULL;
	}
	if (pattern[0] != '/') {
		here = getcwd(NULL, 0);
		if (here == NULL) {
			err_set_errno(err, errno, "cannot determine the current folder");
			return NULL;
		}
	}
	out = open_memstream(&whole, &size);
	if (out == NULL) {
		err_nomem(err);
		free(here);
		return NULL;
	}
	if (here != NULL) {
		print_literal(out, here);
		fputc('/', out);
	}
	fprintf(out, "%s%s", pattern, has_extension(pattern) ? "" : ".gpuflame");
	free(here);
	if (fclose(out) != 0) {
		err_nomem(err);
		free(whole);
		return NULL;
	}
	return whole;
}

/* The pattern for files in `folder`. To free(); NULL and ERR_NOMEM. */
static char *folder_pattern(const char *folder, struct err *err)
{
	char *whole = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&whole, &size);

	if (out == NULL) {
		err_nomem(err);
		return NULL;
	}
	print_literal(out, folder);
	fputs("/%p-%n.gpuflame", out);
	if (fclose(out) != 0) {
		err_nomem(err);
		free(whole);
		return NULL;
	}
	return whole;
}

bool record_set_output(const struct record *record, const char *folder, struct variables *variables,
	struct err *err)
{
	const char *pattern = record->output, *inherited = variables_get(variables, CONFIG_OUTPUT);
	char *whole;
	bool ok;

	if (pattern == NULL && inherited != NULL && *inherited != '\0')
		pattern = inherited;
	if (pattern == NULL)
		pattern = CONFIG_DEFAULT_OUTPUT;
	whole = folder != NULL ? folder_pattern(folder, err) : complete_pattern(pattern, err);
	ok = whole != NULL && variables_set(variables, CONFIG_OUTPUT, whole, err) &&
	     (!record->force || variables_set(variables, CONFIG_FORCE, "1", err));
	free(whole);
	return ok;
}

/* Whether every %q{VAR} of the pattern is set here already. */
static bool knows_variables(const char *pattern, const struct variables *variables)
{
	for (const char *p = strchr(pattern, '%'); p != NULL; p = strchr(p, '%')) {
		char name[256];
		size_t len;

		if (p[1] != 'q' || p[2] != '{') {
			p += p[1] != '\0' ? 2 : 1;
			continue;
		}
		len = strcspn(p + 3, "}");
		if (len >= sizeof(name))
			return false;
		memcpy(name, p + 3, len);
		name[len] = '\0';
		if (variables_get(variables, name) == NULL)
			return false;
		p += 3 + len;
	}
	return true;
}

/* The output's folder must exist and be writable. */
static bool check_folder(char *path, struct err *err)
{
	char *slash = strrchr(path, '/');
	const char *folder = path;

	if (slash == path)
		folder = "/";
	else
		*slash = '\0';
	if (access(folder, W_OK | X_OK) != 0)
		return err_set_errno(err, errno, "cannot write to folder '%s'", folder);
	return true;
}

bool record_check_output(
	const struct config *config, const struct variables *variables, struct err *err)
{
	char host[256] = "", path[PATH_MAX];
	const char *rank = config_rank(variables_look_up, (void *)(uintptr_t)variables);
	const struct config_place place = { host, (long)getpid(), rank, 0, variables_look_up,
		(void *)(uintptr_t)variables };
	const char *slash = strrchr(config->output, '/');
	bool known, known_folder, was_changed;
	struct stat status;

	gethostname(host, sizeof(host) - 1);
	if (!config_expand_path(config->output, &place, path, sizeof(path), &was_changed, err))
		return false;
	if (was_changed)
		fprintf(stderr,
			"gpuflame: warning: in the values of output path '%s', each '/' and '..' "
			"becomes '_'\n",
			config->output);
	known = !config_pattern_has(config->output, 'p') &&
		!config_pattern_has(config->output, 'n') &&
		(rank != NULL || !config_pattern_has(config->output, 'r')) &&
		knows_variables(config->output, variables);
	known_folder =
		known || (slash != NULL && memchr(config->output, '%',
						   (size_t)(slash - config->output)) == NULL);
	if (known && lstat(path, &status) == 0) {
		if (S_ISDIR(status.st_mode))
			return err_set(
				err, ERR_USAGE, "'%s' is a folder: expected a file name", path);
		if (!config->force)
			return err_set(err, ERR_USAGE,
				"'%s' already exists; -f overwrites it, -o chooses another name",
				path);
	}
	return !known_folder || check_folder(path, err);
}

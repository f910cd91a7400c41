#define _GNU_SOURCE /* strchrnul, program_invocation_short_name */
#include "capture/output_path.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <time.h>

bool output_path_has(const char *pattern, char letter)
{
	for (const char *p = strchr(pattern, '%'); p != NULL && p[1] != '\0';
		p = strchr(p + 2, '%')) {
		if (p[1] == letter)
			return true;
	}
	return false;
}

void output_path_time(char text[32], time_t began)
{
	struct tm utc;

	text[0] = '\0';
	if (gmtime_r(&began, &utc) != NULL)
		strftime(text, 32, "%Y%m%dT%H%M%S", &utc);
}

/* Append `len` bytes to `path`, of which `*used` are taken. */
static bool append(char *path, size_t size, size_t *used, const char *text, size_t len)
{
	if (len >= size - *used)
		return false;
	memcpy(path + *used, text, len);
	*used += len;
	path[*used] = '\0';
	return true;
}

/*
 * The value of the %-sequence whose letter is at `p`: in `text`, or a pointer
 * into the environment. *next is where the pattern continues.
 */
static const char *stands_for(const char *p, const struct output_place *place, char text[256],
	const char **next, struct err *err)
{
	const char *end, *value;

	*next = p + 1;
	switch (*p) {
	case '%':
		return "%";
	case 'h':
		return place->host != NULL ? place->host : "";
	case 'r':
		return place->rank != NULL ? place->rank : "0";
	case 'e':
		return program_invocation_short_name;
	case 't':
		output_path_time(text, place->began);
		return text;
	case 'p':
	case 'n':
		snprintf(text, 256, "%" PRIu64, *p == 'p' ? (uint64_t)place->pid : place->number);
		return text;
	case 'q':
		end = p[1] == '{' ? strchr(p, '}') : NULL;
		if (end == NULL || end - p - 2 >= 256) {
			err_set(err, ERR_USAGE, "expected %%q{VARIABLE}");
			return NULL;
		}
		memcpy(text, p + 2, (size_t)(end - p - 2));
		text[end - p - 2] = '\0';
		*next = end + 1;
		value = place->get(place->context, text);
		return value != NULL ? value : "";
	default:
		err_set(err, ERR_USAGE,
			"unknown '%%%c'; expected %%e, %%h, %%p, %%n, %%r, %%t, %%q{VARIABLE} or "
			"%%%%",
			*p);
		return NULL;
	}
}

/*
 * Append the value of a %-sequence. It must not lead to another folder: '/' and ".."
 * become '_'.
 */
static bool append_value(
	char *path, size_t size, size_t *used, const char *value, bool *was_changed)
{
	for (const char *p = value; *p != '\0';) {
		bool is_dots = p[0] == '.' && p[1] == '.';
		/* the value before may end in a dot */
		bool is_second = *p == '.' && *used > 0 && path[*used - 1] == '.';
		bool is_bad = is_dots || is_second || *p == '/';

		if (!append(path, size, used, is_bad ? "_" : p, 1))
			return false;
		*was_changed |= is_bad;
		p += is_dots ? 2 : 1;
	}
	return true;
}

bool output_path_insert(char *path, size_t size, const char *text)
{
	char *slash = strrchr(path, '/'), *dot = strrchr(path, '.');
	size_t len = strlen(text), used = strlen(path);

	/* a dot at the beginning of a name begins no suffix */
	if (dot == NULL || dot == path || (slash != NULL && dot < slash + 2))
		dot = path + used;
	if (len + 1 >= size - used)
		return false;
	memmove(dot + len + 1, dot, used - (size_t)(dot - path) + 1);
	dot[0] = '.';
	memcpy(dot + 1, text, len);
	return true;
}

/* Append the name of a file that has a folder to itself. */
static bool append_name(
	const struct output_place *place, char *path, size_t size, size_t *used, bool *was_changed)
{
	char pid[24];
	const struct {
		const char *before, *value;
	} parts[] = {
		{ "job", place->job },
		{ "attempt", place->attempt },
		{ "rank", place->rank },
		{ "", place->node != NULL ? place->node : place->host },
		{ "", pid },
	};
	const char *between = "";

	snprintf(pid, sizeof(pid), "%ld", place->pid);
	for (size_t i = 0; i < ARRAY_SIZE(parts); i++) {
		if (parts[i].value == NULL)
			continue;
		if (!append(path, size, used, between, strlen(between)) ||
			!append(path, size, used, parts[i].before, strlen(parts[i].before)) ||
			!append_value(path, size, used, parts[i].value, was_changed))
			return false;
		between = "-";
	}
	return append(path, size, used, ".gpuflame", strlen(".gpuflame"));
}

/* Put the rank, if it is a number, into a path that all ranks would have. */
static bool insert_rank(
	const char *pattern, const struct output_place *place, char *path, size_t size)
{
	for (const char *apart = "pnrq"; *apart != '\0'; apart++) {
		if (output_path_has(pattern, *apart))
			return true;
	}
	return !place->has_more_ranks || place->rank == NULL ||
	       place->rank[strspn(place->rank, "0123456789")] != '\0' ||
	       output_path_insert(path, size, place->rank);
}

bool output_path_expand(const char *pattern, const struct output_place *place, char *path,
	size_t size, bool *was_changed, struct err *err)
{
	size_t used = 0;
	bool changed = false;

	path[0] = '\0';
	for (const char *p = pattern; *p != '\0';) {
		const char *percent = strchrnul(p, '%');
		const char *value;
		char text[256];

		if (!append(path, size, &used, p, (size_t)(percent - p)))
			return err_set(err, ERR_USAGE, "output path '%.64s...' is too long", path);
		if (*percent == '\0')
			break;
		value = stands_for(percent + 1, place, text, &p, err);
		if (value == NULL)
			return err_prefix(err, "output path '%s'", pattern);
		if (!append_value(path, size, &used, value, &changed))
			return err_set(err, ERR_USAGE, "output path '%.64s...' is too long", path);
	}
	if (used == 0)
		return err_set(err, ERR_USAGE, "output path '%s' is empty", pattern);
	if (pattern[strlen(pattern) - 1] == '/' ? !append_name(place, path, size, &used, &changed)
						: !insert_rank(pattern, place, path, size))
		return err_set(err, ERR_USAGE, "output path '%.64s...' is too long", path);
	if (was_changed != NULL)
		*was_changed = changed;
	return true;
}

#include "stats/stats_run.h"

#include <stdio.h>
#include <sys/stat.h>

#include "base/chars.h"
#include "collapse/collapse_file.h"
#include "collapse/input/input.h"
#include "stats/reports/registry.h"
#include "stats/sql/export_tables.h"
#include "stats/sql/sql_report.h"

/* By naming: what follows the report's name. */
static const char *const namings[KERNEL_NAMINGS] = {
	[KERNELS_DEMANGLED] = "",
	[KERNELS_BASE] = ":base",
	[KERNELS_MANGLED] = ":mangled",
};

static bool find_naming(const char *text, size_t len, enum kernel_naming *naming, struct err *err)
{
	for (int i = 0; i < KERNEL_NAMINGS; i++) {
		if (is_word(text, len, namings[i])) {
			*naming = (enum kernel_naming)i;
			return true;
		}
	}
	return err_set(err, ERR_USAGE, "'%.*s': expected ':base' or ':mangled'",
		(int)(len < 64 ? len : 64), text);
}

static bool set_arguments(
	struct stats_request *request, const char *text, size_t len, struct err *err)
{
	if (len >= sizeof(request->arguments))
		return err_set(err, ERR_USAGE, "values of parameters are too long");
	memcpy(request->arguments, text, len);
	return sql_report_check(request->report, request->arguments, err);
}

bool stats_parse_request(
	const char *text, size_t len, struct stats_request *request, struct err *err)
{
	size_t end = (size_t)(sql_report_values(text, text + len) - text);
	const char *colon = memchr(text, ':', end);
	size_t name_len = colon != NULL ? (size_t)(colon - text) : end;

	if (name_len > strlen(".sql") && memcmp(text + name_len - 4, ".sql", 4) == 0)
		*request = (struct stats_request){ .report = report_read(text, name_len, err) };
	else
		*request = (struct stats_request){ .report = report_find(text, name_len) };
	if (err->code != ERR_NONE)
		return false;
	if (request->report == NULL) {
		char name[64];
		const char *near;

		snprintf(name, sizeof(name), "%.*s", (int)(name_len < 63 ? name_len : 63), text);
		if (strcmp(name, "diff") == 0)
			return err_set(err, ERR_USAGE,
				"no report '%s': 'gpuflame diff BEFORE AFTER' compares runs", name);
		near = report_suggest(name);
		if (near != NULL)
			return err_set(err, ERR_USAGE, "unknown report '%s'; did you mean '%s'?",
				name, near);
		return err_set(
			err, ERR_USAGE, "unknown report '%s'; see gpuflame stats --list", name);
	}
	if (end < len && !set_arguments(request, text + end + 1, len - end - 1, err))
		return false;
	if (colon == NULL)
		return true;
	if (!request->report->names_kernels)
		return err_set(err, ERR_USAGE, "report '%s' shows no names of kernels",
			request->report->name);
	return find_naming(colon, end - name_len, &request->naming, err);
}

void stats_request_name(const struct stats_request *request, char text[64])
{
	snprintf(text, 64, "%s%s", request->report->name, namings[request->naming]);
}

static bool settle(struct report *report, const char *path, const struct collapse_options *cut,
	struct err *err)
{
	struct export_file own = { .path = path };
	struct input input;
	struct stat status;
	bool ok;

	if (stat(path, &status) != 0 || !S_ISREG(status.st_mode))
		return sql_report_settle(report, NULL, err); /* it would not be there again */
	if (!input_open(&input, path, err))
		return false;
	ok = input_load(&input, cut->nsys, cut->quiet, err);
	if (input.kind == INPUT_SQLITE)
		own.database = &input.database;
	ok = ok && sql_report_settle(report, &own, err);
	input_close(&input);
	return ok;
}

bool stats_settle_requests(const char *path, const struct collapse_options *cut,
	const struct stats_request *requests, size_t count, struct err *err)
{
	for (size_t i = 0; i < count; i++) {
		struct report *report = (struct report *)(uintptr_t)requests[i].report;

		if (sql_report_needs_file(report) && !settle(report, path, cut, err))
			return false;
	}
	return true;
}

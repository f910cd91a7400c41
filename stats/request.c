#include "stats/request.h"

#include <stdio.h>
#include <string.h>

#include "stats/reports/registry.h"

bool stats_parse_request(
	const char *text, size_t len, struct stats_request *request, struct err *err)
{
	const char *colon = memchr(text, ':', len);
	size_t name_len = colon != NULL ? (size_t)(colon - text) : len;
	size_t naming_len = len - name_len;

	*request = (struct stats_request){ .report = report_find(text, name_len) };
	if (request->report == NULL) {
		char name[64];
		const char *near;

		snprintf(name, sizeof(name), "%.*s", (int)(name_len < 63 ? name_len : 63), text);
		near = report_suggest(name);
		if (near != NULL)
			return err_set(err, ERR_USAGE, "unknown report '%s'; did you mean '%s'?",
				name, near);
		return err_set(
			err, ERR_USAGE, "unknown report '%s'; see gpuflame stats --list", name);
	}
	if (colon == NULL)
		return true;
	if (!request->report->names_kernels)
		return err_set(err, ERR_USAGE, "report '%s' has no names of kernels to choose",
			request->report->name);
	if (naming_len == 5 && memcmp(colon, ":base", 5) == 0)
		request->naming = KERNELS_BASE;
	else if (naming_len == 8 && memcmp(colon, ":mangled", 8) == 0)
		request->naming = KERNELS_MANGLED;
	else
		return err_set(err, ERR_USAGE, "'%.*s': expected ':base' or ':mangled'",
			(int)(naming_len < 64 ? naming_len : 64), colon);
	return true;
}

void stats_request_name(const struct stats_request *request, char text[64])
{
	static const char *const namings[KERNEL_NAMINGS] = {
		[KERNELS_DEMANGLED] = "",
		[KERNELS_BASE] = ":base",
		[KERNELS_MANGLED] = ":mangled",
	};

	snprintf(text, 64, "%s%s", request->report->name, namings[request->naming]);
}

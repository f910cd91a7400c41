#include "export/export.h"

#include <string.h>

#include "base/folded.h"

bool write_folded(const struct export *export, FILE *out, struct err *err)
{
	return folded_write(export->tree, export->root_name, out, err);
}

const struct export_format *export_find(const char *name)
{
	static const struct export_format formats[] = {
		{ "folded", false, write_folded },
		{ "speedscope", false, write_speedscope },
		{ "pprof", true, write_pprof },
		{ "chrome", false, write_chrome },
		{ "collapse-json", false, write_collapse_json },
	};

	for (size_t i = 0; i < ARRAY_SIZE(formats); i++) {
		if (strcmp(formats[i].name, name) == 0)
			return &formats[i];
	}
	return NULL;
}

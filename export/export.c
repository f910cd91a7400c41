#include "export/export.h"

#include <string.h>

#include "base/folded.h"
#include "base/mem.h"
#include "base/word_list.h"

static bool write_folded(const struct export *export, FILE *out, struct err *err)
{
	return folded_write(export->tree, export->root_name, out, err);
}

static const struct export_format formats[] = {
	{ "folded", false, write_folded },
	{ "speedscope", false, write_speedscope },
	{ "pprof", true, write_pprof },
	{ "collapse-json", false, write_collapse_json },
};

const char *export_word(size_t index)
{
	return index < ARRAY_SIZE(formats) ? formats[index].name : NULL;
}

const struct export_format *export_find(const char *name)
{
	size_t index = word_find(export_word, name);

	return index < ARRAY_SIZE(formats) ? &formats[index] : NULL;
}

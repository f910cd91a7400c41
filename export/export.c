#include "export/export.h"

#include <stdlib.h>
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
	{ "table", false, NULL },
};

bool export_check(const struct tree *tree, struct err *err)
{
	enum { MOST_GIB = 4 };
	uint64_t *lens = mem_zeroed(tree->count, sizeof(*lens)),
		 all = 0; /* by node: of its stack */

	for (uint32_t i = TREE_ROOT + 1; i < tree->count && all >> 30 < MOST_GIB; i++) {
		lens[i] = lens[tree->parent[i]] + tree->names->list[tree->frame[i]].len + 1;
		all += tree->self[i] > 0 ? lens[i] : 0;
	}
	free(lens);
	return all >> 30 < MOST_GIB ||
	       err_set(err, ERR_FORMAT,
		       "the stacks would take more than %d GiB; 'gpuflame svg' draws them, and "
		       "--any-size writes them",
		       MOST_GIB);
}

const char *export_word(size_t index)
{
	return index < ARRAY_SIZE(formats) ? formats[index].name : NULL;
}

const struct export_format *export_find(const char *name)
{
	size_t index = word_find(export_word, name);

	return index < ARRAY_SIZE(formats) ? &formats[index] : NULL;
}

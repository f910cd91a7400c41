#include "export/export.h"

#include "base/folded.h"

bool write_folded(const struct export *export, FILE *out, struct err *err)
{
	return folded_write(export->tree, export->root_name, out, err);
}

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

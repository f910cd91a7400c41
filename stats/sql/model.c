#include "stats/sql/model.h"

#include <stdlib.h>

#include "base/mem.h"
#include "collapse/fold/nest.h"

void sql_model_release(struct sql_model *model)
{
	free(model->projected);
	free(model->families);
	free(model->pairs);
	range_tree_release(&model->tree);
	*model = (struct sql_model){ .names = model->names };
}

void sql_model_show(struct sql_model *model, const struct trace *trace, const char *file)
{
	sql_model_release(model);
	model->trace = trace;
	model->file = file;
}

bool sql_model_project(struct sql_model *model, struct err *err)
{
	if (model->projected != NULL)
		return true;
	model->projected = mem_zeroed(model->trace->range_count + 1, sizeof(*model->projected));
	return project_ranges(model->trace, PROJECT_ALL, model->projected, err);
}

bool sql_model_nest(struct sql_model *model, struct err *err)
{
	const struct trace *trace = model->trace;

	if (model->has_tree)
		return true;
	if (!sql_model_project(model, err) || !range_tree_init(&model->tree, trace, false, err))
		return false;
	model->has_tree = true;
	model->families = mem_zeroed(trace->range_count + 1, sizeof(*model->families));
	for (uint32_t i = 0; i < trace->range_count; i++) {
		if (model->tree.parent[i] != TRACE_NONE && model->projected[i].launches > 0)
			model->families[model->tree.parent[i]]++;
	}
	return true;
}

bool sql_model_pair(struct sql_model *model, struct err *err)
{
	struct nest nest;
	bool more, ok;

	if (model->has_pairs)
		return true;
	if (!nest_init_adopting(&nest, model->trace, err))
		return false;
	while ((ok = nest_next(&nest, &more, err)) && more) {
		mem_need(model->pairs, model->pairs_cap, model->pair_count + nest.depth);
		for (size_t i = 0; i < nest.depth; i++)
			model->pairs[model->pair_count++] =
				(struct sql_pair){ nest.ranges[i], nest.op };
	}
	nest_release(&nest);
	model->has_pairs = ok;
	return ok;
}

#include "stats/sql/model.h"

#include "collapse/fold/nest.h"
#include "stats/sql/table.h"
#include "stats/measures/styles.h"

void sql_model_release(struct sql_model *model)
{
	free(model->projected);
	free(model->families);
	free(model->pairs);
	free(model->pushpop_children);
	free(model->pushpop_child_ns);
	range_tree_release(&model->tree);
	range_tree_release(&model->pushpop);
	for (int i = 0; i < SQL_BUSY; i++)
		busy_release(&model->busy[i]);
	free(model->op_order);
	step_windows_release(&model->steps);
	free(model->shares);
	if (model->kept == NULL)
		sql_ranks_free(model->ranks);
	free(model->layers);
	idmap_release(&model->strings);
	free(model->string_names);
	*model = (struct sql_model){ .names = model->names, .kept = model->kept };
}

void sql_model_show(struct sql_model *model, const struct trace *trace, const char *file)
{
	sql_model_release(model);
	model->trace = trace;
	model->file = file;
}

const struct projected *sql_model_project(struct sql_model *model)
{
	if (model->projected != NULL)
		return model->projected;
	model->projected = mem_zeroed(model->trace->range_count + 1, sizeof(*model->projected));
	project_ranges(model->trace, PROJECT_ALL, model->projected);
	return model->projected;
}

const struct range_tree *sql_model_nest(struct sql_model *model)
{
	if (model->tree.parent == NULL)
		range_tree_init(&model->tree, model->trace, false);
	return &model->tree;
}

const uint32_t *sql_model_count_families(struct sql_model *model)
{
	const struct trace *trace = model->trace;

	if (model->families != NULL)
		return model->families;
	sql_model_project(model);
	sql_model_nest(model);
	model->families = mem_zeroed(trace->range_count + 1, sizeof(*model->families));
	for (uint32_t i = 0; i < trace->range_count; i++) {
		if (model->tree.parent[i] != TRACE_NONE && model->projected[i].launches > 0)
			model->families[model->tree.parent[i]]++;
	}
	return model->families;
}

const struct sql_model *sql_model_nest_pushpop(struct sql_model *model)
{
	const struct trace *trace = model->trace;
	int64_t *ns;

	if (model->pushpop.parent != NULL)
		return model;
	range_tree_init(&model->pushpop, trace, true);
	model->pushpop_children =
		mem_zeroed(trace->range_count + 1, sizeof(*model->pushpop_children));
	model->pushpop_child_ns = ns = mem_zeroed(trace->range_count + 1, sizeof(*ns));
	for (size_t i = 0; i < trace->range_count; i++) {
		uint32_t parent = model->pushpop.parent[i];

		if (parent == TRACE_NONE)
			continue;
		if (__builtin_add_overflow(ns[parent], range_ns(&trace->ranges[i]), &ns[parent]))
			ns[parent] = INT64_MAX;
		model->pushpop_children[parent]++;
	}
	return model;
}

size_t sql_call_len(const struct name *name)
{
	/* nsys's rule: six bytes that begin with "_v" */
	bool has_version = name->len >= 6 && memcmp(name->text + name->len - 6, "_v", 2) == 0;

	return has_version ? name->len - 6 : name->len;
}

int64_t sql_call_id(const struct sql_model *model, uint32_t name)
{
	const struct name *text;

	if (name == NAME_NONE)
		return SQL_NULL;
	text = &model->names->list[name];
	return names_intern(model->names, text->text, sql_call_len(text));
}

void sql_model_pair(struct sql_model *model)
{
	struct nest nest;

	if (model->has_pairs)
		return;
	nest_init(&nest, model->trace);
	while (nest_next(&nest)) {
		mem_need(model->pairs, model->pairs_cap, model->pair_count + nest.depth);
		for (size_t i = 0; i < nest.depth; i++)
			model->pairs[model->pair_count++] =
				(struct sql_pair){ nest.ranges[i], nest.op };
	}
	nest_release(&nest);
	model->has_pairs = true;
}

void sql_model_be_busy(struct sql_model *model, enum sql_busy what)
{
	const struct trace *trace = model->trace;
	const unsigned kinds = what == BUSY_OP ? PROJECT_ALL : 1u << OP_KERNEL;
	bool *wanted = NULL;

	for (size_t i = 0; i < model->busy_count; i++) {
		if (model->busy_made[i] == what)
			return;
	}
	model->busy_made[model->busy_count++] = what;
	if (model->op_order == NULL)
		model->op_order = busy_order(trace, PROJECT_ALL, NULL, &model->ordered);
	if (what > BUSY_KERNEL)
		wanted = busy_mark_kernels(trace, what == BUSY_COMPUTE);
	if (what == BUSY_OVERLAP)
		busy_init_twice(&model->busy[what], trace, model->op_order, model->ordered, wanted);
	else
		busy_init_ordered(
			&model->busy[what], trace, model->op_order, model->ordered, kinds, wanted);
	free(wanted);
}

void sql_model_step(struct sql_model *model)
{
	if (model->has_steps)
		return;
	sql_model_project(model);
	sql_model_nest(model);
	step_windows_find(&model->steps, model->trace, model->projected, &model->tree);
	model->has_steps = true;
}

#include "collapse/plan/phases.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/rules_text.h"
#include "collapse/fold/nest.h"
#include "collapse/fold/range_stacks.h"
#include "collapse/plan/batches.h"

/*
 * Names used by frameworks and in user code: "forward", "_pre_forward", "fwd"; "backward",
 * "bwd", autograd's nodes; "Optimizer.step", "adamw_update". Recomputing a forward pass within
 * the backward pass is backward: the outermost name counts. Batches of servers: batch_of().
 */
static const char *const phase_lines[] = {
	"rename (?i)^.*(?:backward|(?<![a-z])bwd(?![a-z])|autograd::engine).*$=backward",
	"rename (?i)^.*(?:forward|(?<![a-z])fwd(?![a-z])).*$=forward",
	"rename (?i)^.*(?:optimi[sz]er|adamw?(?![a-z])|(?<![a-z])sgd(?![a-z])).*$=optimizer",
	"rename (?i)^.*(?:update|grad_norm|zero_grad).*$=optimizer",
	"rename (?i)^.*(?:data ?load|prefetch).*$=data",
	"only ^(?:forward|backward|optimizer|data)$",
};

/* "Layer 7", "layers.7.mlp", "LlamaDecoderLayer_7", "transformer.h.7", "block_7". */
static const char *const layer_lines[] = {
	"rename (?i)^.*?(?:layers?|blocks?|(?<![a-z0-9])h(?=\\.))[ _.#:=\\[-]*0*(\\d+).*$=layer $1",
	"only ^layer \\d+$",
};

/* Finds phases or layers. */
struct finder {
	const struct trace *trace;
	struct rules rules;
	bool batches; /* those of servers have one */
};

static bool add_rules(struct rules *rules, const char *const *lines, size_t count, struct err *err)
{
	for (size_t i = 0; i < count; i++) {
		if (!rules_add_line(rules, lines[i], err))
			return false;
	}
	return true;
}

/* What a name indicates: *phase, which is left as it is if that is nothing. */
static bool look_up(struct finder *finder, uint32_t name, uint32_t *phase, struct err *err)
{
	struct verdict verdict = { 0 };
	struct serving_batch batch;

	if (finder->batches && batch_of(finder->trace->names->list[name].text, &batch)) {
		const char *word = batch_phase_word(batch.phase);

		*phase = names_intern(finder->trace->names, word, strlen(word));
		return true;
	}
	if (!rules_apply(&finder->rules, FRAME_RANGE, name, &verdict, err))
		return false;
	if (verdict.only)
		*phase = verdict.frame;
	return true;
}

static bool sweep(struct finder *finder, struct nest *nest, uint32_t *phases, struct err *err)
{
	uint32_t *above = NULL; /* by depth: the phase of this level */
	size_t above_cap = 0;
	bool ok = true;

	while (nest_next(nest)) {
		mem_need(above, above_cap, nest->depth + 1);
		for (size_t i = nest->same; ok && i < nest->depth; i++) {
			uint32_t name = finder->trace->ranges[nest->ranges[i]].name;

			above[i] = i > 0 ? above[i - 1] : NAME_NONE;
			if (above[i] == NAME_NONE && name != NAME_NONE)
				ok = look_up(finder, name, &above[i], err);
		}
		if (!ok)
			break;
		if (nest->depth > 0)
			phases[nest->op] = above[nest->depth - 1];
	}
	free(above);
	return ok;
}

/* Use the stacks of a plan for operations whose own ranges have no phase. */
static bool ask_plan(
	struct finder *finder, const struct fold_plan *plan, uint32_t *phases, struct err *err)
{
	const struct tree *stacks = plan->stacks;
	uint32_t *of_node = mem_zeroed(stacks->count, sizeof(*of_node));
	bool ok = true;

	of_node[TREE_ROOT] = NAME_NONE;
	for (uint32_t node = TREE_ROOT + 1; ok && node < stacks->count; node++) {
		of_node[node] = of_node[stacks->parent[node]];
		if (of_node[node] == NAME_NONE)
			ok = look_up(finder, stacks->frame[node], &of_node[node], err);
	}
	for (size_t i = 0; ok && i < finder->trace->op_count; i++) {
		if (phases[i] == NAME_NONE && plan->under != NULL)
			phases[i] = of_node[plan->under[i]];
		if (phases[i] == NAME_NONE && plan->below != NULL)
			phases[i] = of_node[plan->below[i]];
	}
	free(of_node);
	return ok;
}

/* Likewise the stacks that adopt them, if the trace itself says so. */
static bool ask_adopted(struct finder *finder, uint32_t *phases, struct err *err)
{
	const struct trace *trace = finder->trace;
	uint32_t *under = mem_zeroed(trace->op_count, sizeof(*under));
	struct tree stacks;
	const struct fold_plan plan = { .stacks = &stacks, .under = under };
	bool ok;

	tree_init(&stacks, trace->names);
	range_stacks(trace, trace->adopted, trace->op_count, &stacks, under);
	ok = ask_plan(finder, &plan, phases, err);
	tree_release(&stacks);
	free(under);
	return ok;
}

static bool find(struct finder *finder, const struct fold_plan *plan, const char *const *lines,
	size_t line_count, uint32_t *phases, struct err *err)
{
	const struct trace *trace = finder->trace;
	struct nest nest;
	bool ok;

	for (size_t i = 0; i < trace->op_count; i++)
		phases[i] = NAME_NONE;
	rules_init(&finder->rules, trace->names);
	ok = add_rules(&finder->rules, lines, line_count, err);
	if (ok) {
		nest_init(&nest, trace);
		ok = sweep(finder, &nest, phases, err);
		nest_release(&nest);
	}
	if (ok && plan != NULL && plan->stacks != NULL)
		ok = ask_plan(finder, plan, phases, err);
	else if (ok && plan == NULL && trace->adopted != NULL)
		ok = ask_adopted(finder, phases, err);
	rules_release(&finder->rules);
	return ok;
}

bool phases_find(
	const struct trace *trace, const struct fold_plan *plan, uint32_t *phases, struct err *err)
{
	struct finder finder = { .trace = trace, .batches = true };

	return find(&finder, plan, phase_lines, ARRAY_SIZE(phase_lines), phases, err);
}

bool layers_find(
	const struct trace *trace, const struct fold_plan *plan, uint32_t *layers, struct err *err)
{
	struct finder finder = { .trace = trace };

	return find(&finder, plan, layer_lines, ARRAY_SIZE(layer_lines), layers, err);
}

#include "collapse/plan/phases.h"

#include "base/rules_text.h"
#include "collapse/fold/inherit.h"
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
	"rename (?i)^.*denois.*$=denoise",
	"only ^(?:forward|backward|optimizer|data|denoise)$",
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

/* What a name indicates, unless that of a range around it does. */
static bool look_up(void *context, uint32_t name, uint32_t *phase, struct err *err)
{
	struct finder *finder = context;
	struct verdict verdict = { 0 };
	struct serving_batch batch;

	if (*phase != NAME_NONE || name == NAME_NONE)
		return true;
	if (finder->batches && batch_of(finder->trace->names->list[name].text, &batch)) {
		*phase = names_id(finder->trace->names, batch_phase_word(batch.phase));
		return true;
	}
	if (!rules_apply(&finder->rules, FRAME_RANGE, name, &verdict, err))
		return false;
	if (verdict.only)
		*phase = verdict.frame;
	return true;
}

/* An operation's own ranges count first, then those that adopt it, and those of the plan. */
static bool look(struct finder *finder, const struct fold_plan *plan, uint32_t *phases,
	uint32_t *more, struct err *err)
{
	const struct trace *trace = finder->trace;
	struct trace own = *trace;
	bool ok;

	if (trace->adopted != NULL)
		own.op_order = (struct buckets){ 0 };
	own.adopted = NULL;
	ok = inherit_ranges(&own, look_up, finder, NAME_NONE, phases, err);
	for (int i = trace->adopted == NULL; ok && i < 2; i++) {
		ok = i == 0 ? inherit_ranges(trace, look_up, finder, NAME_NONE, more, err)
			    : inherit_below(
				      plan, trace->op_count, look_up, finder, NAME_NONE, more, err);
		for (size_t op = 0; ok && op < trace->op_count; op++)
			phases[op] = phases[op] != NAME_NONE ? phases[op] : more[op];
	}
	return ok;
}

static bool find(struct finder *finder, const struct fold_plan *plan, const char *const *lines,
	size_t line_count, uint32_t *phases, struct err *err)
{
	uint32_t *more = mem_zeroed(finder->trace->op_count, sizeof(*more));
	bool ok;

	rules_init(&finder->rules, finder->trace->names);
	ok = add_rules(&finder->rules, lines, line_count, err) &&
	     look(finder, plan, phases, more, err);
	rules_release(&finder->rules);
	free(more);
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

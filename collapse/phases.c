#include "collapse/phases.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/rules.h"
#include "collapse/nest.h"

/*
 * Frameworks and people say it in their names: "forward", "_pre_forward", "fwd";
 * "backward", "bwd", autograd's nodes; "Optimizer.step", "adamw_update". What
 * recomputes a forward pass within the backward one is backward: the outermost
 * name counts.
 */
static const char *const rule_lines[] = {
	"rename (?i)^.*(?:backward|(?<![a-z])bwd(?![a-z])|autograd::engine).*$=backward",
	"rename (?i)^.*(?:forward|(?<![a-z])fwd(?![a-z])).*$=forward",
	"rename (?i)^.*(?:optimi[sz]er|adamw?(?![a-z])|(?<![a-z])sgd(?![a-z])).*$=optimizer",
	"rename (?i)^.*(?:update|grad_norm|zero_grad).*$=optimizer",
	"rename (?i)^.*(?:data ?load|prefetch).*$=data",
	"only ^(?:forward|backward|optimizer|data)$",
};

static bool add_rules(struct rules *rules, struct err *err)
{
	for (size_t i = 0; i < ARRAY_SIZE(rule_lines); i++) {
		if (!rules_add_line(rules, rule_lines[i], err))
			return false;
	}
	return true;
}

static bool sweep(const struct trace *trace, struct nest *nest, struct rules *rules,
	uint32_t *phases, struct err *err)
{
	uint32_t *above = NULL; /* by depth: the phase there */
	size_t above_cap = 0;
	bool more, ok;

	while ((ok = nest_next(nest, &more, err)) && more) {
		ok = mem_grow((void **)&above, &above_cap, nest->depth + 1, sizeof(*above), err);
		for (size_t i = nest->same; ok && i < nest->depth; i++) {
			uint32_t name = trace->ranges[nest->ranges[i]].name;
			struct verdict verdict = { 0 };

			above[i] = i > 0 ? above[i - 1] : NAME_NONE;
			if (above[i] != NAME_NONE || name == NAME_NONE)
				continue;
			ok = rules_apply(rules, FRAME_RANGE, name, &verdict, err);
			if (verdict.only)
				above[i] = verdict.frame;
		}
		if (!ok)
			break;
		if (nest->depth > 0)
			phases[nest->op] = above[nest->depth - 1];
	}
	free(above);
	return ok;
}

bool phases_find(const struct trace *trace, uint32_t *phases, struct err *err)
{
	struct rules rules;
	struct nest nest;
	bool ok;

	for (size_t i = 0; i < trace->op_count; i++)
		phases[i] = NAME_NONE;
	rules_init(&rules, trace->names);
	ok = add_rules(&rules, err) && nest_init(&nest, trace, err);
	if (ok) {
		ok = sweep(trace, &nest, &rules, phases, err);
		nest_release(&nest);
	}
	rules_release(&rules);
	return ok;
}

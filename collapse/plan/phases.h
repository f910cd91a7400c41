#ifndef COLLAPSE_PLAN_PHASES_H
#define COLLAPSE_PLAN_PHASES_H

#include "collapse/fold/fold.h"
#include "collapse/model/trace.h"

/*
 * The phase of a training step that an operation was launched in: "forward", "backward",
 * "optimizer" or "data", or of a server's batch (batches.h), from the outermost of its ranges whose
 * name indicates one; else from the ranges that adopt it, then from those that `plan`, which may be
 * NULL, puts below its own. phases[i] becomes the name's id, NAME_NONE for none.
 */
bool phases_find(const struct trace *trace, const struct fold_plan *plan, uint32_t *phases,
	struct err *err) MUST_CHECK;

/*
 * Likewise the layer, "layer 7", from the outermost of its ranges whose name has the number of
 * one: "Layer 7", "layers.7.mlp", "LlamaDecoderLayer_7", "transformer.h.7", "block_7".
 */
bool layers_find(const struct trace *trace, const struct fold_plan *plan, uint32_t *layers,
	struct err *err) MUST_CHECK;

/* One of these. */
typedef bool phases_find_fn(
	const struct trace *trace, const struct fold_plan *plan, uint32_t *names, struct err *err);

#endif /* COLLAPSE_PLAN_PHASES_H */

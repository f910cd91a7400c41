#ifndef COLLAPSE_PLAN_BATCHES_H
#define COLLAPSE_PLAN_BATCHES_H

#include <stdbool.h>
#include <stdint.h>

/*
 * An iteration of a server, by the name of its range: vLLM's
 * "execute_context_1(512)_generation_3(3)", with detailed annotations
 * "execute_7_context_1(sq512sk512...)_generation_3(sq3sk300...)"; SGLang's "step[DECODE bs=32]",
 * "step[EXTEND bs=1 toks=1025]", "step[MIXED bs=66 ...]"; or what the preset "vllm" makes of these:
 * "decode bs=32", "prefill bs=1 tokens=1025", "mixed bs=2+64 tokens=2048".
 */
enum batch_phase {
	BATCH_NONE,
	BATCH_PREFILL,
	BATCH_DECODE,
	BATCH_MIXED, /* both at once */
	BATCH_PHASES,
};

struct serving_batch {
	enum batch_phase phase;
	uint64_t requests;
};

/* "prefill", "decode", "mixed". */
const char *batch_phase_word(enum batch_phase phase);

/* False: the name, NUL-terminated, is none of these; the phase is BATCH_NONE then. */
bool batch_of(const char *name, struct serving_batch *batch);

#endif /* COLLAPSE_PLAN_BATCHES_H */

#include "collapse/plan/batches.h"

#include <strings.h>

#include "base/mem.h"

const char *batch_phase_word(enum batch_phase phase)
{
	static const char *const words[BATCH_PHASES] = { "", "prefill", "decode", "mixed" };

	return words[phase];
}

/* The number after a word, which is looked for at *at and behind it. */
static bool number_after(const char **at, const char *word, uint64_t *number)
{
	const char *found = strstr(*at, word);

	if (found == NULL)
		return false;
	*at = found + strlen(word);
	*number = strtoull(*at, NULL, 10);
	return **at >= '0' && **at <= '9';
}

static bool is_vllm(const char *name, struct serving_batch *batch)
{
	uint64_t context, generation;

	if (!number_after(&name, "context_", &context) ||
		!number_after(&name, ")_generation_", &generation))
		return false;
	batch->phase = generation == 0 ? BATCH_PREFILL : context == 0 ? BATCH_DECODE : BATCH_MIXED;
	batch->requests = context + generation;
	return batch->requests > 0;
}

/* "DECODE bs=32 ...", in any case; "mixed bs=2+64 ..." */
static bool has_mode(const char *name, struct serving_batch *batch)
{
	static const struct {
		const char *word;
		enum batch_phase phase;
	} modes[] = {
		{ "decode ", BATCH_DECODE },
		{ "extend ", BATCH_PREFILL },
		{ "prefill ", BATCH_PREFILL },
		{ "mixed ", BATCH_MIXED },
	};

	for (size_t i = 0; i < ARRAY_SIZE(modes); i++) {
		size_t len = strlen(modes[i].word);
		uint64_t more = 0;

		if (strncasecmp(name, modes[i].word, len) != 0 ||
			strncmp(name + len, "bs=", 3) != 0 ||
			!number_after(&name, "=", &batch->requests))
			continue;
		name += strspn(name, "0123456789");
		if (*name == '+')
			number_after(&name, "+", &more);
		batch->phase = modes[i].phase;
		batch->requests += more;
		return batch->requests > 0;
	}
	return false;
}

bool batch_of(const char *name, struct serving_batch *batch)
{
	static const char vllm[] = "execute_", sglang[] = "step[";
	bool ok;

	if (strncmp(name, sglang, sizeof(sglang) - 1) == 0)
		name += sizeof(sglang) - 1;
	if (strncmp(name, vllm, sizeof(vllm) - 1) == 0)
		ok = is_vllm(name + sizeof(vllm) - 1, batch);
	else
		ok = has_mode(name, batch);
	if (!ok)
		*batch = (struct serving_batch){ BATCH_NONE, 0 };
	return ok;
}

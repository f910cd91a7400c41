#include "stats/roofline/stated_work.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "stats/roofline/gpu_peaks.h"

static bool parse_work(const char *text, struct tensor_work *work)
{
	char *end;

	*work = (struct tensor_work){ .flop = strtod(text, &end) };
	if (end == text || !(work->flop > 0 && work->flop < 1e30))
		return false;
	return *end == '\0' ||
	       (*end == ':' && number_type_find(end + 1, strlen(end + 1), &work->type));
}

bool stated_works_add(struct stated_works *works, const char *text, struct err *err)
{
	const char *equals = strrchr(text, '=');
	struct stated_work stated = { .is_used = false };

	if (equals == NULL || equals == text || !parse_work(equals + 1, &stated.work))
		return err_set(err, ERR_USAGE,
			"expected REGEX=FLOP or REGEX=FLOP:TYPE, such as '^attention$=1.2e12:fp8' "
			"(types: fp64, fp32, tf32, fp16, bf16, fp8), but got '%.100s'",
			text);
	mem_need(works->list, works->cap, works->count + 1);
	stated.pattern = mem_must(strndup(text, (size_t)(equals - text)));
	works->list[works->count++] = stated;
	return rules_check(stated.pattern, err);
}

bool stated_works_check(const struct stated_works *works, struct err *err)
{
	for (size_t i = 0; works->were_asked && i < works->count; i++) {
		if (!works->list[i].is_used)
			return err_set(err, ERR_EMPTY,
				"--flops: no range with GPU operations is named '%.100s', or an "
				"earlier --flops has them; the report nvtx_gpu_proj_sum lists them",
				works->list[i].pattern);
	}
	return true;
}

void stated_works_release(struct stated_works *works)
{
	for (size_t i = 0; i < works->count; i++)
		free(works->list[i].pattern);
	free(works->list);
	*works = (struct stated_works){ 0 };
}

bool stated_finder_init(struct stated_finder *finder, const struct stated_works *works,
	struct names *names, struct err *err)
{
	bool ok = true;

	finder->works = works;
	finder->rules = mem_zeroed(works->count, sizeof(*finder->rules));
	for (size_t i = 0; i < works->count; i++)
		rules_init(&finder->rules[i], names);
	for (size_t i = 0; ok && i < works->count; i++)
		ok = rules_add(&finder->rules[i], RULE_ONLY, RULE_ON_ALL, works->list[i].pattern,
			NULL, err);
	return ok;
}

void stated_finder_release(struct stated_finder *finder)
{
	for (size_t i = 0; i < finder->works->count; i++)
		rules_release(&finder->rules[i]);
	free(finder->rules);
	finder->rules = NULL;
}

bool stated_finder_find(
	struct stated_finder *finder, uint32_t name, uint32_t *found, struct err *err)
{
	struct verdict verdict = { .only = false };

	*found = 0;
	for (size_t i = 0; *found == 0 && name != NAME_NONE && i < finder->works->count; i++) {
		if (!rules_apply(&finder->rules[i], FRAME_RANGE, name, &verdict, err))
			return false;
		if (verdict.only)
			*found = (uint32_t)i + 1;
	}
	return true;
}

#include "stats/roofline/roofline.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

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
	stated.pattern = mem_must(strndup(text, (size_t)(equals - text)));
	mem_need(works->list, works->cap, works->count + 1);
	works->list[works->count] = stated;
	return rules_add(&works->list[works->count++].rules, RULE_ONLY, RULE_ON_ALL, stated.pattern,
		NULL, err);
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
	for (size_t i = 0; i < works->count; i++) {
		free(works->list[i].pattern);
		rules_release(&works->list[i].rules);
	}
	free(works->list);
	*works = (struct stated_works){ 0 };
}

bool stated_works_find(struct stated_works *works, struct names *names, uint32_t name,
	uint32_t *found, struct err *err)
{
	*found = 0;
	for (size_t i = 0; *found == 0 && name != NAME_NONE && i < works->count; i++) {
		struct stated_work *work = &works->list[i];
		struct verdict verdict;

		work->rules.names = names;
		if (!rules_apply(&work->rules, FRAME_RANGE, name, &verdict, err))
			return false;
		work->is_used |= verdict.only;
		*found = verdict.only ? (uint32_t)i + 1 : 0;
	}
	return true;
}

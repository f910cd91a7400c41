#include "collapse/names/kernel_names.h"

#include "base/rules_text.h"
#include "base/short_name.h"

static const char family_rules[] = {
#include "collapse/names/presets/kernel-family.rules.inc"
	0
};

const char *kernel_names_word(size_t index)
{
	static const char *const words[] = {
		[KERNEL_NAMES_FULL] = "full",
		[KERNEL_NAMES_SHORT] = "short",
		[KERNEL_NAMES_FAMILY] = "family",
	};

	return index < ARRAY_SIZE(words) ? words[index] : NULL;
}

bool kernel_names_add(struct rules *rules, enum kernel_names mode, struct err *err)
{
	if (mode == KERNEL_NAMES_FULL)
		return true;
	if (mode == KERNEL_NAMES_FAMILY && !rules_add_text(rules, "kernel-family", family_rules,
						   sizeof(family_rules) - 1, true, err))
		return false;
	rules_add_rewrite(rules, RULE_ON(FRAME_LEAF), kernel_short_name);
	return true;
}

#define _DEFAULT_SOURCE /* strsep */
#include "cmd/rule_options.h"

#include <stdio.h>

#include "base/out.h"
#include "base/text.h"
#include "collapse/names/presets.h"

/* An option that adds a rule, or a file of rules, to the set. */
static struct rule_option {
	struct ruleset *set;
	struct rule_word word;
} rename_rule = { .word.kind = RULE_RENAME }, drop_frame = { .word.kind = RULE_DROP_FRAME },
  filter_out = { .word.kind = RULE_FILTER_OUT }, only = { .word.kind = RULE_ONLY },
  root = { .word.kind = RULE_ROOT }, rules_file = { .word.is_file = true };

static struct rule_option *of(struct rule_option *option, struct ruleset *set)
{
	option->set = set;
	return option;
}

static bool add_rule(void *value, const char *arg, UNUSED struct err *err)
{
	const struct rule_option *option = value;
	struct ruleset *set = option->set;

	mem_need(set->words, set->words_cap, set->word_count + 1);
	set->words[set->word_count] = option->word;
	set->words[set->word_count++].text = arg;
	return true;
}

static bool set_presets(void *value, const char *arg, struct err *err)
{
	struct ruleset *set = value;
	struct names names;
	struct rules rules;
	bool ok;

	/* Compiled at once, so that typing errors are reported before anything is read. */
	names_init(&names);
	rules_init(&rules, &names);
	ok = presets_add(&rules, arg, err);
	rules_release(&rules);
	names_release(&names);
	set->presets = arg;
	return ok;
}

static const char *strip_word(size_t index)
{
	static const char *const words[] = {
		[STRIP_AUTO] = "auto", [STRIP_NONE] = "none", [STRIP_ALL] = "all"
	};

	return index < ARRAY_SIZE(words) ? words[index] : NULL;
}

static bool set_strip(void *value, const char *arg, UNUSED struct err *err)
{
	struct ruleset *set = value;

	set->strip_given = true;
	set->strip_numbers = (enum strip_mode)word_find(strip_word, arg);
	return true;
}

static bool set_no_defaults(void *value, UNUSED const char *arg, UNUSED struct err *err)
{
	struct ruleset *set = value;

	set->defaults = (struct default_rules){ false };
	return true;
}

/* The default rules, and how to turn them off: all, or single ones by names of before. */
static void add_defaults(struct ruleset *set, struct opt *table, size_t room)
{
	struct default_rules *defaults = &set->defaults;
	const struct opt entries[] = {
		OPT_HEADING("Default rules"),
		OPT_CALL(0, "no-default-rules", set, NULL,
			"keep the numbers in 'Layer 7', 'Train step 3', 'Generation step 5' and "
			"'[CUDA graph 9]', and stacks with a range that has 'validation' in its "
			"name",
			set_no_defaults),
		OPT_FALSE(0, "no-strip-layer-number", &defaults->strip_layer_number, NULL),
		OPT_FALSE(
			0, "no-strip-train-iter-number", &defaults->strip_train_iter_number, NULL),
		OPT_FALSE(0, "no-strip-graph-number", &defaults->strip_graph_number, NULL),
		OPT_FALSE(0, "no-filter-out-validation", &defaults->filter_out_validation, NULL),
		OPT_END(),
	};

	*defaults = (struct default_rules){ true, true, true, true };
	opt_append(table, room, entries);
}

static void add_words(struct ruleset *set, struct opt *table, size_t room)
{
	struct opt strip = OPT_WORD_CALL(0, "strip-numbers", set, "MODE", strip_word,
		"merge siblings that differ only in digits (auto: three or more)", set_strip);

	strip.preset = set->strip_numbers;

	const struct opt entries[] = {
		OPT_HEADING("Frames"),
		strip,
		OPT_CALL(0, "preset", set, "LIST",
			"rules for names that frameworks give: auto, all, none, names, files",
			set_presets),
		OPT_WORD(0, "kernel-names", &set->kernel_names, "MODE", kernel_names_word,
			"kernels in full, without template arguments, or by what they do"),
		OPT_CALL(0, "rename", of(&rename_rule, set), "REGEX=REPLACEMENT",
			"rewrite each match in a frame; $1, ${name} are groups", add_rule),
		OPT_CALL(0, "drop-frame", of(&drop_frame, set), "REGEX",
			"remove frames that match from their stacks", add_rule),
		OPT_CALL(0, "root", of(&root, set), "REGEX",
			"start stacks at the first frame that matches", add_rule),
		OPT_CALL(0, "rules", of(&rules_file, set), "FILE",
			"read rules from FILE, one per line", add_rule),
		OPT_HEADING("Stacks"),
		OPT_CALL(0, "filter-out", of(&filter_out, set), "REGEX",
			"leave out stacks with a frame that matches", add_rule),
		OPT_CALL(0, "only", of(&only, set), "REGEX",
			"leave out stacks without a frame that matches", add_rule),
		OPT_END(),
	};

	opt_append(table, room, entries);
}

void rule_options_init(struct ruleset *set, struct opt *table, size_t room)
{
	*set = (struct ruleset){ .presets = "auto", .strip_numbers = STRIP_AUTO };
	add_defaults(set, table, room);
	add_words(set, table, room);
}

void rule_options_init_bare(struct ruleset *set, struct opt *table, size_t room)
{
	*set = (struct ruleset){ .strip_numbers = STRIP_NONE };
	add_words(set, table, room);
}

void rule_options_release(struct ruleset *set)
{
	free(set->words);
}

static bool check_presets(const char *list, const char *output, struct err *err)
{
	struct text copy = { 0 };
	bool ok = true;

	text_add_string(&copy, list);
	for (char *rest = copy.bytes; ok && rest != NULL;) {
		const char *word = strsep(&rest, ",");

		ok = !preset_is_path(word) || out_check(output, &word, 1, err);
	}
	text_release(&copy);
	return ok;
}

bool rule_options_check_output(const struct ruleset *set, const char *output, struct err *err)
{
	for (size_t i = 0; i < set->word_count; i++) {
		if (set->words[i].is_file && !out_check(output, &set->words[i].text, 1, err))
			return false;
	}
	return set->presets == NULL || check_presets(set->presets, output, err);
}

void rule_options_list_presets(void)
{
	size_t count;
	const struct preset *list = presets_list(&count);

	for (size_t i = 0; i < count; i++) {
		size_t len;
		const char *summary = preset_summary(&list[i], &len);

		printf("%-10s %.*s\n", list[i].name, (int)len, summary);
	}
}

bool rule_options_print_preset(const char *name, struct err *err)
{
	const struct preset *preset = presets_find(name);

	if (preset == NULL)
		return err_set(err, ERR_USAGE,
			"unknown preset '%.100s'; see 'gpuflame collapse --list-presets'", name);
	fwrite(preset->text, 1, preset->len, stdout);
	return true;
}

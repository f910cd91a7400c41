#define PCRE2_CODE_UNIT_WIDTH 8
#include "base/rules.h"

#include <assert.h>
#include <pcre2.h>
#include <stdio.h>

#include "base/text.h"
#include "base/utf8.h"

enum {
	RENAMED_BYTES = 16 << 20, /* the longest name that rules may make */
	JIT_AFTER = 512, /* bytes of names; compiling takes as long as matching some of them */
};

struct pattern {
	char *text;       /* NULL: none */
	pcre2_code *code; /* NULL: not compiled yet */
	size_t matched;   /* bytes of names */
	bool has_jit;     /* or it was asked for: it may be forbidden */
	size_t end;       /* of a group: the rule behind its last */
};

struct rule {
	enum rule_kind kind;
	unsigned on;
	size_t group; /* index + 1, 0: none */
	struct pattern pattern;
	char *replacement;                                          /* RULE_RENAME only */
	size_t (*rewrite)(const char *name, size_t len, char *out); /* in place of a pattern */
};

/* The state of a group for one name. */
enum { GROUP_UNKNOWN, GROUP_HOLDS, GROUP_IS_OUT };

void rules_init(struct rules *rules, struct names *names)
{
	*rules = (struct rules){ .names = names };
}

static void pattern_release(struct pattern *pattern)
{
	pcre2_code_free(pattern->code);
	free(pattern->text);
	*pattern = (struct pattern){ 0 };
}

static void rule_release(struct rule *rule)
{
	pattern_release(&rule->pattern);
	free(rule->replacement);
}

void rules_release(struct rules *rules)
{
	for (size_t i = 0; i < rules->count; i++)
		rule_release(&rules->list[i]);
	free(rules->list);
	for (size_t i = 0; i < rules->group_count; i++)
		pattern_release(&rules->groups[i]);
	free(rules->groups);
	free(rules->group_says);
	pcre2_match_data_free(rules->match_data);
	pcre2_match_context_free(rules->limits);
	for (size_t kind = 0; kind < FRAME_KINDS; kind++)
		free(rules->verdicts[kind]);
	*rules = (struct rules){ 0 };
}

/* Whether an error of pcre2_substitute() is the replacement's fault, not the subject's. */
static bool is_replacement_error(int code)
{
	return code == PCRE2_ERROR_BADREPLACEMENT || code == PCRE2_ERROR_BADREPESCAPE ||
	       code == PCRE2_ERROR_REPMISSINGBRACE || code == PCRE2_ERROR_BADSUBSTITUTION ||
	       code == PCRE2_ERROR_NOSUBSTRING || code == PCRE2_ERROR_NOUNIQUESUBSTRING ||
	       code == PCRE2_ERROR_UNAVAILABLE;
}

static bool fail_replacement(const struct rule *rule, const char *reason, struct err *err)
{
	return err_set(err, ERR_PATTERN, "replacement '%.200s' of '%.200s': %s", rule->replacement,
		rule->pattern.text, reason);
}

/*
 * A replacement is tried on the empty subject with a pattern that always
 * matches and has the same groups, so that a bad one is reported before it is used.
 */
static bool check_replacement(const struct rule *rule, struct err *err)
{
	size_t len = strlen(rule->replacement), used;
	char reason[128], *probe;
	PCRE2_UCHAR out[256];
	PCRE2_SIZE out_len = sizeof(out), offset;
	pcre2_code *code;
	int result;

	for (size_t at = 0; at < len; at += used) {
		if (utf8_next(rule->replacement + at, len - at, &used) == UTF8_INVALID)
			return fail_replacement(rule, "it is not valid UTF-8", err);
	}
	probe = text_format("(?:%s\n)?", rule->pattern.text);
	code = pcre2_compile(
		(PCRE2_SPTR)probe, PCRE2_ZERO_TERMINATED, PCRE2_UTF, &result, &offset, NULL);
	free(probe);
	if (code == NULL) /* (*VERB) patterns cannot nest; their replacement is checked in use */
		return true;
	result = pcre2_substitute(code, (PCRE2_SPTR) "", 0, 0, PCRE2_SUBSTITUTE_UNSET_EMPTY, NULL,
		NULL, (PCRE2_SPTR)rule->replacement, len, out, &out_len);
	pcre2_code_free(code);
	if (!is_replacement_error(result))
		return true;
	pcre2_get_error_message(result, (PCRE2_UCHAR *)reason, sizeof(reason));
	return fail_replacement(rule, reason, err);
}

static bool compile(struct pattern *pattern, struct err *err)
{
	char reason[160];
	PCRE2_SIZE offset;
	int code;

	pattern->code = pcre2_compile(
		(PCRE2_SPTR)pattern->text, PCRE2_ZERO_TERMINATED, PCRE2_UTF, &code, &offset, NULL);
	if (pattern->code != NULL)
		return true;
	if (code == PCRE2_ERROR_HEAP_FAILED)
		mem_die();
	pcre2_get_error_message(code, (PCRE2_UCHAR *)reason, sizeof(reason));
	return err_set(err, ERR_PATTERN, "pattern '%.400s', column %zu: %s", pattern->text,
		utf8_columns(pattern->text, offset) + 1, reason);
}

static bool compile_rule(struct rule *rule, struct err *err)
{
	if (!compile(&rule->pattern, err))
		return false;
	if (rule->replacement == NULL || check_replacement(rule, err))
		return true;
	pcre2_code_free(rule->pattern.code);
	rule->pattern.code = NULL;
	return false;
}

/* What is put in front of stacks is chosen by, but keeps its name and its place. */
static unsigned with_added(const struct rules *rules, enum rule_kind kind, unsigned on)
{
	if (on != RULE_ON_ALL || rules->in_group || kind == RULE_RENAME || kind == RULE_DROP_FRAME)
		return on;
	return on | RULE_ON(FRAME_ADDED);
}

/* Verdicts cached before are no longer valid. */
static void forget_verdicts(struct rules *rules)
{
	for (size_t i = 0; i < FRAME_KINDS; i++) {
		if (rules->verdicts[i] != NULL)
			memset(rules->verdicts[i], 0,
				rules->verdicts_cap[i] * sizeof(*rules->verdicts[i]));
	}
}

static void add_rule(struct rules *rules, struct rule *rule)
{
	if (rules->in_group)
		rule->group = rules->group_count;
	*mem_next(rules->list, rules->cap, rules->count) = *rule;
	if (rules->in_group)
		rules->groups[rules->group_count - 1].end = rules->count;
	forget_verdicts(rules);
}

bool rules_add(struct rules *rules, enum rule_kind kind, unsigned on, const char *pattern,
	const char *replacement, struct err *err)
{
	struct rule rule = { .kind = kind, .on = with_added(rules, kind, on) };

	rule.pattern.text = mem_must(strdup(pattern));
	if (replacement != NULL)
		rule.replacement = mem_must(strdup(replacement));
	if (!rules->in_group && !compile_rule(&rule, err)) {
		rule_release(&rule);
		return false;
	}
	add_rule(rules, &rule);
	rules->has_only |= kind == RULE_ONLY;
	rules->has_root |= kind == RULE_ROOT;
	rules->has_drop |= kind == RULE_DROP_FRAME;
	return true;
}

void rules_add_rewrite(struct rules *rules, unsigned on,
	size_t (*rewrite)(const char *name, size_t len, char *out))
{
	struct rule rule = { .kind = RULE_RENAME, .on = on, .rewrite = rewrite };

	add_rule(rules, &rule);
}

bool rules_begin_group(struct rules *rules, const char *recognise, struct err *err)
{
	struct pattern group = { .text = mem_must(strdup(recognise)) };

	if (!compile(&group, err)) {
		pattern_release(&group);
		return false;
	}
	rules->group_says = mem_must(realloc(rules->group_says, rules->group_count + 1));
	*mem_next(rules->groups, rules->groups_cap, rules->group_count) = group;
	rules->in_group = true;
	forget_verdicts(rules);
	return true;
}

void rules_end_group(struct rules *rules)
{
	rules->in_group = false;
}

static bool fail_match(const struct rules *rules, const struct pattern *pattern, uint32_t name,
	int code, struct err *err)
{
	char reason[160];

	if (code == PCRE2_ERROR_NOMEMORY)
		mem_die();
	pcre2_get_error_message(code, (PCRE2_UCHAR *)reason, sizeof(reason));
	return err_set(err, ERR_PATTERN, "the rule '%.200s' fails on the name '%.100s': %s",
		pattern->text, rules->names->list[name].text, reason);
}

static bool matches(const struct rules *rules, struct pattern *pattern, uint32_t name, bool *yes,
	struct err *err)
{
	const struct name *subject = &rules->names->list[name];
	uint32_t options = PCRE2_NO_UTF_CHECK;
	int found;

	do {
		pattern->matched += subject->len;
		if (!pattern->has_jit && pattern->matched >= JIT_AFTER) {
			/* Without it matching is slower, with the same results. */
			(void)pcre2_jit_compile(pattern->code, PCRE2_JIT_COMPLETE);
			pattern->has_jit = true;
		}
		found = pcre2_match(pattern->code, (PCRE2_SPTR)subject->text, subject->len, 0,
			options, rules->match_data, rules->limits);
		*yes = found >= 0;
		if (*yes || found == PCRE2_ERROR_NOMATCH ||
			(found == PCRE2_ERROR_MATCHLIMIT && rules->match_limit > 0))
			return true;
		/* its limits are wider: what is beyond them does not depend on earlier names */
		if (!pattern->has_jit)
			pattern->matched = JIT_AFTER;
		else if (found == PCRE2_ERROR_JIT_STACKLIMIT)
			options |= PCRE2_NO_JIT;
		else
			return fail_match(rules, pattern, name, found, err);
	} while (true);
}

/* *name becomes the id of the name with every match replaced; at least one exists. */
static bool replace(
	const struct rules *rules, const struct rule *rule, uint32_t *name, struct err *err)
{
	const struct name *subject = &rules->names->list[*name];
	uint32_t options = PCRE2_NO_UTF_CHECK | PCRE2_SUBSTITUTE_GLOBAL |
			   PCRE2_SUBSTITUTE_UNSET_EMPTY | PCRE2_SUBSTITUTE_OVERFLOW_LENGTH;
	/* A few rules that each double a name would exhaust any memory. */
	const PCRE2_SIZE longest = subject->len > RENAMED_BYTES ? subject->len : RENAMED_BYTES;
	PCRE2_SIZE room = subject->len * (PCRE2_SIZE)2 + 256, len = 0;
	PCRE2_UCHAR *out = NULL;
	int replaced;
	bool ok = true;

	for (;;) {
		free(out);
		out = mem_must(malloc(room));
		len = room;
		replaced = pcre2_substitute(rule->pattern.code, (PCRE2_SPTR)subject->text,
			subject->len, 0, options, NULL, rules->limits,
			(PCRE2_SPTR)rule->replacement, PCRE2_ZERO_TERMINATED, out, &len);
		if (replaced == PCRE2_ERROR_NOMEMORY && len > room && len <= longest)
			room = len; /* what it takes */
		else if (replaced == PCRE2_ERROR_JIT_STACKLIMIT && (options & PCRE2_NO_JIT) == 0)
			options |= PCRE2_NO_JIT;
		else
			break;
	}
	if (len > longest && len != PCRE2_UNSET &&
		(replaced > 0 || replaced == PCRE2_ERROR_NOMEMORY))
		ok = err_set(err, ERR_PATTERN,
			"a rule makes the name '%.100s' grow to %zu bytes; the maximum is 16 MiB",
			subject->text, (size_t)len);
	else if (replaced < 0)
		ok = fail_match(rules, &rule->pattern, *name, replaced, err);
	else if (replaced > 0)
		*name = memchr(out, ';', len) != NULL
				? names_intern(rules->names, (char *)out, len)
				: names_intern_frame(rules->names, (char *)out, len);
	free(out);
	return ok;
}

/* Whether a rule of a group applies to a name; checked once a group. */
static bool group_holds(
	struct rules *rules, size_t index, uint32_t name, bool *holds, struct err *err)
{
	struct pattern *group = &rules->groups[index];
	char *says = &rules->group_says[index];

	if (*says == GROUP_UNKNOWN) {
		if (!matches(rules, group, name, holds, err))
			return false;
		*says = *holds ? GROUP_HOLDS : GROUP_IS_OUT;
	}
	*holds = *says == GROUP_HOLDS;
	return true;
}

static uint32_t rewrite(const struct rules *rules, const struct rule *rule, uint32_t name)
{
	const struct name *subject = &rules->names->list[name];
	char *out = mem_zeroed((size_t)subject->len + 1, 1);
	size_t len = rule->rewrite(subject->text, subject->len, out);

	name = names_intern_frame(rules->names, out, len);
	free(out);
	return name;
}

/* Apply one rule, which is for this kind of frame. */
static bool apply(struct rules *rules, struct rule *rule, struct verdict *verdict, struct err *err)
{
	bool yes;

	if (rule->rewrite != NULL) {
		verdict->frame = rewrite(rules, rule, verdict->frame);
		return true;
	}
	if ((rule->pattern.code == NULL && !compile_rule(rule, err)) ||
		!matches(rules, &rule->pattern, verdict->frame, &yes, err))
		return false;
	if (!yes)
		return true;
	verdict->drop |= rule->kind == RULE_DROP_FRAME;
	verdict->filter_out |= rule->kind == RULE_FILTER_OUT;
	verdict->only |= rule->kind == RULE_ONLY;
	verdict->root |= rule->kind == RULE_ROOT;
	return rule->kind != RULE_RENAME || replace(rules, rule, &verdict->frame, err);
}

static bool judge(struct rules *rules, enum frame_kind kind, uint32_t name, struct verdict *verdict,
	struct err *err)
{
	/* PCRE2 expects valid UTF-8, and users write rules for what they see. */
	*verdict = (struct verdict){ .known = true, .frame = names_frame(rules->names, name) };
	if (rules->match_data == NULL)
		rules->match_data = mem_must(pcre2_match_data_create(1, NULL));
	if (rules->limits == NULL && rules->match_limit > 0) {
		rules->limits = mem_must(pcre2_match_context_create(NULL));
		pcre2_set_match_limit(rules->limits, rules->match_limit);
	}
	if (rules->group_count > 0)
		memset(rules->group_says, GROUP_UNKNOWN, rules->group_count);
	for (size_t i = 0; i < rules->count; i++) {
		struct rule *rule = &rules->list[i];
		bool holds = true;

		if ((rule->on & RULE_ON(kind)) == 0)
			continue;
		if (rule->group > 0 &&
			!group_holds(rules, rule->group - 1, verdict->frame, &holds, err))
			return false;
		if (!holds)
			i = rules->groups[rule->group - 1].end - 1;
		else if (!apply(rules, rule, verdict, err))
			return false;
	}
	return true;
}

bool rules_apply(struct rules *rules, enum frame_kind kind, uint32_t name, struct verdict *verdict,
	struct err *err)
{
	struct verdict **memo = &rules->verdicts[kind];
	size_t had = rules->verdicts_cap[kind];

	assert(name < rules->names->count);
	if (name >= had) {
		mem_need(*memo, rules->verdicts_cap[kind], rules->names->count);
		memset(*memo + had, 0, (rules->verdicts_cap[kind] - had) * sizeof(**memo));
	}
	if (!(*memo)[name].known && !judge(rules, kind, name, &(*memo)[name], err)) {
		(*memo)[name].known = false;
		return false;
	}
	*verdict = (*memo)[name];
	return true;
}

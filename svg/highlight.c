#include "svg/highlight.h"

#include <string.h>

#include "base/rules.h"
#include "base/text.h"
#include "svg/picture.h"

/* What separates words: blanks, and the sign of a label that was cut. */
#define BLANKS " \t\n\v\f\r"
#define MORE "\xe2\x80\xa6"

enum { MATCH_LIMIT = 100000 };

/* The pattern of "/pattern/", or the next word; *find is moved behind it. NULL: none is left. */
static const char *next_part(const char **find, bool is_first, size_t *len, bool *is_word)
{
	const char *text = *find, *more;
	size_t all = strlen(text);

	*is_word = !(is_first && all > 2 && text[0] == '/' && text[all - 1] == '/');
	if (!*is_word) {
		*find = text + all;
		*len = all - 2;
		return text + 1;
	}
	while (strncmp(text, MORE, strlen(MORE)) == 0 || strspn(text, BLANKS) > 0)
		text += strspn(text, BLANKS) > 0 ? strspn(text, BLANKS) : strlen(MORE);
	more = strstr(text, MORE);
	*len = strcspn(text, BLANKS);
	if (more != NULL && (size_t)(more - text) < *len)
		*len = (size_t)(more - text);
	*find = text + *len;
	return *len > 0 ? text : NULL;
}

/* Where a word of a name begins, without regard to case: "gemm" is none of "fbgemm". */
#define WORD_START                                                                     \
	"(?:(?<![A-Za-z0-9])|(?![A-Za-z0-9])|(?<=[0-9])(?![0-9])|(?<![0-9])(?=[0-9])|" \
	"(?-i:(?<=[a-z])(?=[A-Z])))"

/* What of a text is searched for, and where. */
enum part_kind { PART_PATTERN, PART_WORD, PART_ANYWHERE };

/* A rule that knows names with a word, or a pattern, in either case of letters. */
static bool add_rule(
	struct rules *rules, const char *part, size_t len, enum part_kind kind, struct err *err)
{
	struct text pattern = { 0 };
	bool ok;

	text_add_string(&pattern, kind == PART_WORD ? "(?i)" WORD_START : "(?i)");
	for (size_t i = 0; i < len; i++)
		text_addf(&pattern,
			kind != PART_PATTERN && memchr("\\^$.[|()?*+{", part[i], 12) != NULL
				? "\\%c"
				: "%c",
			part[i]);
	ok = rules_add(rules, RULE_ONLY, RULE_ON_ALL, pattern.bytes, NULL, err);
	text_release(&pattern);
	return ok || err_prefix(err, "option '--highlight'");
}

/* Past the limit of a match there is none. */
static bool matches(struct rules *rules, const char *text, size_t len)
{
	struct verdict verdict = { 0 };
	struct err err = { 0 };

	return text != NULL &&
	       rules_apply(
		       rules, FRAME_RANGE, names_intern(rules->names, text, len), &verdict, &err) &&
	       verdict.only;
}

/* Names that lack it are no longer marked. */
static void narrow(struct picture *picture, struct rules *rules, bool in_labels)
{
	const struct names *names = picture->graph->names;

	for (uint32_t id = 0; id < names->count; id++) {
		struct shown *shown = picture_shown_name(picture, id);

		shown->is_hit = shown->is_hit &&
				(matches(rules, names->list[id].text, names->list[id].len) ||
					(in_labels && (matches(rules, shown->text, shown->len) ||
							      matches(rules, shown->label,
								      shown->label_len))));
	}
}

/* picture NULL: to check what is searched for. *words: whether that are words. */
static bool find_all(
	struct picture *picture, const char *find, bool anywhere, bool *words, struct err *err)
{
	const char *part, *rest = find;
	bool is_word, ok = true;
	size_t len, count = 0;

	for (; ok && (part = next_part(&rest, count == 0, &len, &is_word)) != NULL; count++) {
		struct names names;
		struct rules rules;

		names_init(&names);
		rules_init(&rules, &names);
		rules.match_limit = MATCH_LIMIT;
		*words = is_word;
		ok = add_rule(&rules, part, len,
			!is_word   ? PART_PATTERN
			: anywhere ? PART_ANYWHERE
				   : PART_WORD,
			err);
		if (ok && picture != NULL)
			narrow(picture, &rules, is_word);
		rules_release(&rules);
		names_release(&names);
	}
	if (ok && count == 0)
		return err_set(err, ERR_USAGE,
			"option '--highlight' takes words, or a regular expression between "
			"slashes");
	return ok;
}

bool highlight_check(const char *find, struct err *err)
{
	bool words;

	return find_all(NULL, find, true, &words, err);
}

bool highlight_find(struct picture *picture)
{
	uint32_t count = picture->graph->names->count;
	bool is_found = false, words = true;

	/* at the start of words, or else anywhere */
	for (int anywhere = 0; anywhere <= 1 && !is_found && words; anywhere++) {
		struct err checked = { 0 };

		for (uint32_t id = 0; id < count; id++)
			picture->shown[id].is_hit = true;
		(void)find_all(
			picture, picture->options->highlight, anywhere > 0, &words, &checked);
		for (uint32_t id = 0; id < count; id++)
			is_found = is_found || picture->shown[id].is_hit;
	}
	return is_found;
}

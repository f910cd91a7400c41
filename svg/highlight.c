#include "svg/highlight.h"
#define PCRE2_CODE_UNIT_WIDTH 8

#include <string.h>

#include <pcre2.h>

#include "base/mem.h"
#include "svg/picture.h"

/* What separates words: blanks, and the sign of a label that was cut. */
#define BLANKS " \t\n\v\f\r"
#define MORE "\xe2\x80\xa6"

enum { MATCH_LIMIT = 100000 };

/* What is searched for in one name after the other. */
struct search {
	pcre2_code *code;
	pcre2_match_data *found;
	pcre2_match_context *limits;
	bool in_labels;
};

static void search_release(struct search *search)
{
	pcre2_code_free(search->code);
	pcre2_match_data_free(search->found);
	pcre2_match_context_free(search->limits);
	*search = (struct search){ 0 };
}

/* What JavaScript takes, or a word as it is. */
static bool search_init(
	struct search *search, const char *text, size_t len, bool is_word, struct err *err)
{
	const uint32_t options =
		PCRE2_CASELESS | PCRE2_UTF |
		(is_word ? PCRE2_LITERAL
			 : PCRE2_ALT_BSUX | PCRE2_ALLOW_EMPTY_CLASS | PCRE2_DOLLAR_ENDONLY |
					PCRE2_NEVER_BACKSLASH_C | PCRE2_MATCH_UNSET_BACKREF);
	char reason[128] = "";
	PCRE2_SIZE offset;
	int code;

	*search = (struct search){ .in_labels = is_word };
	search->code = pcre2_compile((PCRE2_SPTR)text, len, options, &code, &offset, NULL);
	if (search->code == NULL && code == PCRE2_ERROR_HEAP_FAILED)
		mem_die();
	if (search->code == NULL) {
		pcre2_get_error_message(code, (PCRE2_UCHAR *)reason, sizeof(reason));
		return err_set(err, ERR_USAGE, "option '--highlight': '%.*s': %s",
			(int)(len < 200 ? len : 200), text, reason);
	}
	search->found = pcre2_match_data_create(1, NULL);
	search->limits = pcre2_match_context_create(NULL);
	if (search->found == NULL || search->limits == NULL)
		mem_die();
	pcre2_set_match_limit(search->limits, MATCH_LIMIT);
	return true;
}

/* Past the limit of a match there is none. Names are valid UTF-8. */
static bool matches(struct search *search, const char *text, size_t len)
{
	int found = text == NULL ? PCRE2_ERROR_NOMATCH
				 : pcre2_match(search->code, (PCRE2_SPTR)text, len, 0,
					   PCRE2_NO_UTF_CHECK, search->found, search->limits);

	if (found == PCRE2_ERROR_NOMEMORY)
		mem_die();
	return found >= 0;
}

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

/* Names that lack it are no longer marked. */
static void narrow(struct picture *picture, struct search *search)
{
	const struct names *names = picture->graph->names;

	for (uint32_t id = 0; id < names->count; id++) {
		struct shown *shown = picture_shown_name(picture, id);

		shown->is_hit =
			shown->is_hit &&
			(matches(search, names->list[id].text, names->list[id].len) ||
				(search->in_labels &&
					(matches(search, shown->text, shown->len) ||
						matches(search, shown->label, shown->label_len))));
	}
}

/* picture NULL: to check what is searched for. */
static bool find_all(struct picture *picture, const char *find, struct err *err)
{
	const char *part, *rest = find;
	bool is_word, ok = true;
	size_t len, count = 0;

	for (; ok && (part = next_part(&rest, count == 0, &len, &is_word)) != NULL; count++) {
		struct search search;

		ok = search_init(&search, part, len, is_word, err);
		if (ok && picture != NULL)
			narrow(picture, &search);
		search_release(&search);
	}
	if (ok && count == 0)
		return err_set(err, ERR_USAGE,
			"option '--highlight' takes words, or a regular expression between "
			"slashes");
	return ok;
}

bool highlight_check(const char *find, struct err *err)
{
	return find_all(NULL, find, err);
}

void highlight_find(struct picture *picture)
{
	const char *find = picture->options->highlight;
	struct err checked = { 0 };

	for (uint32_t id = 0; id < picture->graph->names->count; id++)
		picture->shown[id].is_hit = true;
	(void)find_all(picture, find, &checked);
}

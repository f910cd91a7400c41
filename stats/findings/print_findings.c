#include "stats/findings/findings_make.h"

#include <string.h>

#include "base/utf8.h"
#include "stats/findings/finding_words.h"

/* For people: on a terminal, and for a review. */

enum { LABEL = 12 }; /* columns before the text of a line */

/* Words after a label, wrapped, the next lines indented as far. */
static bool add_line(struct text *out, const char *label, const struct text *words, size_t width,
	struct err *err)
{
	const char *at = words->len > 0 ? words->bytes : "";
	size_t column = LABEL;
	char head[32];

	snprintf(head, sizeof(head), "   %-*s", LABEL - 3, label);
	if (!text_try_add_string(out, head, err))
		return false;
	while (*at != '\0') {
		size_t len = strcspn(at, " "), columns = utf8_columns(at, len);

		if (column > LABEL && column + 1 + columns > width) {
			snprintf(head, sizeof(head), "\n%*s", LABEL, "");
			if (!text_try_add_string(out, head, err))
				return false;
			column = LABEL;
		} else if (column > LABEL) {
			if (!text_try_add(out, " ", 1, err))
				return false;
			column++;
		}
		if (!text_try_add(out, at, len, err))
			return false;
		column += columns;
		at += len;
		at += strspn(at, " ");
	}
	return text_try_add(out, "\n", 1, err);
}

static bool add_words(struct text *out, const char *label, findings_words_fn *words,
	const struct findings *findings, const struct finding *finding,
	const struct findings_print *print, struct err *err)
{
	struct text text = { 0 };
	/* a command that is copied must not have ends of lines in it */
	size_t width = words == words_of_command ? SIZE_MAX : print->width;
	bool ok = words(findings, finding, print, &text, err) &&
		  (text.len == 0 || add_line(out, label, &text, width, err));

	text_release(&text);
	return ok;
}

static bool add_finding(struct text *out, const struct findings *findings, size_t index,
	const struct findings_print *print, struct err *err)
{
	const struct finding *finding = &findings->list[index];
	char number[32];

	snprintf(number, sizeof(number), "\n%zu. ", index + 1);
	return text_try_add_string(out, number, err) &&
	       text_try_add_string(out, print->color ? "\033[1m" : "", err) &&
	       text_try_add_string(out, finding->rule->title, err) &&
	       text_try_add_string(out, print->color ? "\033[0m\n" : "\n", err) &&
	       add_words(out, "at most", words_of_share, findings, finding, print, err) &&
	       add_words(out, "where", words_of_place, findings, finding, print, err) &&
	       add_words(out, "evidence", words_of_numbers, findings, finding, print, err) &&
	       add_words(out, "", words_of_sentence, findings, finding, print, err) &&
	       add_words(out, "see", words_of_command, findings, finding, print, err) &&
	       add_words(out, "try", words_of_advice, findings, finding, print, err) &&
	       add_words(out, "rule", words_of_source, findings, finding, print, err);
}

bool findings_print_text(const struct findings *findings, const struct findings_print *print,
	struct text *out, struct err *err)
{
	struct text text = { 0 };
	bool ok = words_of_run(findings, print, &text, err) &&
		  text_try_add_wrapped(out, text.bytes, print->width, err) &&
		  text_try_add(out, "\n", 1, err);

	for (size_t i = 0; ok && i < findings->count; i++)
		ok = add_finding(out, findings, i, print, err);
	text_release(&text);
	return ok;
}

/* --- Markdown ------------------------------------------------------------------------------- */

/* A character that Markdown would take for its own is escaped. */
static bool add_plain(struct text *out, const struct text *words, struct err *err)
{
	for (size_t i = 0; i < words->len; i++) {
		if (strchr("\\`*_[]<>|#", words->bytes[i]) != NULL &&
			!text_try_add(out, "\\", 1, err))
			return false;
		if (!text_try_add(out, &words->bytes[i], 1, err))
			return false;
	}
	return true;
}

static bool add_item(struct text *out, const char *label, findings_words_fn *words,
	const struct findings *findings, const struct finding *finding,
	const struct findings_print *print, struct err *err)
{
	struct text text = { 0 };
	bool ok = words(findings, finding, print, &text, err), is_code;

	/* a backtick in a file's name would end the code */
	is_code = ok && words == words_of_command && memchr(text.bytes, '`', text.len) == NULL;
	if (ok && text.len > 0)
		ok = text_try_add_string(out, "   - ", err) &&
		     text_try_add_string(out, label, err) &&
		     text_try_add_string(out, is_code ? ": `" : ": ", err) &&
		     (is_code ? text_try_add(out, text.bytes, text.len, err)
			      : add_plain(out, &text, err)) &&
		     text_try_add_string(out, is_code ? "`\n" : "\n", err);
	text_release(&text);
	return ok;
}

static bool add_heading(struct text *out, const struct findings *findings, size_t index,
	const struct findings_print *print, struct err *err)
{
	const struct finding *finding = &findings->list[index];
	struct text text = { 0 };
	char number[32];
	bool ok;

	snprintf(number, sizeof(number), "%zu. **", index + 1);
	ok = text_try_add_string(out, number, err) &&
	     text_try_add_string(out, finding->rule->title, err) &&
	     text_try_add_string(out, "**: at most ", err) &&
	     words_of_share(findings, finding, print, &text, err) && add_plain(out, &text, err) &&
	     text_try_add(out, "\n", 1, err);
	text_release(&text);
	return ok;
}

bool findings_print_markdown(const struct findings *findings, const struct findings_print *print,
	struct text *out, struct err *err)
{
	struct text text = { 0 };
	bool ok = text_try_add_string(out, "### Findings\n\n", err) &&
		  words_of_run(findings, print, &text, err) && add_plain(out, &text, err) &&
		  text_try_add_string(out, findings->count > 0 ? "\n\n" : "\n", err);

	text_release(&text);
	for (size_t i = 0; ok && i < findings->count; i++) {
		const struct finding *finding = &findings->list[i];

		ok = add_heading(out, findings, i, print, err) &&
		     add_item(out, "where", words_of_place, findings, finding, print, err) &&
		     add_item(out, "evidence", words_of_numbers, findings, finding, print, err) &&
		     add_item(out, "ranks", words_of_sentence, findings, finding, print, err) &&
		     add_item(out, "see", words_of_command, findings, finding, print, err) &&
		     add_item(out, "try", words_of_advice, findings, finding, print, err) &&
		     add_item(out, "rule", words_of_source, findings, finding, print, err);
	}
	return ok;
}

#include <strings.h>

#include "base/chars.h"
#include "stats/table/print.h"

/* Texts as cells of formats that would do something with them. */

/* --- spreadsheets ----------------------------------------------------------------- */

/* A spreadsheet takes it for a formula; some take wide signs, too. */
static bool is_formula(const char *bytes, size_t len)
{
	static const char *const signs[] = { "=", "+", "-", "@", "\uff1d", "\uff0b", "\uff0d",
		"\uff20" };

	/* nearly all begin with none of their bytes */
	for (size_t i = 0;
		len > 0 && memchr("=+-@\xef", *bytes, 5) != NULL && i < ARRAY_SIZE(signs); i++) {
		if (len >= strlen(signs[i]) && memcmp(bytes, signs[i], strlen(signs[i])) == 0)
			return true;
	}
	return false;
}

/*
 * "----forward", as nsys indents names: it has no call ("f(1)", "cmd|x"), number or cell ("A1")
 * that would be evaluated.
 */
static bool is_indented(const char *bytes, size_t len)
{
	size_t at = 0, letters = 0; /* of this word */

	while (at < len && bytes[at] == '-')
		at++;
	if (at < 2 || at == len || (!is_letter(bytes[at]) && bytes[at] != '_'))
		return false;
	for (size_t i = at; i < len; i++) {
		bool is_cell = letters > 0 && letters <= 3 && bytes[i] >= '0' && bytes[i] <= '9';

		if (is_cell || strchr("(|!$", bytes[i]) != NULL)
			return false;
		letters = is_letter(bytes[i]) ? letters + 1 : 0;
	}
	return true;
}

/*
 * A spreadsheet that evaluates a cell takes one that begins with "'" for text. Where lists are
 * separated by ';', as in much of Europe, a cell begins behind one.
 */
static void add_unevaluated(struct text *line, const char *bytes, size_t len, char quote)
{
	const char *end = bytes + len, *semicolon;

	if (is_formula(bytes, len) && !is_indented(bytes, len))
		text_add(line, "'", 1);
	while ((semicolon = memchr(bytes, ';', (size_t)(end - bytes))) != NULL) {
		text_add_clean(line, bytes, (size_t)(semicolon + 1 - bytes), quote);
		bytes = semicolon + 1;
		if (is_formula(bytes, (size_t)(end - bytes)))
			text_add(line, "'", 1);
	}
	text_add_clean(line, bytes, (size_t)(end - bytes), quote);
}

/* RFC 4180, with quotes only where they are needed. */
void print_add_csv(struct text *line, const char *bytes, size_t len)
{
	bool quoted = memchr(bytes, ',', len) != NULL || memchr(bytes, '"', len) != NULL;

	text_add_string(line, quoted ? "\"" : "");
	add_unevaluated(line, bytes, len, quoted ? '"' : 0);
	text_add_string(line, quoted ? "\"" : "");
}

void print_add_tsv(struct text *line, const char *bytes, size_t len)
{
	add_unevaluated(line, bytes, len, 0);
}

/* --- Markdown --------------------------------------------------------------------- */

/*
 * Whether Markdown (CommonMark 0.31, GFM) obeys what begins here, or who shows it: "<b>" and "*",
 * but also links ("www.x.org"), people to be notified ("@name"), issues ("#1", "GH-1") and
 * ":smile:".
 */
static bool is_obeyed(const char *at, const char *end)
{
	static const char always[] = "#$&*/<@[\\]^_`{|}~", before_words[] = ":!%";
	size_t len = (size_t)(end - at);

	if (memchr(always, *at, sizeof(always) - 1) != NULL)
		return true;
	if (memchr(before_words, *at, sizeof(before_words) - 1) != NULL)
		return len > 1 && memchr(" ),;", at[1], 4) == NULL;
	return len > 3 && (strncasecmp(at, "www.", 4) == 0 || strncasecmp(at, "gh-", 3) == 0);
}

/* Code, of which nothing is obeyed: between more backticks than are in it. */
static void add_code(struct text *line, const char *bytes, size_t len, bool is_cell)
{
	size_t fence = 0, run = 0;

	for (size_t i = 0; i < len; i++) {
		run = bytes[i] == '`' ? run + 1 : 0;
		fence = run > fence ? run : fence;
	}
	for (size_t i = 0; i <= fence; i++)
		text_add(line, "`", 1);
	text_add_string(line, fence > 0 ? " " : "");
	for (size_t i = 0; i < len; i += run) {
		const char *bar = is_cell ? memchr(bytes + i, '|', len - i) : NULL;

		run = bar != NULL ? (size_t)(bar - bytes) - i + 1 : len - i;
		text_add_clean(line, bytes + i, bar != NULL ? run - 1 : run, 0);
		/* it would end the cell, also in code */
		text_add_string(line, bar != NULL ? "\\|" : "");
	}
	text_add_string(line, fence > 0 ? " " : "");
	for (size_t i = 0; i <= fence; i++)
		text_add(line, "`", 1);
}

static void add_markdown(struct text *line, const char *bytes, size_t len, bool is_cell)
{
	for (size_t i = 0; i < len; i++) {
		if (is_obeyed(bytes + i, bytes + len)) {
			add_code(line, bytes, len, is_cell);
			return;
		}
	}
	text_add_clean(line, bytes, len, 0);
}

void print_add_markdown(struct text *line, const char *bytes, size_t len)
{
	add_markdown(line, bytes, len, false);
}

void print_add_markdown_cell(struct text *line, const char *bytes, size_t len)
{
	add_markdown(line, bytes, len, true);
}

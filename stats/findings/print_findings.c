#include "stats/findings/findings.h"

#include "stats/table/print.h"

/* For people: on a terminal, and for a review. */

enum { LABEL = 12 }; /* columns before the text of a line */

static const char *const labels[] = {
	[PART_SHARE] = "at most",
	[PART_PLACE] = "where",
	[PART_NUMBERS] = "evidence",
	[PART_SENTENCE] = "ranks",
	[PART_COMMAND] = "see",
	[PART_ADVICE] = "try",
	[PART_SOURCE] = "rule",
};

/* Words after a label, wrapped, the next lines indented as far. */
static void add_line(struct text *out, const char *label, const struct text *words, size_t width)
{
	struct text lines = { 0 };
	const char *at;

	text_add_wrapped(&lines, words->bytes, width > LABEL ? width - LABEL : 1);
	text_addf(out, "   %-*s", LABEL - 3, label);
	for (at = lines.bytes; strchr(at, '\n') != NULL; at += strcspn(at, "\n") + 1)
		text_addf(out, "%.*s\n%*s", (int)strcspn(at, "\n"), at, LABEL, "");
	text_addf(out, "%s\n", at);
	text_release(&lines);
}

static void add_finding(struct text *out, const struct findings *findings, size_t index,
	const struct findings_print *print)
{
	const struct finding *finding = &findings->list[index];
	struct text words = { 0 };

	text_addf(out, print->color ? "\n%zu. \033[1m%s\033[0m\n" : "\n%zu. %s\n", index + 1,
		finding->title);
	for (size_t part = 0; part < ARRAY_SIZE(labels); part++) {
		words.len = 0;
		words_of_part(findings, finding, print, (enum finding_part)part, &words);
		/* a command that is copied must not have ends of lines in it */
		if (words.len > 0)
			add_line(out, part == PART_SENTENCE ? "" : labels[part], &words,
				part == PART_COMMAND ? SIZE_MAX : print->width);
	}
	text_release(&words);
}

void findings_print_text(
	const struct findings *findings, const struct findings_print *print, struct text *out)
{
	struct text text = { 0 };

	words_of_run(findings, print, &text);
	text_add_wrapped(out, text.bytes, print->width);
	text_add(out, "\n", 1);
	text_release(&text);
	for (size_t i = 0; i < findings->count; i++)
		add_finding(out, findings, i, print);
}

/* --- Markdown ------------------------------------------------------------------------------- */

static void add_item(
	struct text *out, const char *label, enum finding_part part, const struct text *words)
{
	/* a backtick in a file's name would end the code */
	bool is_code = part == PART_COMMAND && strchr(words->bytes, '`') == NULL;
	bool is_ours = part == PART_ADVICE || part == PART_SOURCE;

	text_addf(out, is_code ? "   - %s: `" : "   - %s: ", label);
	if (is_code || is_ours)
		text_add(out, words->bytes, words->len);
	else
		print_add_markdown(out, words->bytes, words->len);
	text_add_string(out, is_code ? "`\n" : "\n");
}

void findings_print_markdown(
	const struct findings *findings, const struct findings_print *print, struct text *out)
{
	struct text words = { 0 };

	text_add_string(out, "### Findings\n\n");
	words_of_run(findings, print, &words);
	print_add_markdown(out, words.bytes, words.len);
	text_add_string(out, findings->count > 0 ? "\n\n" : "\n");
	for (size_t i = 0; i < findings->count; i++) {
		const struct finding *finding = &findings->list[i];

		words.len = 0;
		words_of_share(findings, finding, &words);
		text_addf(out, "%zu. **%s**: at most ", i + 1, finding->title);
		print_add_markdown(out, words.bytes, words.len);
		text_add(out, "\n", 1);
		for (size_t part = PART_PLACE; part < ARRAY_SIZE(labels); part++) {
			words.len = 0;
			words_of_part(findings, finding, print, (enum finding_part)part, &words);
			if (words.len > 0)
				add_item(out, labels[part], (enum finding_part)part, &words);
		}
	}
	text_release(&words);
}

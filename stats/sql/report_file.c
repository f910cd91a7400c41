#include "stats/sql/sql_report.h"

#include <errno.h>
#include <stdio.h>

#include "base/chars.h"
#include "base/text.h"

/* --- words ------------------------------------------------------------------------------ */

static char *skip_blanks(char *text)
{
	return text + strspn(text, " \t");
}

/* Cut a piece of text out, without the blanks at either end. */
static char *cut(char *text, char *end)
{
	text = skip_blanks(text);
	while (end > text && strchr(" \t\r\n", end[-1]) != NULL)
		end--;
	*end = '\0';
	return text;
}

/* --- columns ---------------------------------------------------------------------------- */

static const struct {
	const char *word;
	enum column_kind kind;
} kinds[] = {
	{ "text", COLUMN_TEXT },
	{ "word", COLUMN_WORD },
	{ "count", COLUMN_COUNT },
	{ "id", COLUMN_ID },
	{ "ns", COLUMN_TIME },
	{ "at", COLUMN_STAMP },
	{ "%", COLUMN_PERCENT },
	{ "MB", COLUMN_MB },
	{ "MB/s", COLUMN_RATE },
	{ "GB/s", COLUMN_GB_RATE },
};

bool sql_report_column(const char *heading, struct column *column, struct err *err)
{
	char *name = mem_must(strdup(heading)), *kind = strrchr(name, ':'), *end;
	size_t len;

	*column = (struct column){ .name = name, .decimals = kind == NULL ? 3 : 0 };
	if (kind == NULL)
		return true;
	*kind++ = '\0';
	len = strcspn(kind, ".?");
	for (size_t i = 0; i < ARRAY_SIZE(kinds); i++) {
		if (!is_word(kind, len, kinds[i].word))
			continue;
		column->kind = kinds[i].kind;
		kind += len;
		if (kind[0] == '.' && kind[1] >= '0' && kind[1] <= '3') {
			column->decimals = (uint8_t)(kind[1] - '0');
			kind += 2;
		}
		if (kind[0] == '?' && kind[1] >= '1' && kind[1] <= '9') {
			column->expendable = (uint8_t)(strtoul(kind + 1, &end, 10) % 100);
			kind = end;
		}
		if (*kind == '\0')
			return true;
		break;
	}
	return err_set(err, ERR_FORMAT,
		"'%s': expected NAME:KIND with a kind of text, word, count, id, ns, at, %%, MB, "
		"MB/s or GB/s, then .DECIMALS and ?PRIORITY, if any",
		heading);
}

/* --- the head --------------------------------------------------------------------------- */

static bool add_needs(struct report *report, const char *value, struct err *err)
{
	while (*value != '\0') {
		size_t len = strcspn(value, ", "), i = 0;

		while (i < NEEDS && !is_word(value, len, report_needs[i].word))
			i++;
		if (i == NEEDS)
			return err_set(err, ERR_FORMAT, "'%s' is not known to be needed", value);
		report->needs |= 1U << i;
		value += len;
		value += strspn(value, ", ");
	}
	return true;
}

/* "gap = 500ms; the shortest gap that is listed" */
static bool add_parameter(struct report *report, char *value, struct err *err)
{
	struct sql_parameter *parameter = &report->parameters[report->parameter_count];
	char *equals = strchr(value, '='), *end = value + strcspn(value, ";");

	if (equals == NULL || equals > end || report->parameter_count == SQL_PARAMETERS_MAX)
		return err_set(
			err, ERR_FORMAT, "parameter '%s': expected NAME = DEFAULT; WHAT", value);
	parameter->name = cut(value, equals);
	parameter->value = cut(equals + 1, end);
	report->parameter_count++;
	return true;
}

static bool take_word(struct report *report, const char *word, char *value, struct err *err)
{
	if (strcmp(word, "alias") == 0)
		report->alias = value;
	else if (strcmp(word, "needs") == 0)
		return add_needs(report, value, err);
	else if (strcmp(word, "names") == 0 && strcmp(value, "kernels") == 0)
		report->names_kernels = true;
	else if (strcmp(word, "takes") == 0 && strcmp(value, "sums") == 0)
		report->takes_sums = true;
	else if (strcmp(word, "of") == 0 && strcmp(value, "threads") == 0)
		report->is_cpu = true;
	else if (strcmp(word, "of") == 0 && strcmp(value, "hardware") == 0)
		report->is_hardware = true;
	else if (strcmp(word, "of") == 0 && strcmp(value, "devices") == 0)
		report->is_hardware = report->has_devices = true;
	else if (strcmp(word, "parameter") == 0)
		return add_parameter(report, value, err);
	else if (strcmp(word, "chart") == 0)
		report->chart = value;
	else
		return err_set(err, ERR_FORMAT, "unknown line '-- %s: %s'", word, value);
	return true;
}

static char *next_line(char *line)
{
	line += strcspn(line, "\n");
	return *line == '\n' ? line + 1 : line;
}

/* The text of a comment's line, without its dashes; NULL: it is none. */
static char *comment_of(char *line)
{
	line = skip_blanks(line);
	return strncmp(line, "--", 2) == 0 ? skip_blanks(line + 2) : NULL;
}

/* Whether a comment's line, which may be among others, is this one. */
static bool is_line(const char *comment, const char *line)
{
	return comment != NULL && is_word(comment, strcspn(comment, "\n"), line);
}

/*
 * Cut up the comments: a title, paragraphs, and, in the last one, what machines read. Returns what
 * follows, or NULL.
 */
static char *read_head(struct report *report, char *text, struct err *err)
{
	struct text doc = { 0 };
	int paragraph = 0;
	char *line;
	bool ok = true;

	while (ok && (line = comment_of(text)) != NULL && !is_line(line, "each file:") &&
		!is_line(line, "all files:")) {
		char *next = next_line(text), *colon;

		line = cut(line, next);
		text = next;
		colon = strchr(line, ':');
		if (*line == '\0')
			paragraph++;
		else if (paragraph == 0)
			report->title = line;
		else if (paragraph == 1)
			text_addf(&doc, "%s%s", doc.len > 0 ? " " : "", line);
		else if (colon != NULL)
			ok = take_word(report, cut(line, colon), skip_blanks(colon + 1), err);
		else
			ok = err_set(err, ERR_FORMAT, "unknown line '-- %s'", line);
	}
	report->doc = doc.len > 0 ? doc.bytes : "";
	return ok ? text : NULL;
}

/* --- statements --------------------------------------------------------------------------- */

/* Cut off what is below the last line of that name; NULL: there is none. */
static char *cut_part(char *text, const char *name)
{
	char *part = NULL;

	for (; *text != '\0'; text = next_line(text)) {
		if (!is_line(comment_of(text), name))
			continue;
		part = next_line(text);
		*text = '\0';
	}
	return part;
}

/* A statement without the semicolon that ends it, and what is behind. */
static const char *trim(char *statement)
{
	size_t len = strlen(statement);

	while (len > 0 && strchr(" \t\r\n;", statement[len - 1]) != NULL)
		len--;
	statement[len] = '\0';
	return statement;
}

/* Cut off the tables, "-- table NAME:", each of which ends where the next one begins. */
static void cut_stages(struct report *report, char *text)
{
	static const char word[] = "table ";

	for (char *next; *text != '\0'; text = next) {
		char *comment = (char *)(uintptr_t)comment_of(text), *colon;

		next = next_line(text);
		if (comment == NULL || strncmp(comment, word, strlen(word)) != 0)
			continue;
		colon = comment + strcspn(comment, ":\n");
		if (*colon != ':' || report->stage_count == SQL_STAGES_MAX)
			continue;
		*colon = *text = '\0';
		report->stages[report->stage_count++] =
			(struct sql_stage){ comment + strlen(word), next };
	}
	for (size_t i = 0; i < report->stage_count; i++)
		(void)trim((char *)(uintptr_t)report->stages[i].text);
}

static void split(struct report *report, char *text)
{
	char *note = cut_part(text, "note:"), *rows = cut_part(text, "all files:");
	char *each = rows != NULL ? cut_part(text, "each file:") : NULL;

	if (each != NULL)
		cut_stages(report, each);
	report->note = note != NULL ? trim(note) : NULL;
	report->each = each != NULL ? trim(each) : NULL;
	report->rows = trim(rows != NULL ? rows : text);
	/* what depends on values of parameters is not the same in all */
	report->merges = report->each != NULL && report->parameter_count == 0 &&
			 strstr(report->rows, "\":file\"") == NULL;
}

static bool read_text(const char *path, struct text *text, struct err *err)
{
	enum { MOST_BYTES = 1 << 20 };
	FILE *file = fopen(path, "re");
	size_t got = 1;

	if (file == NULL)
		return err_set_errno(err, errno, "cannot read '%s'", path);
	while (got > 0 && text->len <= MOST_BYTES) {
		char *room = text_room(text, BUFSIZ);

		got = fread(room, 1, BUFSIZ, file);
		text->len += got;
	}
	if (ferror(file))
		err_set_errno(err, errno, "cannot read '%s'", path);
	else if (text->len > MOST_BYTES || memchr(text->bytes, '\0', text->len) != NULL)
		err_set(err, ERR_FORMAT, "'%s' is no file of SQL", path);
	fclose(file);
	text_add_string(text, "");
	return err->code == ERR_NONE;
}

bool sql_report_read(struct report *report, const char *path, struct err *err)
{
	const char *slash = strrchr(path, '/');
	char *name = mem_must(strdup(slash != NULL ? slash + 1 : path));
	struct text text = { 0 };

	name[strlen(name) - strlen(".sql")] = '\0';
	if (!read_text(path, &text, err) || !sql_report_parse(report, name, text.bytes, err)) {
		free(name);
		text_release(&text);
		return false;
	}
	report->path = path;
	report->source = text.bytes;
	report->takes_sums = true;
	return true;
}

bool sql_report_parse(struct report *report, const char *name, const char *text, struct err *err)
{
	char *parts = mem_must(strdup(text)), *statements;

	*report = (struct report){ .name = name, .title = name, .file_column = -1 };
	statements = read_head(report, parts, err);
	if (statements != NULL)
		split(report, statements);
	/* one more is that of a verdict */
	if (statements != NULL && report->stage_count == SQL_STAGES_MAX)
		err_set(err, ERR_FORMAT, "over %d tables", SQL_STAGES_MAX - 1);
	else if (statements != NULL)
		return true;
	if (*report->doc != '\0')
		free((char *)(uintptr_t)report->doc);
	free(parts);
	return err_prefix(err, "%s.sql", name);
}

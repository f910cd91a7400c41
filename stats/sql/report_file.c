#include "stats/sql/report_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/text.h"

/* --- words ------------------------------------------------------------------------------ */

static char *copy(const char *text, size_t len)
{
	char *bytes = mem_zeroed(len + 1, 1);

	memcpy(bytes, text, len);
	return bytes;
}

static const char *skip_blanks(const char *text, const char *end)
{
	while (text < end && (*text == ' ' || *text == '\t'))
		text++;
	return text;
}

/* Without the blanks at either end. */
static char *copy_trimmed(const char *text, const char *end)
{
	text = skip_blanks(text, end);
	while (end > text && (end[-1] == ' ' || end[-1] == '\t'))
		end--;
	return copy(text, (size_t)(end - text));
}

static bool is_word(const char *word, size_t len, const char *text)
{
	return strlen(text) == len && memcmp(word, text, len) == 0;
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
	const char *kind = strrchr(heading, ':');
	size_t len;

	*column = (struct column){ .name = heading };
	if (kind == NULL) {
		column->decimals = 3;
		return true;
	}
	column->name = copy(heading, (size_t)(kind++ - heading));
	len = strcspn(kind, ".?");
	for (size_t i = 0; i < sizeof(kinds) / sizeof(*kinds); i++) {
		if (!is_word(kind, len, kinds[i].word))
			continue;
		column->kind = kinds[i].kind;
		kind += len;
		if (kind[0] == '.' && kind[1] >= '0' && kind[1] <= '3') {
			column->decimals = (uint8_t)(kind[1] - '0');
			kind += 2;
		}
		if (kind[0] == '?' && kind[1] >= '1' && kind[1] <= '9') {
			char *end;

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
	static const struct {
		const char *word;
		enum report_need need;
	} needs[] = {
		{ "kernels", NEED_KERNELS },
		{ "copies", NEED_MEMORY },
		{ "operations", NEED_OPS },
		{ "calls", NEED_API },
		{ "ranges", NEED_RANGES },
		{ "nccl", NEED_NCCL },
		{ "steps", NEED_STEPS },
		{ "path", NEED_PATH },
		{ "mpi", NEED_MPI },
		{ "mpi-calls", NEED_MPI_CALLS },
		{ "ucx", NEED_UCX },
		{ "openacc", NEED_OPENACC },
		{ "os-runtime", NEED_OS_RUNTIME },
		{ "openmp", NEED_OPENMP },
		{ "names", NEED_NAMED },
		{ "pages", NEED_PAGES },
		{ "gpu-metrics", NEED_GPU_METRICS },
		{ "network-metrics", NEED_NETWORK_METRICS },
		{ "memory", NEED_MEMORY_USE },
		{ "details", NEED_DETAILS },
	};

	while (*value != '\0') {
		size_t len = strcspn(value, ", "), i = 0;

		while (i < ARRAY_SIZE(needs) && !is_word(value, len, needs[i].word))
			i++;
		if (i == ARRAY_SIZE(needs))
			return err_set(err, ERR_FORMAT, "'%s' is not known to be needed", value);
		report->needs |= needs[i].need;
		value += len;
		value += strspn(value, ", ");
	}
	return true;
}

/* "gap = 500ms; the shortest gap that is listed" */
static bool add_parameter(struct sql_report *report, const char *value, struct err *err)
{
	/* options of the command that set one */
	static const char *const options[][2] = { { "gap", "--min-gap" }, { "chunks", "--chunks" },
		{ "pace", "--pace" } };
	struct sql_parameter *parameter = &report->parameters[report->parameter_count];
	const char *equals = strchr(value, '='), *end = value + strcspn(value, ";");

	if (equals == NULL || equals > end || report->parameter_count == SQL_PARAMETERS_MAX)
		return err_set(
			err, ERR_FORMAT, "parameter '%s': expected NAME = DEFAULT; WHAT", value);
	parameter->name = copy_trimmed(value, equals);
	parameter->value = copy_trimmed(equals + 1, end);
	parameter->doc = *end == ';' ? copy_trimmed(end + 1, end + strlen(end)) : "";
	report->parameter_count++;
	for (size_t i = 0; i < ARRAY_SIZE(options); i++) {
		if (strcmp(options[i][0], parameter->name) == 0)
			report->report.option = options[i][1];
	}
	return true;
}

/* "kernel; cuda_gpu_kern_sum" */
static bool add_pace(struct report *report, const char *value, struct err *err)
{
	const char *list = strchr(value, ';');

	if (list == NULL)
		return err_set(err, ERR_FORMAT, "pace '%s': expected WHAT; REPORT", value);
	report->pace_of = copy_trimmed(value, list);
	report->pace_list = copy_trimmed(list + 1, list + strlen(list));
	return true;
}

static bool take_word(struct sql_report *of, const char *word, const char *value, struct err *err)
{
	struct report *report = &of->report;

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
		return add_parameter(of, value, err);
	else if (strcmp(word, "pace") == 0)
		return add_pace(report, value, err);
	else if (strcmp(word, "chart") == 0)
		report->chart = value;
	else if (strcmp(word, "timeline") == 0) {
		of->timeline = value;
		report->timeline = &of->shape;
	} else
		return err_set(err, ERR_FORMAT, "unknown line '-- %s: %s'", word, value);
	return true;
}

/* The text of a comment's line, without its dashes; NULL: it is none. */
static const char *comment_of(const char *line, const char *end)
{
	line = skip_blanks(line, end);
	return end - line >= 2 && memcmp(line, "--", 2) == 0 ? skip_blanks(line + 2, end) : NULL;
}

static const char *line_end(const char *line)
{
	return line + strcspn(line, "\n");
}

static const char *next_line(const char *end)
{
	return *end == '\n' ? end + 1 : end;
}

/* Whether a comment is no part of the head, but says which statement follows. */
static bool begins_part(const char *line, const char *end)
{
	size_t len = (size_t)(end - line);

	return is_word(line, len, "each file:") || is_word(line, len, "all files:");
}

static bool is_kept(const struct sql_report *of, const char *value)
{
	return of->report.alias == value || of->report.chart == value || of->timeline == value;
}

/*
 * Read the comments: a title, paragraphs, and, in the last one, what machines read. Returns what
 * follows.
 */
static const char *read_head(struct sql_report *report, const char *text, bool *ok, struct err *err)
{
	struct text doc = { 0 };
	int paragraph = 0;

	*ok = true;
	for (const char *end; *ok && *text != '\0'; text = next_line(end)) {
		const char *line, *colon;

		end = line_end(text);
		line = comment_of(text, end);
		if (line == NULL || begins_part(line, end))
			break;
		if (line == end) {
			paragraph++;
			continue;
		}
		colon = memchr(line, ':', (size_t)(end - line));
		if (paragraph == 0) {
			free((char *)(uintptr_t)report->report.title);
			report->report.title = copy_trimmed(line, end);
		} else if (paragraph == 1) {
			text_add_string(&doc, doc.len > 0 ? " " : "");
			text_add(&doc, line, (size_t)(end - line));
		} else if (colon != NULL) {
			char *word = copy_trimmed(line, colon),
			     *value = copy_trimmed(colon + 1, end);

			*ok = take_word(report, word, value, err);
			free(word);
			if (!is_kept(report, value))
				free(value);
		} else {
			*ok = err_set(
				err, ERR_FORMAT, "unknown line '%.*s'", (int)(end - text), text);
		}
	}
	report->report.doc = doc.len > 0 ? doc.bytes : "";
	return text;
}

/* --- statements --------------------------------------------------------------------------- */

/* Where the part of that name begins, after its line; NULL: there is none. */
static const char *find_part(const char *text, const char *name, const char **before)
{
	for (const char *end; *text != '\0'; text = next_line(end)) {
		const char *line;

		end = line_end(text);
		line = comment_of(text, end);
		if (line != NULL && is_word(line, (size_t)(end - line), name)) {
			*before = text;
			return next_line(end);
		}
	}
	return NULL;
}

/* A statement without the semicolon that ends it, and what is behind. */
static const char *copy_statement(const char *begin, const char *end)
{
	while (end > begin && strchr(" \t\r\n;", end[-1]) != NULL)
		end--;
	return copy(begin, (size_t)(end - begin));
}

static void split(struct sql_report *report, const char *text)
{
	const char *end = text + strlen(text), *before;
	const char *note = find_part(text, "note:", &before);

	if (note != NULL) {
		report->note = copy_statement(note, end);
		end = before;
	}
	report->rows = find_part(text, "all files:", &before);
	if (report->rows == NULL) {
		report->rows = copy_statement(text, end);
		return;
	}
	report->rows = copy_statement(report->rows, end);
	end = before;
	text = find_part(text, "each file:", &before);
	report->each = text != NULL ? copy_statement(text, end) : NULL;
	/* what depends on values of parameters is not the same in all */
	report->report.merges =
		report->parameter_count == 0 && strstr(report->rows, "\":file\"") == NULL;
}

/* The name of a file without its folder and ending. */
static char *name_of(const char *path)
{
	const char *slash = strrchr(path, '/'), *name = slash != NULL ? slash + 1 : path;

	return copy(name, strlen(name) - strlen(".sql"));
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

bool sql_report_read(struct sql_report *report, const char *path, struct err *err)
{
	struct text text = { 0 };
	char *name = name_of(path);

	if (!read_text(path, &text, err) || !sql_report_parse(report, name, text.bytes, err)) {
		const struct report *head = &report->report;

		if (head->title != name)
			free((char *)(uintptr_t)head->title);
		if (head->doc != NULL && *head->doc != '\0')
			free((char *)(uintptr_t)head->doc);
		free(name);
		text_release(&text);
		return false;
	}
	report->path = path;
	report->source = text.bytes;
	report->report.takes_sums = true;
	return true;
}

bool sql_report_parse(
	struct sql_report *report, const char *name, const char *text, struct err *err)
{
	bool ok;

	*report = (struct sql_report){ .report = { .name = name, .is_sql = true },
		.file_column = -1 };
	text = read_head(report, text, &ok, err);
	if (report->report.title == NULL)
		report->report.title = name;
	if (!ok)
		return err_prefix(err, "%s.sql", name);
	split(report, text);
	return true;
}

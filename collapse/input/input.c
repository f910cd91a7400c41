#include "collapse/input/input.h"

#include <string.h>
#include <sys/stat.h>
#include <strings.h>

#include "base/utf8.h"

static bool ends_with(const char *text, const char *end)
{
	size_t len = strlen(text), end_len = strlen(end);

	return len >= end_len && strcasecmp(text + len - end_len, end) == 0;
}

/*
 * nsys's own reports begin with this, as seen in those of 2022.4. It is undocumented, and nsys
 * goes by file names: so does this for binary files without it.
 */
static bool is_nsys_report(const char *path, const char *head, size_t len)
{
	static const char magic[] = "NVIDIA Tegra Profiler Report ";

	if (len >= sizeof(magic) - 1 && memcmp(head, magic, sizeof(magic) - 1) == 0)
		return true;
	return (ends_with(path, ".nsys-rep") || ends_with(path, ".qdrep") ||
		       ends_with(path, ".qdstrm")) &&
	       memchr(head, '\0', len) != NULL;
}

/* The first byte at or after `at` that is not white space of JSON or XML; '\0' at the end. */
static char next_mark(const char *head, size_t len, size_t *at)
{
	while (*at < len && strchr(" \t\r\n", head[*at]) != NULL && head[*at] != '\0')
		++*at;
	return *at < len ? head[*at] : '\0';
}

/*
 * A stack may begin like JSON or XML ("[CUDA memset] 5", "<module>;main 5"): so check what
 * follows.
 */
static enum input_kind kind_of_text(const char *head, size_t len)
{
	static const char *const xml[] = { "<?xml", "<svg", "<!DOCTYPE", "<!--" };
	size_t at = utf8_mark(head, len), inside;
	char mark = next_mark(head, len, &at), next;

	inside = at + 1;
	next = next_mark(head, len, &inside);
	if (mark == '{' && (next == '"' || next == '}'))
		return INPUT_JSON;
	if (mark == '[' && (next == '{' || next == ']'))
		return INPUT_JSON;
	for (size_t i = 0; mark == '<' && i < ARRAY_SIZE(xml); i++) {
		if (len - at >= strlen(xml[i]) && memcmp(head + at, xml[i], strlen(xml[i])) == 0)
			return INPUT_XML;
	}
	return INPUT_TEXT;
}

/* Bytes peeked from a pipe are gone when the file is read. */
static bool check_is_file(const struct gzip *bytes, struct err *err)
{
	struct stat status;

	if (fstat(bytes->fd, &status) != 0 ||
		(!S_ISFIFO(status.st_mode) && !S_ISSOCK(status.st_mode)))
		return true;
	return err_set(err, ERR_IO,
		"cannot read '%s': it is a pipe, and the input is read more than once; "
		"write it to a file first",
		bytes->path);
}

bool input_sniff(struct gzip *bytes, enum input_kind *kind, struct err *err)
{
	char head[GZIP_PEEK_MAX];
	size_t len;

	if (!check_is_file(bytes, err) || !gzip_peek(bytes, head, sizeof(head), &len, err))
		return false;
	if (len == 0 && !gzip_is_compressed(bytes))
		return err_set(err, ERR_EMPTY, "cannot read '%s': the file is empty", bytes->path);
	if (len >= 16 && memcmp(head, "SQLite format 3", 16) == 0)
		*kind = INPUT_SQLITE;
	else if (is_nsys_report(bytes->path, head, len))
		*kind = INPUT_NSYS_REPORT;
	else
		*kind = kind_of_text(head, len);
	return true;
}

/* Continue with the export that nsys makes of its report. */
static bool open_export(struct input *input, const char *nsys, struct err *err)
{
	if (!nsys_export(&input->export, nsys, input->path, err))
		return false;
	gzip_close(&input->bytes);
	input->kind = INPUT_SQLITE;
	return gzip_open(&input->bytes, input->export.path, err);
}

static bool open_as_found(struct input *input, const char *nsys, struct err *err)
{
	if (!input_sniff(&input->bytes, &input->kind, err))
		return false;
	if (gzip_is_compressed(&input->bytes) && input->kind != INPUT_JSON &&
		input->kind != INPUT_XML)
		return err_set(err, ERR_FORMAT,
			"cannot read '%s': compressed; decompress it first (gunzip)", input->path);
	if (input->kind == INPUT_NSYS_REPORT && !open_export(input, nsys, err))
		return false;
	return input->kind != INPUT_SQLITE ||
	       database_open(&input->database, input->bytes.fd, input->bytes.path, err);
}

bool input_open(struct input *input, const char *path, const char *nsys, struct err *err)
{
	*input = (struct input){ .path = path };
	if (!gzip_open(&input->bytes, path, err))
		return false;
	if (open_as_found(input, nsys, err))
		return true;
	input_close(input);
	return false;
}

void input_close(struct input *input)
{
	database_close(&input->database);
	gzip_close(&input->bytes);
	if (input->export.path != NULL)
		nsys_export_remove(&input->export);
}

#include "collapse/input/input.h"

#include <stdlib.h>

#include "base/chars.h"
#include "base/private_file.h"
#include "base/utf8.h"

/* The application id of a partial result, at its place in the header (docs/FORMATS.md). */
static const char partial[] = "gfpr";
enum { APPLICATION_ID = 68 };

/*
 * nsys's own reports begin with this, as seen in those of 2022.4. It is undocumented, and nsys
 * goes by file names: so does this for binary files without it.
 */
static bool is_nsys_report(const char *path, const char *head, size_t len)
{
	static const char magic[] = "NVIDIA Tegra Profiler Report ";

	if (len >= sizeof(magic) - 1 && memcmp(head, magic, sizeof(magic) - 1) == 0)
		return true;
	return (ends_as_file(path, ".nsys-rep") || ends_as_file(path, ".qdrep") ||
		       ends_as_file(path, ".qdstrm")) &&
	       memchr(head, '\0', len) != NULL;
}

/* The first byte at or after `at` that is not white space of JSON or XML; '\0' at the end. */
static char next_mark(const char *head, size_t len, size_t *at)
{
	while (*at < len && strchr(" \t\r\n", head[*at]) != NULL && head[*at] != '\0')
		++*at;
	return *at < len ? head[*at] : '\0';
}

/* Whether a line that is seen as a whole ends like a stack, with a blank and a number. */
static bool ends_with_number(const char *line, size_t len)
{
	const char *end = memchr(line, '\n', len), *at = end;

	while (at != NULL && at > line && ((at[-1] >= '0' && at[-1] <= '9') || at[-1] == '\r'))
		at--;
	return at != NULL && at < end && at > line && at[-1] == ' ';
}

/* Whether JSON begins so, with # for a number, @ for a letter, and more spaces perhaps. */
static bool begins_with(const char *text, size_t len, const char *begin)
{
	for (; *begin != '\0' && len > 0; text++, len--) {
		if (*begin == '#' && strchr("0123456789 ", *text) == NULL)
			begin++;
		if (*begin == *text || (*begin == '@' && strchr("XBERst", *text) != NULL))
			begin++;
		else if (*begin != '#' && strchr(" \t\r\n", *text) == NULL)
			return false;
	}
	return *begin == '\0';
}

/*
 * A stack may begin like JSON or XML ("[CUDA memset] 5", "<module>;main 5", "<svg> 5"): so check
 * what follows.
 */
static enum input_kind kind_of_text(const char *head, size_t len)
{
	static const struct {
		const char *begin;
		enum input_kind kind;
	} json[] = {
		{ "\"rocprofiler-sdk-tool\"", INPUT_ROCPROF },
		{ "\"displayTimeUnit\":\"ns\",\"metadata\":{\"highres-ticks\"", INPUT_JAX_JSON },
		/* perfetto_trace.json.gz beside it */
		{ "\"displayTimeUnit\":\"ns\",\"traceEvents\":[{\"ph\":\"M\",\"pid\":#,"
		  "\"name\":\"process_name\",\"args\":{\"name\":\"/",
			INPUT_JAX_JSON },
		{ "\"traceEvents\":[\n{\"ph\": \"@\", \"tid\": ", INPUT_UNITRACE },
	};
	static const char *const xml[] = { "<?xml", "<svg", "<!DOCTYPE", "<!--" };
	size_t at = utf8_mark(head, len), inside;
	char mark = next_mark(head, len, &at), next;

	inside = at + 1;
	next = next_mark(head, len, &inside);
	for (size_t i = 0; mark == '{' && i < ARRAY_SIZE(json); i++) {
		if (begins_with(head + inside, len - inside, json[i].begin))
			return json[i].kind;
	}
	if (mark == '{' && (next == '"' || next == '}'))
		return INPUT_JSON;
	if (mark == '[' && (next == '{' || next == ']'))
		return INPUT_JSON;
	if (mark != '<' || ends_with_number(head + at, len - at))
		return INPUT_TEXT;
	for (size_t i = 0; i < ARRAY_SIZE(xml); i++) {
		if (len - at >= strlen(xml[i]) && memcmp(head + at, xml[i], strlen(xml[i])) == 0)
			return INPUT_XML;
	}
	return INPUT_TEXT;
}

/* A plane, as field 1: its number, and its name as field 2. */
static bool is_xplane(const char *head, size_t len)
{
	static const char *const names[] = { "/host:", "/device:", "Task Environment" };
	size_t at = 1;

	if (len < 64 || head[0] != '\x0a')
		return false;
	while (at < 8 && (head[at] & 0x80) != 0) /* its length */
		at++;
	if (head[++at] == '\x08')
		while (at < 24 && (head[++at] & 0x80) != 0)
			;
	at += head[at] != '\x12';
	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		if (head[at] == '\x12' && strncmp(head + at + 2, names[i], strlen(names[i])) == 0)
			return true;
	}
	return false;
}

bool input_sniff(struct bytes *bytes, enum input_kind *kind, struct err *err)
{
	char head[BYTES_PEEK_MAX];
	size_t len;

	if (!bytes_peek(bytes, head, sizeof(head), &len, err))
		return false;
	if (len == 0 && !bytes_is_compressed(bytes))
		return err_set(err, ERR_EMPTY, "cannot read '%s': the file is empty", bytes->path);
	if (len >= 16 && memcmp(head, "SQLite format 3", 16) == 0)
		*kind = len >= APPLICATION_ID + 4 && memcmp(head + APPLICATION_ID, partial, 4) == 0
				? INPUT_PARTIAL
				: INPUT_SQLITE;
	else if (is_nsys_report(bytes->path, head, len))
		*kind = INPUT_NSYS_REPORT;
	else if (is_xplane(head, len))
		*kind = INPUT_XPLANE;
	else
		*kind = kind_of_text(head, len);
	return true;
}

/* What is opened by path needs one: compressed, or through a pipe, it has none. */
static bool open_copy(struct input *input, struct err *err)
{
	const char *name = input->kind == INPUT_NSYS_REPORT ? "input.nsys-rep" : "input.sqlite";

	if (input->bytes.is_file && !bytes_is_compressed(&input->bytes))
		return true;
	return bytes_spool(&input->bytes, name, &input->copy, err);
}

/* It is open, or will not be. */
static void remove_copy(struct input *input)
{
	if (input->copy != NULL)
		private_file_remove(input->copy);
	free(input->copy);
	input->copy = NULL;
}

/* Continue with the export that nsys makes of its report. */
static bool open_export(struct input *input, const char *nsys, bool quiet, struct err *err)
{
	if (!nsys_export(&input->export, nsys, quiet,
		    input->copy != NULL ? input->copy : input->path, err))
		return false;
	remove_copy(input);
	bytes_close(&input->bytes);
	input->kind = INPUT_SQLITE;
	return bytes_open(&input->bytes, input->export.path, err);
}

static bool open_database(struct input *input, struct err *err)
{
	const char *path = input->copy != NULL ? input->copy : input->bytes.path;
	char run[1];

	if (!database_open(&input->database, input->bytes.fd, path, input->bytes.path, err))
		return false;
	if (input->kind == INPUT_SQLITE &&
		database_tables(&input->database, "rocpd_", run, sizeof(run)) > 0)
		input->kind = INPUT_ROCPD;
	return true;
}

static bool is_database(const struct input *input)
{
	return input->kind == INPUT_SQLITE || input->kind == INPUT_NSYS_REPORT ||
	       input->kind == INPUT_ROCPD || input->kind == INPUT_PARTIAL;
}

bool input_open(struct input *input, const char *path, struct err *err)
{
	*input = (struct input){ 0 };
	if (!bytes_open(&input->bytes, path, err))
		return false;
	input->path = input->bytes.path;
	input->is_file = input->bytes.is_file;
	if (input_sniff(&input->bytes, &input->kind, err))
		return true;
	input_close(input);
	return false;
}

bool input_load(struct input *input, const char *nsys, bool quiet, struct err *err)
{
	bool ok;

	if (!is_database(input) || input->database.handle != NULL)
		return true;
	ok = open_copy(input, err) &&
	     (input->kind != INPUT_NSYS_REPORT || open_export(input, nsys, quiet, err)) &&
	     open_database(input, err);
	remove_copy(input);
	return ok;
}

void input_close(struct input *input)
{
	database_close(&input->database);
	bytes_close(&input->bytes);
	if (input->export.path != NULL)
		nsys_export_remove(&input->export);
}

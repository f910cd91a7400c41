#include "collapse/input/input.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <strings.h>
#include <unistd.h>

#include "base/utf8.h"
#include "collapse/input/gzip.h"

static bool ends_with(const char *text, const char *end)
{
	size_t len = strlen(text), end_len = strlen(end);

	return len >= end_len && strcasecmp(text + len - end_len, end) == 0;
}

/*
 * nsys's own reports begin with this, read off those of 2022.4. It is documented
 * nowhere, and nsys goes by names: so does this for binary files without it.
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

/* The first byte at or behind `at` that is no white space of JSON or XML; '\0' at the end. */
static char next_mark(const char *head, size_t len, size_t *at)
{
	while (*at < len && strchr(" \t\r\n", head[*at]) != NULL && head[*at] != '\0')
		++*at;
	return *at < len ? head[*at] : '\0';
}

/*
 * A stack may begin like JSON or XML ("[CUDA memset] 5", "<module>;main 5"):
 * what follows must agree.
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

/* What is looked at here is gone from a pipe when the file is read. */
static bool check_is_file(int fd, const char *path, struct err *err)
{
	struct stat status;

	if (fstat(fd, &status) != 0 || (!S_ISFIFO(status.st_mode) && !S_ISSOCK(status.st_mode)))
		return true;
	return err_set(err, ERR_IO,
		"cannot read '%s': it is a pipe, and what it holds is looked at more than once; "
		"write it to a file first",
		path);
}

static bool read_head(const char *path, char *head, size_t size, size_t *len, struct err *err)
{
	ssize_t got;
	int fd = open(path, O_RDONLY | O_CLOEXEC);

	if (fd < 0)
		return err_set_errno(err, errno, "cannot open '%s'", path);
	if (!check_is_file(fd, path, err)) {
		close(fd);
		return false;
	}
	got = read(fd, head, size);
	if (got < 0) {
		err_set_errno(err, errno, "cannot read '%s'", path);
		close(fd);
		return false;
	}
	close(fd);
	if (got == 0)
		return err_set(err, ERR_EMPTY, "cannot read '%s': the file is empty", path);
	*len = (size_t)got;
	return true;
}

static bool read_gzipped_head(
	const char *path, char *head, size_t size, size_t *len, struct err *err)
{
	struct gzip gzip;
	bool ok;

	if (!gzip_open(&gzip, path, err))
		return false;
	ok = gzip_read(&gzip, head, size, len, err);
	gzip_close(&gzip);
	return ok;
}

bool input_kind_of(const char *path, enum input_kind *kind, bool *gzipped, struct err *err)
{
	char head[4096];
	size_t len;

	if (!read_head(path, head, sizeof(head), &len, err))
		return false;
	*gzipped = len >= 2 && memcmp(head, "\x1f\x8b", 2) == 0;
	if (*gzipped && !read_gzipped_head(path, head, sizeof(head), &len, err))
		return false;
	if (len >= 16 && memcmp(head, "SQLite format 3", 16) == 0)
		*kind = INPUT_SQLITE;
	else if (is_nsys_report(path, head, len))
		*kind = INPUT_NSYS_REPORT;
	else
		*kind = kind_of_text(head, len);
	return true;
}

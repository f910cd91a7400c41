#include "collapse/input.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

static bool ends_with(const char *text, const char *end)
{
	size_t len = strlen(text), end_len = strlen(end);

	return len >= end_len && strcasecmp(text + len - end_len, end) == 0;
}

/*
 * nsys's own reports have no documented magic. They are binary, and nsys itself
 * goes by their names: so does this, for what is not plain text.
 */
static bool is_nsys_report(const char *path, const char *head, size_t len)
{
	return (ends_with(path, ".nsys-rep") || ends_with(path, ".qdrep") ||
		       ends_with(path, ".qdstrm")) &&
	       memchr(head, '\0', len) != NULL;
}

bool input_kind_of(const char *path, enum input_kind *kind, struct err *err)
{
	char head[4096];
	ssize_t got;
	int fd = open(path, O_RDONLY | O_CLOEXEC);

	if (fd < 0)
		return err_set_errno(err, errno, "cannot open '%s'", path);
	got = read(fd, head, sizeof(head));
	if (got < 0) {
		err_set_errno(err, errno, "cannot read '%s'", path);
		close(fd);
		return false;
	}
	close(fd);
	if (got == 0)
		return err_set(err, ERR_EMPTY, "cannot read '%s': the file is empty", path);
	if (got >= 16 && memcmp(head, "SQLite format 3", 16) == 0)
		*kind = INPUT_SQLITE;
	else if (is_nsys_report(path, head, (size_t)got))
		*kind = INPUT_NSYS_REPORT;
	else
		*kind = INPUT_TEXT;
	return true;
}

#define _GNU_SOURCE /* strcasestr */
#include "cmd/terminal.h"

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/opt.h"

static bool is_stdout(const char *output)
{
	return output == NULL || strcmp(output, "-") == 0;
}

static bool get_size(struct winsize *size)
{
	return isatty(STDOUT_FILENO) == 1 && ioctl(STDOUT_FILENO, TIOCGWINSZ, size) == 0;
}

size_t terminal_width(const char *output)
{
	const char *columns = getenv("COLUMNS");
	struct winsize size;
	uint64_t width;

	if (!is_stdout(output))
		return 0;
	if (columns != NULL && opt_parse_uint(columns, &width) && width > 0 && width < 10000)
		return (size_t)width;
	return get_size(&size) ? size.ws_col : 0;
}

size_t terminal_height(const char *output)
{
	struct winsize size;

	return is_stdout(output) && get_size(&size) ? size.ws_row : 0;
}

const char *color_word(size_t index)
{
	static const char *const words[] = { "auto", "always", "never" };

	return index < ARRAY_SIZE(words) ? words[index] : NULL;
}

bool terminal_has_color(const char *output, enum color_when when)
{
	const char *no_color = getenv("NO_COLOR"), *term = getenv("TERM");

	if (when != COLOR_AUTO)
		return when == COLOR_ALWAYS;
	return is_stdout(output) && isatty(STDOUT_FILENO) == 1 &&
	       (no_color == NULL || no_color[0] == '\0') &&
	       (term == NULL || strcmp(term, "dumb") != 0);
}

bool terminal_speaks_utf8(void)
{
	/* in the C library's order */
	static const char *const variables[] = { "LC_ALL", "LC_CTYPE", "LANG" };

	for (size_t i = 0; i < ARRAY_SIZE(variables); i++) {
		const char *value = getenv(variables[i]);

		if (value != NULL && value[0] != '\0')
			return strcasestr(value, "utf-8") != NULL ||
			       strcasestr(value, "utf8") != NULL;
	}
	return false;
}

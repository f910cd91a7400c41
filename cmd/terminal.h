#ifndef CMD_TERMINAL_H
#define CMD_TERMINAL_H

#include <stdbool.h>
#include <stddef.h>

/* The terminal that a command's output goes to; `output` is the path of -o. */

/* Columns: $COLUMNS, or the terminal's; 0: no limit, the output is not a terminal. */
size_t terminal_width(const char *output);

/* Lines of the screen; 0: the output is not a terminal. */
size_t terminal_height(const char *output);

/* The words of --color. */
enum color_when {
	COLOR_AUTO,
	COLOR_ALWAYS,
	COLOR_NEVER,
};

const char *color_word(size_t index);

#define TERMINAL_COLOR_OPT(value_) \
	OPT_WORD(0, "color", value_, "WHEN", color_word, "colours and bold headings in the text")

/* Whether to use colours; COLOR_AUTO: on a terminal, unless $NO_COLOR is set (no-color.org). */
bool terminal_has_color(const char *output, enum color_when when);

/* Whether the locale's encoding is UTF-8. */
bool terminal_speaks_utf8(void);

#endif /* CMD_TERMINAL_H */

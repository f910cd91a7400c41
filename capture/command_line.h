#ifndef CAPTURE_COMMAND_LINE_H
#define CAPTURE_COMMAND_LINE_H

#include <stddef.h>

/*
 * This process's command line as ps shows it, arguments joined by blanks, cut to fit into
 * `size` bytes with its end; empty if it cannot be read.
 */
void command_line_read(char *text, size_t size);

#endif /* CAPTURE_COMMAND_LINE_H */

#include "capture/command_line.h"

#include "base/platform.h"

void command_line_read(char *text, size_t size)
{
	size_t len = platform_read("/proc/self/cmdline", text, size);

	while (len > 0 && text[len - 1] == '\0')
		len--;
	for (size_t i = 0; i < len; i++) {
		if (text[i] == '\0')
			text[i] = ' ';
	}
	text[len] = '\0';
}

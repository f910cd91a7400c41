#include "capture/command_line.h"

#include <fcntl.h>
#include <unistd.h>

void command_line_read(char *text, size_t size)
{
	int fd = open("/proc/self/cmdline", O_RDONLY | O_CLOEXEC);
	size_t len = 0;
	ssize_t got = fd >= 0 ? 1 : 0;

	/* a read may end at a page */
	while (got > 0 && len + 1 < size) {
		got = read(fd, text + len, size - 1 - len);
		len += got > 0 ? (size_t)got : 0;
	}
	if (fd >= 0)
		close(fd);
	while (len > 0 && text[len - 1] == '\0')
		len--;
	for (size_t i = 0; i < len; i++) {
		if (text[i] == '\0')
			text[i] = ' ';
	}
	text[len] = '\0';
}

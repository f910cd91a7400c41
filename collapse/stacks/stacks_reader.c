#include "collapse/stacks/stacks_reader.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/folded.h"

bool stacks_read(const char *path, struct tree *tree, char format[96], struct err *err)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	bool ok;

	if (fd < 0)
		return err_set_errno(err, errno, "cannot open '%s'", path);
	ok = folded_read(fd, path, tree, err);
	close(fd);
	if (ok && tree->count == 1)
		return err_set(err, ERR_EMPTY, "'%s' holds no stack", path);
	if (!ok && err->code == ERR_FORMAT && tree->count == 1)
		return err_set(err, ERR_FORMAT,
			"cannot read '%s': no report of nsys, no trace of PyTorch, no flame graph,"
			" and its first line is no folded stack ('frame;frame value')",
			path);
	snprintf(format, 96, "folded stacks");
	return ok;
}

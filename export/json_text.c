#include "export/json_text.h"

#include <errno.h>

#include "base/folded.h"

void json_put_value(FILE *out, uint64_t value, unsigned decimals)
{
	char text[64];

	folded_format_value(value, decimals, text, sizeof(text));
	fputs(text, out);
}

bool json_flush(FILE *out, struct err *err)
{
	errno = 0;
	if (fflush(out) == 0 && ferror(out) == 0)
		return true;
	return err_set_errno(err, errno != 0 ? errno : EIO, "cannot write");
}

#include "export/json_text.h"

#include <errno.h>

#include "base/folded.h"

void json_put_value(struct json_write *json, const char *key, uint64_t value, unsigned decimals)
{
	char text[64];

	folded_format_value(value, decimals, text, sizeof(text));
	jw_raw(json, key, "%s", text);
}

void json_put_stack(struct json_write *json, const char *key, const uint32_t *path, uint32_t depth)
{
	jw_array(json, key);
	for (uint32_t level = 0; level < depth; level++)
		jw_uint(json, NULL, path[level]);
	jw_end(json);
}

bool json_finish(struct json_write *json, struct err *err)
{
	text_add_string(json->text, "\n");
	jw_flush(json);
	text_release(json->text);
	return json_flush(json->out, err);
}

bool json_flush(FILE *out, struct err *err)
{
	errno = 0;
	if (fflush(out) == 0 && ferror(out) == 0)
		return true;
	return err_set_errno(err, errno != 0 ? errno : EIO, "cannot write");
}

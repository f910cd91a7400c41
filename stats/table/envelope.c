#include "stats/table/envelope.h"

void envelope_begin(
	struct json_write *json, const char *command, const char *const *files, size_t count)
{
	jw_object(json, NULL);
	jw_uint(json, "schema", ENVELOPE_SCHEMA);
	jw_string(json, "command", command);
	jw_array(json, "files");
	for (size_t i = 0; i < count; i++)
		jw_string(json, NULL, files[i]);
	jw_end(json);
}

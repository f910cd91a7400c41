#include "stats/table/envelope.h"

#include <stdio.h>
#include <string.h>

bool envelope_begin(struct text *json, const char *command, const char *const *files, size_t count,
	struct err *err)
{
	char head[64];
	bool ok;

	snprintf(head, sizeof(head), "{\"schema\":%d,\"command\":\"%s\",\"files\":[",
		ENVELOPE_SCHEMA, command);
	ok = text_try_add_string(json, head, err);
	for (size_t i = 0; ok && i < count; i++)
		ok = (i == 0 || text_try_add(json, ",", 1, err)) &&
		     text_try_add_json(json, files[i], strlen(files[i]), err);
	return ok && text_try_add(json, "]", 1, err);
}

#ifndef STATS_TABLE_ENVELOPE_H
#define STATS_TABLE_ENVELOPE_H

#include "base/json_write.h"

/*
 * The JSON of all commands that answer something is one object that begins alike
 * (docs/FORMATS.md, "JSON"): the version of the format, the command, and the files it read.
 */
enum { ENVELOPE_SCHEMA = 1 }; /* raised when a member is removed or changes its meaning */

/* Begin the object; more members and its end follow. */
void envelope_begin(
	struct json_write *json, const char *command, const char *const *files, size_t count);

#endif /* STATS_TABLE_ENVELOPE_H */

#include "capture/status.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/opt.h"
#include "capture/config.h"

static const char *const kinds[] = {
	[STATUS_CUDA] = "cuda",
	[STATUS_OPEN] = "open",
	[STATUS_DONE] = "done",
	[STATUS_FAIL] = "fail",
	[STATUS_NOTE] = "note",
};

/* Copy at most size - 1 bytes of `text`, control characters as blanks. */
static void copy_field(char *to, size_t size, const char *text)
{
	size_t i = 0;

	for (; text[i] != '\0' && i + 1 < size; i++)
		to[i] = (unsigned char)text[i] < ' ' || text[i] == 0x7f ? ' ' : text[i];
	to[i] = '\0';
}

size_t status_format(const struct status *status, char line[STATUS_LINE_SIZE])
{
	char rank[64], text[STATUS_LINE_SIZE - 256];
	int len;

	copy_field(rank, sizeof(rank), status->rank);
	copy_field(text, sizeof(text), status->text);
	len = snprintf(line, STATUS_LINE_SIZE,
		"%s\t%" PRId64 "\t%s\t%s\t%" PRIu64 "\t%" PRIu64 "\t%" PRIu64 "\t%" PRIu64 "\n",
		kinds[status->kind], status->pid, rank, text, status->ops, status->ns,
		status->ranges, status->dropped);
	return (size_t)len;
}

bool status_parse(char *line, struct status *status)
{
	char *fields[8];
	uint64_t pid = 0;

	line[strcspn(line, "\n")] = '\0';
	if (!config_split(line, fields, ARRAY_SIZE(fields)))
		return false;
	status->kind = (enum status_kind)config_index_of(fields[0], kinds, ARRAY_SIZE(kinds));
	if (status->kind == ARRAY_SIZE(kinds) || !opt_parse_uint(fields[1], &pid) ||
		pid > INT64_MAX || !opt_parse_uint(fields[4], &status->ops) ||
		!opt_parse_uint(fields[5], &status->ns) ||
		!opt_parse_uint(fields[6], &status->ranges) ||
		!opt_parse_uint(fields[7], &status->dropped))
		return false;
	status->pid = (int64_t)pid;
	status->rank = fields[2];
	status->text = fields[3];
	return true;
}

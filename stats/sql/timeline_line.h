#ifndef STATS_SQL_TIMELINE_LINE_H
#define STATS_SQL_TIMELINE_LINE_H

#include "stats/parts/report.h"

/*
 * Parse a report's line of that name, "start = Start; duration = Duration; name = Name; process =
 * Pid; thread = Tid; args = Tag .. Size", of names of columns. Further words: "context": the column
 * after the process is part of it; "process-word" and "thread-word", what these are. ERR_FORMAT.
 */
bool timeline_line_parse(struct timeline_shape *shape, const struct report *report,
	const char *line, struct err *err) MUST_CHECK;

#endif /* STATS_SQL_TIMELINE_LINE_H */

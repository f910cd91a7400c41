#ifndef STATS_SQL_TIMELINE_LINE_H
#define STATS_SQL_TIMELINE_LINE_H

#include "stats/measures/report.h"

/*
 * Parse a report's line of that name, "Start; Duration; Name; Pid; Tid; Tag; Size": columns, of
 * which the last two are the first and the last argument, if any. A process that is a text is a
 * GPU, and the column behind it is part of it. ERR_FORMAT.
 */
bool timeline_line_parse(struct timeline_shape *shape, const struct report *report,
	const char *line, struct err *err) MUST_CHECK;

#endif /* STATS_SQL_TIMELINE_LINE_H */

#ifndef STATS_CHART_ROLES_H
#define STATS_CHART_ROLES_H

#include "stats/measures/sink.h"

/*
 * What a picture shows of a report's rows, in one line: a kind, and which columns have which role,
 * by their names without units:
 *
 *     heat; x: Start; width: Duration; lane: PID, Device ID; value: Busy
 */
enum chart_kind {
	CHART_HEAT,   /* a cell for each row, in its lane, at its time or in its column */
	CHART_POINTS, /* a mark for each row; one picture below the other for several values */
	CHART_BARS,   /* from 0 to the value; of several values, each is a part of the one before */
	CHART_KINDS
};

enum chart_role {
	ROLE_X,          /* a number, or a text: columns or bars in their order */
	ROLE_TO,         /* where it ends, */
	ROLE_WIDTH,      /* or how far it goes */
	ROLE_VALUE,      /* heights; of a heat map: percent of 100 */
	ROLE_DIFFERENCE, /* of a heat map instead: percent, in two colours */
	ROLE_LOW,        /* how far a value spreads */
	ROLE_HIGH,
	ROLE_LANE,    /* rows with the same have a picture of their own */
	ROLE_SERIES,  /* and with the same have one colour */
	ROLE_SUBJECT, /* what the whole picture is of: in its heading */
	ROLE_MORE,    /* further texts of a mark */
	CHART_ROLES
};

enum { ROLE_COLUMNS = 4, CHART_COLUMNS = 16 };

struct chart_roles {
	enum chart_kind kind;
	bool logarithmic;               /* both axes: "points log" */
	uint8_t columns[CHART_COLUMNS]; /* by role: indices of the report's */
	uint8_t begin[CHART_ROLES + 1]; /* where those of a role begin */
};

/* ERR_USAGE: unknown words, or columns that the report does not have. */
bool chart_roles_parse(struct chart_roles *roles, const char *text, const struct column *columns,
	size_t count, struct err *err) MUST_CHECK;

static inline size_t chart_count(const struct chart_roles *roles, enum chart_role role)
{
	return (size_t)roles->begin[role + 1] - roles->begin[role];
}

#endif /* STATS_CHART_ROLES_H */

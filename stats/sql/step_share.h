#ifndef STATS_SQL_STEP_SHARE_H
#define STATS_SQL_STEP_SHARE_H

#include "stats/sql/model.h"

/*
 * The time of each step, divided between phases so that nothing counts twice and nothing is
 * missing: the busy time that an operation adds to its device belongs to its phase, and so
 * does the gap before it; the gap after a step's last operation belongs to none (as with
 * --value idle, docs/VALUES.md).
 */
enum { STEP_PHASES = 8 };

extern const char *const step_phases[STEP_PHASES];

struct step_share {
	uint64_t busy, idle, exposed; /* of all devices of the process */
	uint64_t ops;
	uint64_t devices; /* number */
};

/* Fill model->shares, unless that has been done. */
bool sql_model_share_steps(struct sql_model *model, struct err *err) MUST_CHECK;

#endif /* STATS_SQL_STEP_SHARE_H */

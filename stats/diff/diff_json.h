#ifndef STATS_DIFF_DIFF_JSON_H
#define STATS_DIFF_DIFF_JSON_H

#include "stats/diff/diff_runs.h"

/* Parts of a comparison as JSON, appended to `json`. ERR_NOMEM. */

/* With no more digits than are significant. */
bool diff_json_number(struct text *json, double value, struct err *err) MUST_CHECK;

/* `"key":1.5` */
bool diff_json_value(struct text *json, const char *key, double value, struct err *err) MUST_CHECK;

/* `"key":-110` */
bool diff_json_whole(struct text *json, const char *key, uint64_t value, bool negative,
	struct err *err) MUST_CHECK;

/* The members of a change. */
bool diff_json_change(struct text *json, const struct diff *diff, const struct diff_change *change,
	struct err *err) MUST_CHECK;

#endif /* STATS_DIFF_DIFF_JSON_H */

#ifndef STATS_ROOFLINE_STATED_WORK_H
#define STATS_ROOFLINE_STATED_WORK_H

#include "base/rules.h"
#include "collapse/model/tensor_work.h"

/* What users state that each range of a name has to compute. */
struct stated_work {
	char *pattern;      /* of names: PCRE2 */
	struct rules rules; /* that alone */
	struct tensor_work work;
	bool is_used; /* some range with operations has such a name */
};

/* A zeroed struct is empty. */
struct stated_works {
	struct stated_work *list;
	size_t count, cap;
	bool were_asked; /* whether any is used is known */
};

/* Add "PATTERN=FLOP[:TYPE]", "^attention$=1.2e12:fp8". ERR_USAGE, ERR_PATTERN, ERR_NOMEM. */
bool stated_works_add(struct stated_works *works, const char *text, struct err *err) MUST_CHECK;
/* ERR_EMPTY: one is not used; a pattern with a mistake would count nothing. */
bool stated_works_check(const struct stated_works *works, struct err *err) MUST_CHECK;
void stated_works_release(struct stated_works *works);

/*
 * *found is the index + 1 of the first whose pattern a name matches, which is used then; 0: none.
 * `names` are the same in all calls. Errors as rules_apply().
 */
bool stated_works_find(struct stated_works *works, struct names *names, uint32_t name,
	uint32_t *found, struct err *err) MUST_CHECK;

#endif /* STATS_ROOFLINE_STATED_WORK_H */

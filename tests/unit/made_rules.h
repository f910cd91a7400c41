#ifndef TESTS_UNIT_MADE_RULES_H
#define TESTS_UNIT_MADE_RULES_H

#include "base/rules_text.h"
#include "tests/unit/test.h"

/* Rules, and names to which they apply. */
struct fixture {
	struct names names;
	struct rules rules;
	struct err err;
};

static inline void setup(struct fixture *f)
{
	*f = (struct fixture){ 0 };
	names_init(&f->names);
	rules_init(&f->rules, &f->names);
}

static inline void teardown(struct fixture *f)
{
	rules_release(&f->rules);
	names_release(&f->names);
}

static inline struct verdict judge(
	struct fixture *f, enum frame_kind kind, const char *text, size_t len)
{
	struct verdict verdict = { 0 };

	if (!rules_apply(&f->rules, kind, names_intern(&f->names, text, len), &verdict, &f->err))
		fail_msg("%s", f->err.msg);
	return verdict;
}

/* The name to show for a frame. */
static inline const char *shown(struct fixture *f, enum frame_kind kind, const char *text)
{
	uint32_t frame = judge(f, kind, text, strlen(text)).frame; /* the list may move */

	return f->names.list[frame].text;
}

#endif /* TESTS_UNIT_MADE_RULES_H */

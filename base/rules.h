#ifndef BASE_RULES_H
#define BASE_RULES_H

#include "base/err.h"
#include "base/names.h"

/*
 * Rules: regular expressions (PCRE2) that clean frames and choose stacks. Each
 * is applied once per distinct name, so that rules cost nothing per event.
 * Order: docs/FORMATS.md, "rules"; rules as text: base/rules_text.h.
 */
enum rule_kind {
	RULE_RENAME,     /* every match becomes the replacement */
	RULE_DROP_FRAME, /* the frame is removed, what is below it moves up */
	RULE_FILTER_OUT, /* a stack with such a frame is left out */
	RULE_ONLY,       /* a stack without any such frame is left out */
	RULE_ROOT,       /* a stack begins at the first such frame */
};

/* What kind of frame a name is: a rule may apply to one kind only. */
enum frame_kind {
	FRAME_RANGE, /* an NVTX range */
	FRAME_LEAF,  /* a kernel, copy, fill or graph */
	FRAME_ADDED, /* put in front of a stack: see rules_add() */
	FRAME_KINDS,
};

#define RULE_ON(kind) (1u << (kind))
#define RULE_ON_ALL (RULE_ON(FRAME_RANGE) | RULE_ON(FRAME_LEAF))

struct rule;    /* private */
struct pattern; /* private */

/* What the rules make of one name. */
struct verdict {
	uint32_t frame;  /* the name to show: an id of rules->names; several frames if it has ';' */
	bool known;      /* computed; private */
	bool drop;       /* RULE_DROP_FRAME matched */
	bool filter_out; /* RULE_FILTER_OUT matched */
	bool only;       /* RULE_ONLY matched */
	bool root;       /* RULE_ROOT matched */
};

struct rules {
	struct names *names; /* borrowed */
	struct rule *list;
	size_t count, cap;
	bool has_only, has_root, has_drop; /* there is a rule of that kind */
	struct pattern *groups;            /* private: which names they recognise */
	size_t group_count, groups_cap;
	bool in_group;        /* rules added now belong to the last group */
	void *match_data;     /* private: room for what a match finds */
	char *group_says;     /* private: by group, for the name at hand */
	uint32_t match_limit; /* steps of a match, beyond which there is none; 0: PCRE2's, an error
			       */
	void *limits;         /* private */
	struct verdict *verdicts[FRAME_KINDS]; /* by name id */
	size_t verdicts_cap[FRAME_KINDS];
};

void rules_init(struct rules *rules, struct names *names);
void rules_release(struct rules *rules);

/*
 * Add a rule for frames of the kinds in `on` (RULE_ON bits). Rules on all kinds that select stacks
 * or where they begin also apply to FRAME_ADDED, unless they are in a group; names of these frames
 * stay. `replacement` (RULE_RENAME only, else NULL) may use $1, ${name}, $$ as PCRE2 defines them.
 * ERR_PATTERN with the column, from 1, at which the pattern does not compile, or for a replacement
 * that names a group which the pattern lacks.
 */
bool rules_add(struct rules *rules, enum rule_kind kind, unsigned on, const char *pattern,
	const char *replacement, struct err *err) MUST_CHECK;

/*
 * A group of rules for names of one kind: those added from here to
 * rules_end_group() apply only to names that `recognise` matches when the first
 * of them is reached. ERR_PATTERN for the pattern; those of
 * rules in the group are compiled, and a bad one reported, when a name first reaches them.
 */
bool rules_begin_group(struct rules *rules, const char *recognise, struct err *err) MUST_CHECK;
void rules_end_group(struct rules *rules);

/*
 * Add a rule that is a function: `rewrite` replaces every name of the kinds in
 * `on`, in a buffer of as many bytes as the name has. It returns the bytes
 * written, and must be deterministic.
 */
void rules_add_rewrite(struct rules *rules, unsigned on,
	size_t (*rewrite)(const char *name, size_t len, char *out));

/*
 * Apply the rules, in the order in which they were added, to a name, taken as a frame
 * (names_intern_frame()): each sees the name as renamed so far. ERR_PATTERN when a match passes
 * PCRE2's limits or makes a name of over 16 MiB.
 */
bool rules_apply(struct rules *rules, enum frame_kind kind, uint32_t name, struct verdict *verdict,
	struct err *err) MUST_CHECK;

#endif /* BASE_RULES_H */

#ifndef COLLAPSE_NAMES_STRIP_NUMBERS_H
#define COLLAPSE_NAMES_STRIP_NUMBERS_H

#include "base/rules.h"
#include "base/tree.h"

/*
 * Detects numbers in names: children of one parent whose names differ only in digits represent
 * equal work, and are folded into one, shown with N for each number: "layer_0_token_17" and
 * the like become "layer_N_token_N". Frames below those of added levels are alike as if these were
 * not there.
 */
enum strip_mode {
	STRIP_AUTO, /* if a parent has at least three of them, or one that already has the N */
	STRIP_NONE,
	STRIP_ALL, /* every number of every frame */
};

struct strip_options {
	enum strip_mode mode;
	/*
	 * Frames on these levels, counted from the root's children, keep their numbers: those
	 * that were added as first frames, such as "rank 3".
	 */
	uint32_t keep_levels;
	bool leaves_too;    /* if not, frames without children, operations, keep their numbers */
	struct rules *keep; /* frames matched by RULE_ONLY keep their numbers; or NULL */
};

/*
 * Fold `tree` in place: values, counts and extremes are combined, nothing is lost. Children of
 * folded frames are treated as children of one parent. Takes time linear in nodes and in bytes
 * of names. `twins`, unless it is NULL, becomes a malloc'ed array: by old node, the new one.
 * ERR_PATTERN as rules_apply(); the tree is then
 * unchanged.
 */
bool strip_numbers(struct tree *tree, const struct strip_options *options, uint32_t **twins,
	struct err *err) MUST_CHECK;

#endif /* COLLAPSE_NAMES_STRIP_NUMBERS_H */

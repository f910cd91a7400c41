#ifndef COLLAPSE_NAMES_STRIP_NUMBERS_H
#define COLLAPSE_NAMES_STRIP_NUMBERS_H

#include "base/rules.h"
#include "base/tree.h"

/*
 * Numbers found by themselves: frames of one parent whose names differ in digits
 * alone are equal work, and fold to one, shown with N for each number:
 * "layer_0_token_17" and its like become "layer_N_token_N".
 */
enum strip_mode {
	STRIP_AUTO, /* where one parent has at least three of them, or one that has the N already */
	STRIP_NONE,
	STRIP_ALL, /* every number of every frame */
};

struct strip_options {
	enum strip_mode mode;
	/*
	 * Frames on these levels, counted from the root's children, keep their
	 * numbers: those that were put in front, as "rank 3".
	 */
	uint32_t keep_levels;
	bool leaves_too;    /* else frames with nothing below, operations, keep theirs */
	struct rules *keep; /* a frame for which RULE_ONLY matches keeps its own; or NULL */
};

/*
 * Fold `tree`, in place: values, counts and extremes add up, nothing is lost.
 * What is below folded frames is looked at as children of one parent. Takes time
 * linear in nodes and in bytes of names. `twins`, unless it is NULL, becomes a
 * malloc'ed array: by old node, the new one. ERR_NOMEM, ERR_FORMAT and
 * ERR_PATTERN as tree_child() and rules_apply(); the tree is then as it was.
 */
bool strip_numbers(struct tree *tree, const struct strip_options *options, uint32_t **twins,
	struct err *err) MUST_CHECK;

#endif /* COLLAPSE_NAMES_STRIP_NUMBERS_H */

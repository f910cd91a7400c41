#ifndef COLLAPSE_NEEDS_EVENTS_H
#define COLLAPSE_NEEDS_EVENTS_H

#include "collapse/collapse_file.h"

/*
 * Check that no option needs single events, which neither captures of fold mode (`has_sums`) nor
 * stacks that are already folded have: the result would not be what was asked for. ERR_USAGE,
 * naming the option and a remedy. Options that only have nothing to do are ignored.
 */
bool needs_events_check(const struct collapse_options *options, bool has_sums, const char *path,
	struct err *err) MUST_CHECK;

#endif /* COLLAPSE_NEEDS_EVENTS_H */

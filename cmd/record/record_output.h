#ifndef CMD_RECORD_RECORD_OUTPUT_H
#define CMD_RECORD_RECORD_OUTPUT_H

#include "base/err.h"
#include "capture/config.h"
#include "cmd/record/record_options.h"
#include "cmd/record/variables.h"

/*
 * The names of captures, from -o.
 */

/*
 * Set the library's pattern and whether it may overwrite: from -o and -f, else from
 * the environment, else the default one. ERR_USAGE, ERR_IO.
 */
bool record_set_output(
	const struct record *record, struct variables *variables, struct err *err) MUST_CHECK;

/*
 * Check the pattern before the run: ERR_USAGE. If the run `is_here`, not in a container, prints a
 * line if its folder cannot be written to: that does not keep the program from running.
 */
bool record_check_output(const struct config *config, const struct variables *variables,
	bool is_here, struct err *err) MUST_CHECK;

#endif /* CMD_RECORD_RECORD_OUTPUT_H */

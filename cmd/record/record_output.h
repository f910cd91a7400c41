#ifndef CMD_RECORD_RECORD_OUTPUT_H
#define CMD_RECORD_RECORD_OUTPUT_H

#include "base/err.h"
#include "capture/config.h"
#include "cmd/record/record_options.h"
#include "cmd/record/variables.h"

/*
 * The names of captures: what becomes of -o.
 */

/*
 * Set the library's pattern and whether it may overwrite: from -o and -f, else from
 * the environment, else the default one. With `folder`, files go there under names
 * of their own. ERR_USAGE, ERR_IO, ERR_NOMEM.
 */
bool record_set_output(const struct record *record, const char *folder, struct variables *variables,
	struct err *err) MUST_CHECK;

/*
 * What can be known of the output before the run: whether the name is taken,
 * and whether there is a place for it. The rest the library finds out. ERR_USAGE,
 * ERR_IO.
 */
bool record_check_output(
	const struct config *config, const struct variables *variables, struct err *err) MUST_CHECK;

#endif /* CMD_RECORD_RECORD_OUTPUT_H */

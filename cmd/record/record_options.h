#ifndef CMD_RECORD_RECORD_OPTIONS_H
#define CMD_RECORD_RECORD_OPTIONS_H

#include "base/opt.h"
#include "capture/config.h"

struct variables; /* cmd/record/variables.h */

/*
 * The options of `gpuflame record`, most of which become variables that the capture
 * library reads and checks.
 */
enum { RECORD_OPTIONS = 121 };

/* A row of config_variables[], and what its option was given. */
struct record_setting {
	const struct config_variable *variable;
	const char *value; /* NULL: not given */
};

struct record {
	struct record_setting settings[CONFIG_MOST_VARIABLES];
	const char *output; /* -o; NULL: not given */
	bool force, strict, inherit, wait_all;
	unsigned summary;   /* enum summary_of */
	const char **pairs; /* of -e, "A=B,C=D" each */
	size_t pair_count, pair_cap;
};

void record_init(struct record *record);
void record_release(struct record *record);

/* Fill in the options' table, which points into `record`; of `gpuflame env`, which runs no command.
 */
void record_fill_table(struct record *record, bool of_env, struct opt table[RECORD_OPTIONS]);

/* Set the variables of options and -e, except those of the output. ERR_USAGE.
 */
bool record_set_variables(
	const struct record *record, struct variables *variables, struct err *err) MUST_CHECK;

/*
 * Replace variables in a message of the capture library by the options that set
 * them; a variable set otherwise is kept. Returns false.
 */
bool record_name_options(const struct record *record, struct err *err);

/* Whether the options can be combined, as the library parsed them. ERR_USAGE. */
bool record_check_options(
	const struct record *record, const struct config *config, struct err *err) MUST_CHECK;

#endif /* CMD_RECORD_RECORD_OPTIONS_H */

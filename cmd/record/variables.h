#ifndef CMD_RECORD_VARIABLES_H
#define CMD_RECORD_VARIABLES_H

#include "base/err.h"

/* The environment of a command to be run. */
struct variables {
	char **items; /* "NAME=value", NULL-ended unless empty; owned */
	size_t count, cap;
};

/* A copy of this process's environment, or an empty one. */
void variables_init(struct variables *variables, bool inherit);
void variables_release(struct variables *variables);

/* The value of `name`, or NULL. Valid until it is set again. */
const char *variables_get(const struct variables *variables, const char *name);

/* The same as a config_get() (capture/config.h); `context` is a struct variables. */
const char *variables_look_up(void *context, const char *name);

/* Set `name` to `value`, replacing any old value. */
void variables_set(struct variables *variables, const char *name, const char *value);

/*
 * Set what `text` names: "A=B,C=D". A comma ends a value only where a name and
 * '=' follow, so that CUDA_VISIBLE_DEVICES=0,1 needs no quoting. ERR_USAGE for
 * text that is not "NAME=value".
 */
bool variables_set_list(struct variables *variables, const char *text, struct err *err) MUST_CHECK;

#endif /* CMD_RECORD_VARIABLES_H */

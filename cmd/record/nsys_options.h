#ifndef CMD_RECORD_NSYS_OPTIONS_H
#define CMD_RECORD_NSYS_OPTIONS_H

#include "base/opt.h"

/*
 * Options of `nsys profile` that are common in scripts and have no effect here: each is
 * accepted, with a warning if its value is a word that nsys alone knows.
 */
enum { NSYS_OPTIONS = 48 };

/* Fill in their entries, which --help does not show; returns how many. */
size_t nsys_options_fill(struct opt entries[NSYS_OPTIONS]);

#endif /* CMD_RECORD_NSYS_OPTIONS_H */

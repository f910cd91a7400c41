#ifndef STATS_FORMATS_H
#define STATS_FORMATS_H

#include "stats/table/print.h"

/* All formats of reports, NULL-ended; the first is the default. */
extern const struct print_format *const print_formats[];

/* Their names, for options; NULL after the last. */
const char *format_word(size_t index);

/* The format of that name, or NULL. */
const struct print_format *format_named(const char *name);

#endif /* STATS_FORMATS_H */

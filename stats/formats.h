#ifndef STATS_FORMATS_H
#define STATS_FORMATS_H

#include "stats/table/print.h"

/* All formats of reports, NULL-ended; the first is the default. */
extern const struct print_format *const print_formats[];

/* Their names, for options; NULL after the last. */
const char *format_word(size_t index);

/* By a file's suffix, or NULL. */
const struct print_format *format_of_file(const char *path);

#endif /* STATS_FORMATS_H */

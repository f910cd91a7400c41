#ifndef STATS_FORMATS_H
#define STATS_FORMATS_H

#include "stats/table/print.h"

/* All formats of reports, NULL-ended; the first is the default. */
extern const struct print_format *const print_formats[];

/* By its name, or NULL. */
const struct print_format *format_find(const char *name);

/* By the ending of a file's name, or NULL. */
const struct print_format *format_of_file(const char *path);

/* "table, csv and svg", for help and messages; `last` joins the last one. */
void format_list(char *list, size_t size, const char *last);

#endif /* STATS_FORMATS_H */

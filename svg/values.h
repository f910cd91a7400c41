#ifndef SVG_VALUES_H
#define SVG_VALUES_H

#include "svg/graph.h"

/* How values are displayed. */
struct values {
	const char *countname;  /* NULL: times in ns */
	double factor;          /* multiplies displayed values */
	unsigned decimals;      /* as of struct tree */
	double scale;           /* 10^-decimals */
	bool exact;             /* factor and scale are 1: integers stay integers */
	uint64_t full;          /* the value of 100 % */
	uint64_t after, before; /* the sums of a diff */
};

enum { VALUE_BYTES = 48 };

void values_init(struct values *values, const struct svg_options *options, unsigned decimals);

/* "12.3 ms", or "1,234" without its unit. `text` has room for VALUE_BYTES. */
void value_format(const struct values *values, uint64_t value, char *text);

/* The share of the total: "12.34" percent. */
void value_format_percent(const struct values *values, uint64_t value, char *text);

/* The change of a value, in percent of the total after: "+1.23". */
void value_format_points(const struct values *values, uint64_t before, uint64_t after, char *text);

/* The change of a value, for users: "-20 %", "new", "gone". */
void value_format_change(uint64_t before, uint64_t after, char *text);

/*
 * How much a value's share of the total changed, from -1 (gone) to 1 (new): relative to the
 * larger of both shares.
 */
double value_change(const struct values *values, uint64_t before, uint64_t after);

#endif /* SVG_VALUES_H */

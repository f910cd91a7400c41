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
	uint64_t most_change;   /* of a diff: the largest of one box */
	bool change_by_share;   /* changes are those of shares of the whole */
	double threshold;       /* smaller changes, in percent of the larger value, are none */
};

enum { VALUE_BYTES = 48 };

void values_init(struct values *values, const struct svg_options *options, unsigned decimals);

/* "12.3 ms", or "1,234" without its unit. `text` has room for VALUE_BYTES. */
void value_format(const struct values *values, uint64_t value, char *text);

/* The share of the total: "12.34" percent, as titles have it, and as people do: "12.3 %". */
void value_format_percent(const struct values *values, uint64_t value, char *text);

void value_format_share(const struct values *values, uint64_t value, char *text);

/* What is read as text: "12.3 us" with its own letter. */
void value_write_micro(char *text, size_t size);

/* The change of a value, in percent of the total after: "+1.23". */
void value_format_points(const struct values *values, uint64_t before, uint64_t after, char *text);

/* The change of a value, for users: "-20 %", "new", "gone". */
void value_format_change(uint64_t before, uint64_t after, char *text);

enum { CHANGE_STEPS = 4 };

/*
 * The size of a change in steps, from -CHANGE_STEPS to CHANGE_STEPS; 0 if it is below the
 * threshold. By amount: a step is up to half of the next one, and the last up to most_change.
 * By share: c = the change of the share of the whole, relative to the larger of both shares; each
 * step is a quarter.
 */
int value_change_step(const struct values *values, uint64_t before, uint64_t after);

/* The largest change of a step, by its number above 0: "1.40 ms" or "75%". */
void value_format_step(const struct values *values, int step, bool by_share, char *text);

#endif /* SVG_VALUES_H */

#ifndef STATS_FINDINGS_RULE_H
#define STATS_FINDINGS_RULE_H

#include "stats/survey/survey.h"

/*
 * A rule: an entry of rules.list. It is about one kind of loss, and says what may be done about it.
 */
enum number_kind { NUMBER_COUNT, NUMBER_ID, NUMBER_NS, NUMBER_PERCENT, NUMBER_GB };

/* Evidence. JSON has the name with "_" for blanks, and "_ns" or "_percent" after it. */
struct finding_number {
	const char *name;
	enum number_kind kind;
	double value;
};

enum { FINDING_NUMBERS = 6 };

struct finding {
	const struct finding_rule *rule;
	uint64_t ns;              /* that could be won, at most: of devices, in all steps */
	uint32_t range, op, step; /* names, or NAME_NONE; the operation in that range */
	double share;             /* of all in that range */
	uint32_t readable;        /* op, as pictures and tables have it */
	uint32_t place;           /* the rank or file, if there are several; or NAME_NONE */
	struct finding_number numbers[FINDING_NUMBERS];
	size_t number_count;
	const char *sentence;                 /* more evidence, or NULL; of the survey */
	const char *title, *advice, *command; /* the rule's, or one for where it is */
};

struct finding_rule {
	const char *name; /* for scripts: "launch-bound" */
	enum loss_kind kind;
	unsigned divisor; /* of it, of which only so much can be won; 0: all */
	const char *title;
	const char *sum_title; /* of sums, where what is hidden is unknown; NULL: the same */
	const char *op;        /* what loss.ops are: "kernel ", "call ", ""; NULL: of no interest */
	const char *advice;    /* what to try */
	const char *torch_advice; /* in a program with PyTorch; NULL: the same */
	const char *source;       /* of the rule */
	const char *command;      /* that shows more, without its files */
	const char *sum_command;  /* for sums, if they have a title of their own */
	const char *bare_command; /* the same where no range is known; NULL: `command` */
	bool is_cpu;              /* what it shows is on no device, so that it takes no --device */
	const char *pieces; /* what is counted of it, with the mean and the longest; or NULL */
	/* Add evidence to that of all rules; NULL: there is no more. */
	void (*fill)(const struct survey *survey, struct finding *finding);
};

extern const struct finding_rule finding_rules[]; /* the last one has no name */

void finding_add_number(
	struct finding *finding, const char *name, enum number_kind kind, double value);

#endif /* STATS_FINDINGS_RULE_H */

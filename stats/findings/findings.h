#ifndef STATS_FINDINGS_FINDINGS_H
#define STATS_FINDINGS_FINDINGS_H

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

/* The result: what costs most, the largest first. */
enum { FINDINGS_MOST = 7 };

/* Causes of less than this share of the steps, in percent, are not findings. */
enum { FINDINGS_LEAST_PERCENT = 3 };

struct findings {
	const struct survey *survey;
	struct finding list[FINDINGS_MOST];
	size_t count;
	/* The largest cause below that; rule NULL: there is none. */
	struct finding below;
	uint32_t kernel; /* the readable name of what has the most of kernels' time */
	uint64_t kernel_ns;
	uint32_t before_idle; /* of what most of the idle time without a cause is before */
};

/* Apply all rules to a closed survey, which is kept by reference. */
void findings_make(struct findings *findings, const struct survey *survey);

/* A time of devices in all steps, in percent of them, or as time of one step. */
double findings_percent(const struct findings *findings, uint64_t ns);
uint64_t findings_step_ns(const struct findings *findings, uint64_t ns);

/* For output: what `findings` were made of. */
struct findings_print {
	const char *const *files;
	size_t file_count;
	/* For commands: what was given, with folders as such; and " --steps 2-5", or NULL. */
	const char *const *operands;
	size_t operand_count;
	const char *options, *device;
	size_t width; /* columns of a line; SIZE_MAX: any */
	bool color;
};

typedef void findings_print_fn(
	const struct findings *findings, const struct findings_print *print, struct text *out);

findings_print_fn findings_print_text, findings_print_markdown, findings_print_json;

/* Begin an object for a finding: what it is, its share, and where it is. */
struct json_write;
void findings_put_json(
	struct json_write *json, const struct findings *findings, const struct finding *finding);

/* The command that shows more of a finding, for a shell: "gpuflame ... FILE...". */
void findings_command(
	const struct finding *finding, const struct findings_print *print, struct text *out);

/* The parts of a finding in words, clean for a terminal; nothing where there is nothing to say. */
enum finding_part {
	PART_SHARE,
	PART_PLACE,
	PART_NUMBERS,
	PART_SENTENCE,
	PART_COMMAND,
	PART_ADVICE,
	PART_SOURCE,
};

void words_of_part(const struct findings *findings, const struct finding *finding,
	const struct findings_print *print, enum finding_part part, struct text *out);

/* "12.3 % of the step, 4.56 ms" */
void words_of_share(
	const struct findings *findings, const struct finding *finding, struct text *out);

/* Of a server, "; decode: 9.70 ms a step at bs 32". */
void words_of_phases(const struct survey *survey, struct text *out);

/* What was looked at, and how much was found. */
void words_of_run(
	const struct findings *findings, const struct findings_print *print, struct text *out);

#endif /* STATS_FINDINGS_FINDINGS_H */

#ifndef STATS_FINDINGS_FINDINGS_MAKE_H
#define STATS_FINDINGS_FINDINGS_MAKE_H

#include "stats/findings/rule.h"

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

#endif /* STATS_FINDINGS_FINDINGS_MAKE_H */

#ifndef CAPTURE_OUTPUT_PATH_H
#define CAPTURE_OUTPUT_PATH_H

#include <time.h>

#include "capture/config.h"

/* The values of the %-sequences in an output pattern. */
struct output_place {
	const char *host; /* %h */
	long pid;         /* %p */
	const char *rank; /* %r; NULL: none is known */
	bool has_more_ranks;
	const char *job, *attempt, *node; /* for names in a folder; NULL: not known */
	uint64_t number;                  /* %n */
	time_t began;                     /* %t */
	config_get *get;                  /* %q{VAR} */
	void *context;
};

/*
 * Fill in an output pattern: %e (the program) %h %p %n %r %t %q{VAR} %%. Unknown values become
 * empty, an unknown rank 0. A pattern that ends in '/' is a folder, in which the file is named by
 * what is known of job, attempt, rank, node (else host) and process: "job7-rank3-n9-4242.gpuflame".
 * If there are more ranks, and the pattern has nothing that may tell them apart, the rank, if it is
 * a number, is put before the suffix: "run.3.gpuflame". Each '/' and
 * ".." in a value becomes '_', and *was_changed (may be NULL) says whether one did. A relative path
 * stays relative. ERR_USAGE for another letter after '%' and for a path longer than `size`.
 */
bool output_path_expand(const char *pattern, const struct output_place *place, char *path,
	size_t size, bool *was_changed, struct err *err) MUST_CHECK;

/*
 * Put '.' and `text` before the suffix of a path of at most `size` bytes:
 * "run.gpuflame" -> "run.3.gpuflame". False: it does not fit.
 */
bool output_path_insert(char *path, size_t size, const char *text) MUST_CHECK;

/* What %t stands for: the time in UTC, "20260131T235959". */
void output_path_time(char text[32], time_t began);

/* Whether the pattern has '%' and `letter`, as 'p' for "%p". */
bool output_path_has(const char *pattern, char letter);

#endif /* CAPTURE_OUTPUT_PATH_H */

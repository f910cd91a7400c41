#ifndef CMD_OUTPUT_FORMAT_H
#define CMD_OUTPUT_FORMAT_H

#include "base/err.h"
#include "base/out.h"
#include "stats/table/print.h"

/* The format of an output, by the name of its file and by --format. */
struct output_format {
	const char *name;    /* as --format has it; NULL ends a list */
	const char *endings; /* of files that have it by default, separated by blanks */
	const char *also;    /* of files that may have it, too; or NULL */
};

/*
 * The index of a format in `list`, the first being the default: `given`, from --format, unless it
 * is NULL; else by the ending of `output`, if gpuflame knows it. ERR_USAGE if the ending is that of
 * another format than the one given, or of one that is not in the list; the message then says what
 * `command` writes and, if possible, how to get the other.
 */
bool output_format_find(const struct output_format *list, const char *command, const char *output,
	const char *given, size_t *format, struct err *err) MUST_CHECK;

/* The call of an option --format, whose value is the word given: a const char *. */
bool output_format_set(void *value, const char *arg, struct err *err) MUST_CHECK;

/* A folder with a file for each table: several do not fit one CSV. */
struct table_folder {
	const char *path;
	const char *ending; /* ".csv" */
	bool is_new;        /* made by table_folder_open() */
	struct out out;     /* of the table being written */
	char *name;         /* its path; NULL: none */
};

/* Whether an output is a folder: it is there as one, or its name ends with '/'. */
bool table_folder_is(const char *output);

/* Make it if it is not there; before anything is computed that could not be written. ERR_IO. */
bool table_folder_open(struct table_folder *folder, struct err *err) MUST_CHECK;

/*
 * For print_options.next, with a struct table_folder: complete the file before, and begin the
 * one of a report, "FOLDER/cuda_gpu_kern_sum_base.csv". ERR_IO, ERR_NOMEM.
 */
bool table_folder_next(void *context, const struct print_heading *heading, FILE **file,
	struct err *err) MUST_CHECK;

/* Complete the last file, or with `abort` discard it, and a new folder if it is empty. ERR_IO. */
bool table_folder_close(struct table_folder *folder, bool abort, struct err *err) MUST_CHECK;

#endif /* CMD_OUTPUT_FORMAT_H */

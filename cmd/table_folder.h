#ifndef CMD_TABLE_FOLDER_H
#define CMD_TABLE_FOLDER_H

#include "base/out.h"
#include "stats/table/print.h"

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

#endif /* CMD_TABLE_FOLDER_H */

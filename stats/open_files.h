#ifndef STATS_OPEN_FILES_H
#define STATS_OPEN_FILES_H

#include "stats/read_files.h"
#include "stats/sql/export_tables.h"

/* Files that stay open as long as reports may read their own tables. */
struct open_files {
	const struct stats_input *input;
	struct trace_cutter *cutter;
	struct open_file {
		struct export_file own; /* of one trace */
		struct input *file;
		bool is_last; /* of the traces of this file */
	} * *list;
	size_t count, cap;
	pthread_mutex_t lock;
};

void open_files_init(
	struct open_files *open, const struct stats_input *input, struct trace_cutter *cutter);

/* Closes them. */
void open_files_release(struct open_files *open);

/* Set trace->own of a trace that was read from file `index` of the input. */
void open_files_add(struct open_files *open, size_t index, struct input *file, struct trace *trace);

/* The trace that was added last is not kept. */
void open_files_drop(struct open_files *open);

/* Close a file, now, or, if some trace that is kept needs it, in the end. */
void open_files_close(struct open_files *open, struct input *file);

struct stats_request; /* stats/request.h */

/*
 * Settle reports of users that name tables of the file itself, as the file at `path` has them.
 * Errors as input_open(), input_load() and sql_report_settle(); ERR_USAGE: it is no file.
 */
bool open_files_settle(const char *path, const struct collapse_options *cut,
	const struct stats_request *requests, size_t count, struct err *err) MUST_CHECK;

#endif /* STATS_OPEN_FILES_H */

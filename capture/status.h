#ifndef CAPTURE_STATUS_H
#define CAPTURE_STATUS_H

#include "base/err.h"

/*
 * The status file (GPUFLAME_STATUS): how captured processes report their
 * outcome to `gpuflame record`. Each line is appended by one write():
 *
 *     cuda|open|done|fail|note TAB pid TAB rank TAB path or message TAB ops TAB ns TAB
 *     ranges TAB dropped
 *
 * A process writes "cuda" when it is captured (that is, when it first uses CUDA), "open"
 * when it has created its file, "done" when it has finished it, "fail" to report a
 * failure, "note" to report why something is missing: it may still write the others.
 * Control characters in the text become blanks. An unknown rank is "-", and so
 * is the path of a process that had nothing to write.
 */
enum status_kind {
	STATUS_CUDA,
	STATUS_OPEN,
	STATUS_DONE,
	STATUS_FAIL,
	STATUS_NOTE,
};

struct status {
	enum status_kind kind;
	int64_t pid;
	const char *rank; /* "-": none */
	const char *text; /* the path; for STATUS_FAIL and STATUS_NOTE the message */
	uint64_t ops;     /* GPU operations captured */
	uint64_t ns;      /* their time */
	uint64_t ranges;  /* NVTX ranges seen while capturing */
	uint64_t dropped; /* operations lost, in any way */
};

#define STATUS_LINE_SIZE 8192

/* Write the line, its newline included, to `line`; returns its bytes. Text that is too long is cut.
 */
size_t status_format(const struct status *status, char line[STATUS_LINE_SIZE]);

/* Read a line, with or without its newline, into `status`, whose strings point into it. */
bool status_parse(char *line, struct status *status);

#endif /* CAPTURE_STATUS_H */

#ifndef COLLAPSE_INPUT_CAPTURE_ACCOUNT_H
#define COLLAPSE_INPUT_CAPTURE_ACCOUNT_H

#include "collapse/input/database.h"
#include "collapse/model/origin.h"

/*
 * What a capture states about itself, to be compared with what its tables hold: rows that were
 * deleted, or pages that were damaged, leave the file readable.
 */
struct capture_account {
	bool says_ops, says_ns; /* it says how many operations it holds, and their time */
	bool says_sums;         /* its format has checksums of pages */
	uint64_t said_ops;      /* their time: origin.ops_ns */
	uint64_t ops, ns;       /* found, by the reader */
	uint64_t inside; /* threads with ranges that began before the capture, which lacks them */
	struct origin origin;
};

/* Keep a row of GPUFLAME_META, if it is one of these. */
void capture_account_fact(struct capture_account *account, const char *name, const char *value);

/* With everything read: add what is wrong, and what the capture lacks. */
void capture_account_report(const struct capture_account *account, const struct database *db,
	struct diagnostics *diagnostics);

#endif /* COLLAPSE_INPUT_CAPTURE_ACCOUNT_H */

#ifndef COLLAPSE_NSYS_NSYS_DETAILS_H
#define COLLAPSE_NSYS_NSYS_DETAILS_H

#include "collapse/input/table_rows.h"
#include "collapse/nsys/nsys_payload.h"
#include "collapse/model/trace.h"

/*
 * Columns of nsys exports that reports need but folding does not: read from the same rows if
 * enum trace_want asks for them.
 */
#define NSYS_DETAIL_COLUMNS 15 /* of CUPTI_ACTIVITY_KIND_KERNEL and its like */
#define NSYS_PAYLOAD_COLUMNS 9 /* of NVTX_EVENTS */

/* List the columns to read from the table of a kind of operation. */
void nsys_detail_columns(enum op_kind kind, struct database_column columns[NSYS_DETAIL_COLUMNS]);

/*
 * Add the detail of the newest operation; its columns begin at `row`. Unless `copy_kind` is 0, it
 * is used in place of the row's.
 */
void nsys_read_detail(struct table_rows *rows, const struct datum *row, enum op_kind kind,
	uint8_t copy_kind, struct trace *trace);

/* Add the bytes and memory of the newest operation, a copy or fill, from the same columns. */
void nsys_read_move(struct table_rows *rows, const struct datum *row, struct trace *trace);

void nsys_payload_columns(struct database_column columns[NSYS_PAYLOAD_COLUMNS]);

/*
 * Add the payload of the newest range, if it has one. `json` is the name for the jsonTextId, or
 * NAME_NONE; a text in the row itself takes precedence over it, and bytes, decoded by `payloads`,
 * are used when there is neither.
 */
void nsys_read_payload(struct table_rows *rows, const struct datum *row, uint32_t json,
	struct nsys_payloads *payloads, struct trace *trace);

/* The column, counted from `first`, that holds the jsonTextId. */
#define NSYS_PAYLOAD_JSON_ID 7

#endif /* COLLAPSE_NSYS_NSYS_DETAILS_H */

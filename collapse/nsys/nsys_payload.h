#ifndef COLLAPSE_NSYS_NSYS_PAYLOAD_H
#define COLLAPSE_NSYS_NSYS_PAYLOAD_H

#include "base/idmap.h"
#include "collapse/input/database.h"

/*
 * Structured NVTX payloads as nsys 2024.6 and later export them: bytes in
 * NVTX_EVENTS.binaryData, and what is where in them in NVTX_PAYLOAD_SCHEMA_ENTRIES.
 * docs/FORMATS.md has the layout. Whole numbers become the JSON that earlier
 * versions wrote into jsonText; what is no plain number of a fixed size, and what
 * two rows of a schema contradict each other in, is left out.
 */
struct nsys_payload_field {
	uint32_t next; /* + 1: the schema's one before it, or 0 */
	uint32_t type, width;
	uint64_t offset;
	char *name; /* as JSON writes it, without its quotes; malloc'ed */
	bool contradicted;
};

struct nsys_payloads {
	struct idmap schemas; /* hashes of domain and schema */
	uint32_t *last;       /* by schema: its last field + 1 */
	size_t last_cap;
	struct idmap known; /* hashes of schema and index in it: by field */
	struct nsys_payload_field *fields;
	size_t cap;
	char *json; /* the last one made */
	size_t json_cap;
};

/* Read the schemas; none where the table is missing. ERR_NOMEM, ERR_FORMAT as database_step(). */
bool nsys_payloads_init(
	struct nsys_payloads *payloads, const struct database *db, struct err *err) MUST_CHECK;
void nsys_payloads_release(struct nsys_payloads *payloads);

/*
 * The JSON of a payload: *json lasts until the next call, and is NULL where the
 * bytes are of no schema that is known. ERR_NOMEM.
 */
bool nsys_payload_json(struct nsys_payloads *payloads, const unsigned char *bytes, size_t size,
	const char **json, struct err *err) MUST_CHECK;

#endif /* COLLAPSE_NSYS_NSYS_PAYLOAD_H */

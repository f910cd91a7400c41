#ifndef COLLAPSE_NSYS_NSYS_PAYLOAD_H
#define COLLAPSE_NSYS_NSYS_PAYLOAD_H

#include "base/idmap.h"
#include "collapse/input/database.h"

/*
 * Structured NVTX payloads as nsys 2024.6 and later export them: bytes in
 * NVTX_EVENTS.binaryData, laid out as NVTX_PAYLOAD_SCHEMA_ENTRIES says (docs/FORMATS.md).
 * Integers become the JSON that earlier versions wrote into jsonText; fields that are not
 * plain numbers of fixed size, or that two rows of a schema define differently, are left out.
 */
struct nsys_payload_field {
	uint32_t next; /* + 1: the schema's previous field, or 0 */
	uint32_t type, width;
	uint64_t offset;
	char *name; /* as a JSON string; malloc'ed */
	bool contradicted;
};

struct nsys_payloads {
	struct idmap schemas; /* hashes of domain and schema */
	uint32_t *last;       /* by schema: its last field + 1 */
	size_t last_cap;
	struct idmap known; /* hashes of schema and index within it: by field */
	struct nsys_payload_field *fields;
	size_t cap;
	char *json; /* the latest result */
	size_t json_cap;
};

/* Read the schemas; none where the table is missing. ERR_FORMAT as database_step(). */
bool nsys_payloads_init(
	struct nsys_payloads *payloads, const struct database *db, struct err *err) MUST_CHECK;
void nsys_payloads_release(struct nsys_payloads *payloads);

/*
 * The JSON of a payload: *json is valid until the next call, and NULL if the schema of the
 * bytes is unknown.
 */
void nsys_payload_json(
	struct nsys_payloads *payloads, const unsigned char *bytes, size_t size, const char **json);

#endif /* COLLAPSE_NSYS_NSYS_PAYLOAD_H */

#ifndef CAPTURE_PROGRAM_NVTX_SCHEMAS_H
#define CAPTURE_PROGRAM_NVTX_SCHEMAS_H

#include <stdatomic.h>

#include "base/names.h"
#include "capture/program/payload_abi.h"

/*
 * The schemas of NVTX payloads, as the program registered them: copies, which are never freed. Two
 * with one id, as of two versions of NCCL in one process, are both kept, if they differ.
 */
struct payload_entry {
	const char *name; /* NULL: none */
	uint64_t flags, type, detail;
	uint64_t offset; /* 0: of the first entry, or left to the rules of C */
};

struct payload_schema {
	_Atomic(struct payload_schema *) next; /* in the order of registration */
	uint64_t id;
	uint32_t domain;
	const char *name;
	uint64_t type, flags, alignment;
	uint64_t size; /* in bytes; 0: it was not said, or varies */
	uint32_t count;
	struct payload_entry entries[];
};

struct nvtx_schemas {
	_Atomic(struct payload_schema *) first; /* no lock: atomic */

	/* By the lock of struct nvtx. */
	struct payload_schema *last;
	uint32_t count;
	uint64_t ids; /* given so far */
};

/*
 * With the lock of struct nvtx: the id of a schema, which is added if it is new; texts are kept in
 * `strings`. 0: it cannot be used. One that is too large, or for which there is no memory, gets an
 * id, and its payloads are not recorded.
 */
uint64_t schemas_add(struct nvtx_schemas *schemas, struct names *strings, uint32_t domain,
	const struct schema_attributes *attributes);

/* With that lock: the permanent copy of a text; NULL: none, or no memory. */
const char *schemas_keep(struct names *strings, const char *text);

/* The latest that was registered with this id; NULL: none. From any thread. */
const struct payload_schema *schemas_find(
	const struct nvtx_schemas *schemas, uint32_t domain, uint64_t id);

#endif /* CAPTURE_PROGRAM_NVTX_SCHEMAS_H */

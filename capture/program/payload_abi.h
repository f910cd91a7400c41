#ifndef CAPTURE_PROGRAM_PAYLOAD_ABI_H
#define CAPTURE_PROGRAM_PAYLOAD_ABI_H

#include <stddef.h>
#include <stdint.h>

/*
 * NVTX's payload extension, as a tool sees it. Declared here because the headers of CUDA before 13
 * lack it, and because programs bring their own: NCCL 2.18 to 2.24 have compatibility id 0x0103,
 * with two functions and without the last member of both attributes, later ones have 0x0104.
 * Source: nvToolsExtPayload.h and nvtxDetail/nvtxExtTypes.h of CUDA 13.0; tests/capture/abi_check.c
 * compares.
 */
enum {
	PAYLOAD_MODULE = 2,
	PAYLOAD_MAJOR_VERSION = 1 /* of the compatibility id: its upper byte */
};

/* nvtxEventAttributes_t.payloadType: `payload` points to `reserved0` structs payload_data. */
#define PAYLOAD_TYPE_EXTENDED ((int32_t)0xDFBD0009)

struct payload_data {
	uint64_t schema; /* or the number of a type */
	size_t size;     /* SIZE_MAX: as the schema says */
	const void *bytes;
};

/* Ids of schemas that the program chooses, up to those that the tool chooses. */
#define PAYLOAD_STATIC_IDS (UINT64_C(1) << 24)
#define PAYLOAD_DYNAMIC_IDS (UINT64_C(1) << 32)

struct schema_entry {
	uint64_t flags;
	uint64_t type; /* the number of a type, or the id of a schema or an enum */
	const char *name, *description;
	uint64_t detail; /* lengths of arrays and strings */
	uint64_t offset; /* 0: the next that is aligned */
	const void *semantics, *reserved;
};

enum {
	PAYLOAD_SCHEMA_STATIC = 1, /* a type of schema: of one size */
};

/* `mask` of attributes: which of the members are set, from the second on. */
enum schema_mask {
	SCHEMA_HAS_NAME = 1 << 1,
	SCHEMA_HAS_TYPE = 1 << 2,
	SCHEMA_HAS_FLAGS = 1 << 3,
	SCHEMA_HAS_ENTRIES = 1 << 4,
	SCHEMA_HAS_COUNT = 1 << 5,
	SCHEMA_HAS_SIZE = 1 << 6,
	SCHEMA_HAS_ALIGNMENT = 1 << 7,
	SCHEMA_HAS_ID = 1 << 8,
};

struct schema_attributes {
	uint64_t mask;
	const char *name;
	uint64_t type, flags;
	const struct schema_entry *entries;
	size_t count, size, alignment;
	uint64_t id;
};

/* What NVTX passes to InitializeInjectionNvtxExtension(), once for each module and extension. */
struct extension_segment {
	size_t id, count;
	intptr_t *slots; /* functions, by enum payload_function */
};

struct extension_module {
	uint16_t nvtx_version, struct_size, module, compatibility;
	size_t segment_count;
	struct extension_segment *segments;
	intptr_t (*get_export)(uint32_t id);
	const void *info;
};

enum payload_function {
	PAYLOAD_SCHEMA_REGISTER = 0,
	PAYLOAD_ENUM_REGISTER = 1,
	PAYLOAD_PUSH = 3,
	PAYLOAD_POP = 4,
	PAYLOAD_DOMAIN_IS_ENABLED = 7,
};

#endif /* CAPTURE_PROGRAM_PAYLOAD_ABI_H */

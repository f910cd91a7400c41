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
	uint64_t schema; /* or one of enum payload_type */
	size_t size;     /* SIZE_MAX: as the schema says */
	const void *bytes;
};

enum payload_type {
	PAYLOAD_TYPE_CSTRING = 75,
	PAYLOAD_TYPE_CSTRING_UTF8 = 76,
	PAYLOAD_TYPE_CSTRING_UTF16 = 77,
	PAYLOAD_TYPE_CSTRING_UTF32 = 78,
	PAYLOAD_TYPE_REGISTERED_STRING = 80,
	PAYLOAD_TYPES, /* those above are not all, and have no numbers of their own here */
	/* ids that the program chooses, and those that the tool chooses */
	PAYLOAD_STATIC_IDS = 1 << 24,
};

#define PAYLOAD_DYNAMIC_IDS (UINT64_C(1) << 32)

/* Flags of entries. An array's kind is a number in the bits of PAYLOAD_ARRAY. */
enum {
	PAYLOAD_POINTER = 1 << 1,
	PAYLOAD_ARRAY = 7 << 4,
	PAYLOAD_ARRAY_FIXED = 1 << 4,
	PAYLOAD_ARRAY_ZERO_TERMINATED = 2 << 4,
	PAYLOAD_EVENT_MESSAGE = 1 << 10,
};

struct schema_entry {
	uint64_t flags;
	uint64_t type; /* enum payload_type, or the id of a schema or an enum */
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

struct enum_entry {
	const char *name;
	uint64_t value;
	int8_t is_flag;
};

enum enum_mask {
	ENUM_HAS_NAME = 1 << 1,
	ENUM_HAS_ENTRIES = 1 << 2,
	ENUM_HAS_COUNT = 1 << 3,
	ENUM_HAS_SIZE = 1 << 4,
	ENUM_HAS_ID = 1 << 5,
};

struct enum_attributes {
	uint64_t mask;
	const char *name;
	const struct enum_entry *entries;
	size_t count, size;
	uint64_t id;
};

/* The ids of scopes and of clocks are given as those of schemas are. */
struct scope_attributes {
	size_t struct_size;
	const char *path;
	uint64_t parent, id;
};

struct clock_attributes {
	uint64_t scope, type, id, flags;
	int64_t resolution;
	uint64_t start;
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
	PAYLOAD_MARK = 2,
	PAYLOAD_PUSH = 3,
	PAYLOAD_POP = 4,
	PAYLOAD_START = 5,
	PAYLOAD_END = 6,
	PAYLOAD_DOMAIN_IS_ENABLED = 7,
	PAYLOAD_TIMESTAMP_GET = 8,
	PAYLOAD_CLOCK_REGISTER = 9,
	PAYLOAD_SCOPE_REGISTER = 12,
};

#endif /* CAPTURE_PROGRAM_PAYLOAD_ABI_H */

#include "capture/program/nvtx_schemas.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

enum { MOST_SCHEMAS = 65536, MOST_ENTRIES = 4096, MOST_TEXT = 4096 };

static size_t bucket_of(uint32_t domain, uint64_t id)
{
	return (id ^ domain * UINT64_C(7)) % SCHEMA_BUCKETS;
}

const struct payload_schema *schemas_find(
	const struct nvtx_schemas *schemas, uint32_t domain, uint64_t id)
{
	const struct payload_schema *schema = atomic_load_explicit(
		&schemas->buckets[bucket_of(domain, id)], memory_order_acquire);

	while (schema != NULL && (schema->id != id || schema->domain != domain))
		schema = schema->older;
	return schema;
}

/* --- layout ------------------------------------------------------------------------- */

/*
 * Sizes in bytes of NVTX_PAYLOAD_ENTRY_TYPE_*, by their number, on 64-bit Linux; they are their
 * alignments, too.
 */
static const uint8_t type_sizes[PAYLOAD_TYPES] = {
	/* char, short, int, long, long long, each signed and unsigned */
	0,
	1,
	1,
	2,
	2,
	4,
	4,
	8,
	8,
	8,
	8,
	/* [11] int8_t to uint64_t */
	1,
	1,
	2,
	2,
	4,
	4,
	8,
	8,
	/* [19] float, double, long double, size_t, void *, wchar_t, char8_t to char32_t */
	4,
	8,
	16,
	8,
	8,
	4,
	1,
	2,
	4,
	[32] = 1, /* byte */
	[33] = 16,
	16, /* 128-bit integers */
	[42] = 2,
	4,
	8,
	16,       /* _Float16 to _Float128 */
	[50] = 2, /* bfloat16 */
	[52] = 4, /* TF32 */
	[68] = 4,
	4,
	8,
	4,
	8,
	4,
	8, /* category, color, scope, process and thread ids */
	[PAYLOAD_TYPE_REGISTERED_STRING] = 8,
};

static bool is_string(uint64_t type)
{
	return type >= PAYLOAD_TYPE_CSTRING && type <= PAYLOAD_TYPE_CSTRING_UTF32;
}

struct extent {
	uint64_t size; /* 0: unknown */
	uint64_t alignment;
};

static struct extent extent_of_type(
	const struct nvtx_schemas *schemas, uint32_t domain, uint64_t type)
{
	const struct payload_schema *schema;

	if (type < PAYLOAD_TYPES)
		return (struct extent){ type_sizes[type], type_sizes[type] };
	schema = schemas_find(schemas, domain, type);
	return schema != NULL ? (struct extent){ schema->size, schema->self_alignment }
			      : (struct extent){ 0 };
}

static struct extent extent_of_string(const struct payload_entry *entry)
{
	static const uint8_t units[] = { 1, 1, 2, 4 };
	uint64_t unit = units[entry->type - PAYLOAD_TYPE_CSTRING];
	uint64_t kind = entry->flags & PAYLOAD_ARRAY;
	struct extent extent = { .alignment = unit };

	if (entry->detail == 0 && kind == 0)
		return (struct extent){ sizeof(char *), sizeof(char *) };
	if (kind > PAYLOAD_ARRAY_FIXED || __builtin_mul_overflow(unit, entry->detail, &extent.size))
		extent.size = 0;
	return extent;
}

static struct extent extent_of(
	const struct nvtx_schemas *schemas, uint32_t domain, const struct payload_entry *entry)
{
	struct extent extent;

	if ((entry->flags & PAYLOAD_POINTER) != 0)
		return (struct extent){ sizeof(void *), sizeof(void *) };
	if (is_string(entry->type))
		return extent_of_string(entry);
	extent = extent_of_type(schemas, domain, entry->type);
	if ((entry->flags & PAYLOAD_ARRAY) != 0 &&
		((entry->flags & PAYLOAD_ARRAY) != PAYLOAD_ARRAY_FIXED ||
			__builtin_mul_overflow(extent.size, entry->detail, &extent.size)))
		extent.size = 0;
	return extent;
}

/* False: the sum overflows. `alignment` is not 0. */
static bool round_up(uint64_t *at, uint64_t alignment)
{
	uint64_t over = *at % alignment;

	return over == 0 || !__builtin_add_overflow(*at, alignment - over, at);
}

/* Find offsets that were left out, and the size if it was, by the rules of C. */
static void lay_out(const struct nvtx_schemas *schemas, struct payload_schema *schema)
{
	const bool is_static = schema->type == PAYLOAD_SCHEMA_STATIC;
	uint64_t at = 0, end = 0, widest = 1;
	bool is_known = is_static;

	for (uint32_t i = 0; i < schema->count; i++) {
		struct payload_entry *entry = &schema->entries[i];
		struct extent extent = extent_of(schemas, schema->domain, entry);
		uint64_t alignment = extent.alignment;

		if (schema->alignment > 0 && schema->alignment < alignment)
			alignment = schema->alignment;
		if (alignment > widest)
			widest = alignment;
		if (entry->offset > 0) {
			at = entry->offset;
			is_known = is_static;
		} else {
			is_known = is_known && alignment > 0 && round_up(&at, alignment);
			entry->offset = is_known ? at : 0;
		}
		if (extent.size == 0 || __builtin_add_overflow(at, extent.size, &at))
			is_known = false;
		if (at > end)
			end = at;
	}
	schema->self_alignment = (uint32_t)widest;
	if (schema->size == 0 && is_known && round_up(&end, widest))
		schema->size = end;
}

/* --- registration ------------------------------------------------------------------- */

/* The permanent copy of a text; NULL: none, or no memory. */
static const char *keep(struct names *strings, const char *text)
{
	struct err err = { 0 };
	uint32_t id;

	if (text == NULL || !names_try_intern(strings, text, strnlen(text, MOST_TEXT), &id, &err))
		return NULL;
	return strings->list[id].text;
}

uint64_t schemas_id(struct nvtx_schemas *schemas, uint64_t id)
{
	if (id >= PAYLOAD_STATIC_IDS && id < PAYLOAD_DYNAMIC_IDS)
		return id;
	return PAYLOAD_DYNAMIC_IDS + schemas->ids++;
}

static bool is_same(const struct payload_schema *a, const struct payload_schema *b)
{
	bool same = a->is_enum == b->is_enum && a->name == b->name && a->type == b->type &&
		    a->flags == b->flags && a->size == b->size && a->count == b->count;

	for (uint32_t i = 0; same && i < a->count; i++) {
		const struct payload_entry *left = &a->entries[i], *right = &b->entries[i];

		/* texts are interned */
		same = left->name == right->name && left->description == right->description &&
		       left->flags == right->flags && left->type == right->type &&
		       left->detail == right->detail && left->offset == right->offset;
	}
	return same;
}

static bool is_known(const struct nvtx_schemas *schemas, const struct payload_schema *schema)
{
	const struct payload_schema *known = schemas_find(schemas, schema->domain, schema->id);

	for (; known != NULL; known = known->older) {
		if (known->id == schema->id && known->domain == schema->domain &&
			is_same(known, schema))
			return true;
	}
	return false;
}

static struct payload_schema *new_schema(
	struct nvtx_schemas *schemas, uint32_t domain, uint64_t id, size_t count)
{
	struct payload_schema *schema;

	if (schemas->count == MOST_SCHEMAS || count > MOST_ENTRIES)
		return NULL;
	schema = calloc(1, sizeof(*schema) + count * sizeof(schema->entries[0]));
	if (schema == NULL)
		return NULL;
	schema->domain = domain;
	schema->id = id;
	schema->count = (uint32_t)count;
	return schema;
}

/* Takes the schema. */
static void add(struct nvtx_schemas *schemas, struct payload_schema *schema)
{
	_Atomic(const struct payload_schema *) *bucket =
		&schemas->buckets[bucket_of(schema->domain, schema->id)];

	if (is_known(schemas, schema)) {
		free(schema);
		return;
	}
	schema->older = atomic_load_explicit(bucket, memory_order_relaxed);
	atomic_store_explicit(bucket, schema, memory_order_release);
	if (schemas->last != NULL)
		atomic_store_explicit(&schemas->last->next, schema, memory_order_release);
	else
		atomic_store_explicit(&schemas->first, schema, memory_order_release);
	schemas->last = schema;
	schemas->count++;
}

uint64_t schemas_add(struct nvtx_schemas *schemas, struct names *strings, uint32_t domain,
	const struct schema_attributes *attributes)
{
	const uint64_t needed = SCHEMA_HAS_TYPE | SCHEMA_HAS_ENTRIES | SCHEMA_HAS_COUNT;
	struct payload_schema *schema;
	uint64_t mask, id;

	if (attributes == NULL || (attributes->mask & needed) != needed ||
		attributes->entries == NULL)
		return 0;
	mask = attributes->mask;
	id = schemas_id(schemas, (mask & SCHEMA_HAS_ID) != 0 ? attributes->id : 0);
	schema = new_schema(schemas, domain, id, attributes->count);
	if (schema == NULL)
		return id;
	schema->type = attributes->type;
	schema->name = keep(strings, (mask & SCHEMA_HAS_NAME) != 0 ? attributes->name : NULL);
	schema->flags = (mask & SCHEMA_HAS_FLAGS) != 0 ? attributes->flags : 0;
	schema->alignment = (mask & SCHEMA_HAS_ALIGNMENT) != 0 ? attributes->alignment : 0;
	schema->size = (mask & SCHEMA_HAS_SIZE) != 0 && schema->type == PAYLOAD_SCHEMA_STATIC
			       ? attributes->size
			       : 0;
	for (size_t i = 0; i < attributes->count; i++) {
		const struct schema_entry *entry = &attributes->entries[i];

		schema->entries[i] = (struct payload_entry){
			.name = keep(strings, entry->name),
			.description = keep(strings, entry->description),
			.flags = entry->flags,
			.type = entry->type,
			.detail = entry->detail,
			.offset = entry->offset,
		};
	}
	lay_out(schemas, schema);
	add(schemas, schema);
	return id;
}

uint64_t schemas_add_enum(struct nvtx_schemas *schemas, struct names *strings, uint32_t domain,
	const struct enum_attributes *attributes)
{
	const uint64_t needed = ENUM_HAS_ENTRIES | ENUM_HAS_COUNT;
	struct payload_schema *schema;
	uint64_t mask, id;

	if (attributes == NULL || (attributes->mask & needed) != needed ||
		attributes->entries == NULL)
		return 0;
	mask = attributes->mask;
	id = schemas_id(schemas, (mask & ENUM_HAS_ID) != 0 ? attributes->id : 0);
	schema = new_schema(schemas, domain, id, attributes->count);
	if (schema == NULL)
		return id;
	schema->is_enum = true;
	schema->name = keep(strings, (mask & ENUM_HAS_NAME) != 0 ? attributes->name : NULL);
	schema->size = (mask & ENUM_HAS_SIZE) != 0 ? attributes->size : 0;
	schema->self_alignment = (uint32_t)(schema->size <= sizeof(uint64_t) ? schema->size : 1);
	for (size_t i = 0; i < attributes->count; i++) {
		schema->entries[i] = (struct payload_entry){
			.name = keep(strings, attributes->entries[i].name),
			.flags = attributes->entries[i].is_flag != 0,
			.type = attributes->entries[i].value,
		};
	}
	add(schemas, schema);
	return id;
}

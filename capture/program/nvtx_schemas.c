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
	bool same = a->name == b->name && a->type == b->type && a->flags == b->flags &&
		    a->alignment == b->alignment && a->size == b->size && a->count == b->count;

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
	add(schemas, schema);
	return id;
}

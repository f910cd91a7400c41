#include "capture/program/nvtx_schemas.h"

#include "base/mem.h"

enum { MOST_SCHEMAS = 1024, MOST_ENTRIES = 4096 };

static struct payload_schema *next_of(
	const struct nvtx_schemas *schemas, const struct payload_schema *schema)
{
	return atomic_load_explicit(
		schema != NULL ? &schema->next : &schemas->first, memory_order_acquire);
}

const struct payload_schema *schemas_find(
	const struct nvtx_schemas *schemas, uint32_t domain, uint64_t id)
{
	const struct payload_schema *schema = NULL, *found = NULL;

	while ((schema = next_of(schemas, schema)) != NULL) {
		if (schema->id == id && schema->domain == domain)
			found = schema;
	}
	return found;
}

const char *schemas_keep(struct names *strings, const char *text)
{
	uint32_t id = text != NULL ? names_may_intern(strings, text, strlen(text)) : NAME_NONE;

	return id != NAME_NONE ? strings->list[id].text : NULL;
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

/* Texts are interned. */
static bool is_same(const struct payload_schema *a, const struct payload_schema *b)
{
	return a->id == b->id && a->domain == b->domain && a->name == b->name &&
	       a->type == b->type && a->flags == b->flags && a->alignment == b->alignment &&
	       a->size == b->size && a->count == b->count &&
	       memcmp(a->entries, b->entries, a->count * sizeof(a->entries[0])) == 0;
}

/* Takes the schema. */
static void add(struct nvtx_schemas *schemas, struct payload_schema *schema)
{
	const struct payload_schema *known = next_of(schemas, NULL);

	while (known != NULL && !is_same(known, schema))
		known = next_of(schemas, known);
	if (known != NULL) {
		free(schema);
		return;
	}
	atomic_store_explicit(schemas->last != NULL ? &schemas->last->next : &schemas->first,
		schema, memory_order_release);
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
	id = (mask & SCHEMA_HAS_ID) != 0 ? attributes->id : 0;
	if (id < PAYLOAD_STATIC_IDS || id >= PAYLOAD_DYNAMIC_IDS)
		id = PAYLOAD_DYNAMIC_IDS + schemas->ids++;
	schema = new_schema(schemas, domain, id, attributes->count);
	if (schema == NULL)
		return id;
	schema->type = attributes->type;
	schema->name =
		schemas_keep(strings, (mask & SCHEMA_HAS_NAME) != 0 ? attributes->name : NULL);
	schema->flags = (mask & SCHEMA_HAS_FLAGS) != 0 ? attributes->flags : 0;
	schema->alignment = (mask & SCHEMA_HAS_ALIGNMENT) != 0 ? attributes->alignment : 0;
	schema->size = (mask & SCHEMA_HAS_SIZE) != 0 && schema->type == PAYLOAD_SCHEMA_STATIC
			       ? attributes->size
			       : 0;
	for (size_t i = 0; i < attributes->count; i++) {
		const struct schema_entry *entry = &attributes->entries[i];

		schema->entries[i] = (struct payload_entry){
			.name = schemas_keep(strings, entry->name),
			.flags = entry->flags,
			.type = entry->type,
			.detail = entry->detail,
			.offset = entry->offset,
		};
	}
	add(schemas, schema);
	return id;
}

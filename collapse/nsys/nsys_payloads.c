#include <inttypes.h>

#include <sqlite3.h>

#include "base/text.h"
#include "collapse/nsys/nsys_parts.h"

enum {
	HEADER_BYTES = 32,
	FIELDS_MAX = 64,         /* of a payload */
	FIELD_NAME_BYTES = 1000, /* of a field, as it comes again with each payload */
};

/*
 * Size in bytes of a number type (nvToolsExtPayload.h, NVTX_PAYLOAD_ENTRY_TYPE_*); 0: not a
 * number.
 */
static uint32_t width_of(int64_t type)
{
	static const uint8_t widths[] = {
		[3] = 2,
		[4] = 2, /* short */
		[5] = 4,
		[6] = 4, /* int */
		[9] = 8,
		[10] = 8, /* long long */
		[11] = 1,
		[12] = 1,
		[13] = 2,
		[14] = 2,
		[15] = 4,
		[16] = 4, /* int8_t, ... */
		[17] = 8,
		[18] = 8, /* int64_t, uint64_t */
		[22] = 8, /* size_t */
	};

	return type >= 0 && type < (int64_t)ARRAY_SIZE(widths) ? widths[type] : 0;
}

static bool is_signed(uint32_t type)
{
	return type <= 18 && type % 2 == 1;
}

/* --- schemas ------------------------------------------------------------------------ */

enum entry_column {
	ENTRY_DOMAIN,
	ENTRY_SCHEMA,
	ENTRY_INDEX,
	ENTRY_FLAGS,
	ENTRY_TYPE,
	ENTRY_NAME,
	ENTRY_OFFSET,
	ENTRY_COLUMNS,
};

static uint64_t field_key(uint64_t domain, uint64_t schema, uint64_t index)
{
	return mem_hash(&index, sizeof(index), mem_hash(&schema, sizeof(schema), domain));
}

/* A field reported by several processes counts once, and not at all where they differ. */
static void add_field(
	struct nsys_payloads *payloads, uint64_t key, const struct nsys_payload_field *field)
{
	uint32_t had = payloads->known.count, at = idmap_add(&payloads->known, key);
	struct nsys_payload_field *known;

	mem_need(payloads->fields, payloads->cap, payloads->known.count);
	known = &payloads->fields[at];
	if (payloads->known.count > had) {
		*known = *field;
		return;
	}
	known->contradicted |= known->type != field->type || known->offset != field->offset ||
			       strcmp(known->name, field->name) != 0;
	free(field->name);
}

static bool read_entry(void *context, sqlite3_stmt *row, UNUSED struct err *err)
{
	struct nsys_payloads *payloads = context;
	uint64_t domain = (uint64_t)sqlite3_column_int64(row, ENTRY_DOMAIN);
	uint64_t schema = (uint64_t)sqlite3_column_int64(row, ENTRY_SCHEMA);
	int64_t index = sqlite3_column_int64(row, ENTRY_INDEX);
	int64_t type = sqlite3_column_int64(row, ENTRY_TYPE);
	int64_t offset = sqlite3_column_int64(row, ENTRY_OFFSET);
	const char *name = (const char *)sqlite3_column_text(row, ENTRY_NAME);
	struct nsys_payload_field field = { .width = width_of(type), .offset = (uint64_t)offset };
	struct text quoted = { 0 };

	/* NULL means 0 for the first field only; flags mark pointers and arrays */
	if (index < 0 || index >= FIELDS_MAX || offset < 0 || name == NULL ||
		strlen(name) > FIELD_NAME_BYTES || sqlite3_column_int64(row, ENTRY_FLAGS) != 0 ||
		(index > 0 && sqlite3_column_type(row, ENTRY_OFFSET) == SQLITE_NULL))
		return true;
	field.type = (uint32_t)(field.width > 0 ? type : 0);
	text_add_json(&quoted, name, strlen(name));
	field.name = quoted.bytes;
	if (payloads->indices <= (uint64_t)index)
		payloads->indices = (uint64_t)index + 1;
	add_field(payloads, field_key(domain, schema, (uint64_t)index), &field);
	return true;
}

bool nsys_payloads_init(struct nsys_payloads *payloads, const struct database *db, struct err *err)
{
	static const struct database_column columns[ENTRY_COLUMNS] = {
		[ENTRY_DOMAIN] = { "domainId", true, NULL },
		[ENTRY_SCHEMA] = { "schemaId", true, NULL },
		[ENTRY_INDEX] = { "idx", true, NULL },
		[ENTRY_FLAGS] = { "flags", false, NULL },
		[ENTRY_TYPE] = { "type", true, NULL },
		[ENTRY_NAME] = { "name", true, NULL },
		[ENTRY_OFFSET] = { "offset", true, NULL },
	};

	*payloads = (struct nsys_payloads){ 0 };
	if (database_each(db, "NVTX_PAYLOAD_SCHEMA_ENTRIES", columns, ENTRY_COLUMNS, read_entry,
		    payloads, err))
		return true;
	nsys_payloads_release(payloads);
	return false;
}

void nsys_payloads_release(struct nsys_payloads *payloads)
{
	for (size_t i = 0; i < payloads->known.count; i++)
		free(payloads->fields[i].name);
	free(payloads->fields);
	idmap_release(&payloads->known);
	text_release(&payloads->json);
	*payloads = (struct nsys_payloads){ 0 };
}

/* --- payloads ----------------------------------------------------------------------- */

/* Profiled programs are little-endian, as all machines with CUDA are. */
static uint64_t number_at(const unsigned char *bytes, uint32_t width)
{
	uint64_t number = 0;

	for (uint32_t i = width; i > 0; i--)
		number = number << 8 | bytes[i - 1];
	return number;
}

static int64_t extend_sign(uint64_t number, uint32_t width)
{
	uint64_t sign = UINT64_C(1) << (8 * width - 1);

	return (int64_t)((number ^ sign) - sign);
}

static void put_field(
	struct text *json, const struct nsys_payload_field *field, const unsigned char *bytes)
{
	uint64_t number = number_at(bytes, field->width);

	text_addf(json, "%c%s:", json->len == 0 ? '{' : ',', field->name);
	if (is_signed(field->type))
		text_addf(json, "%" PRId64, extend_sign(number, field->width));
	else
		text_addf(json, "%" PRIu64, number);
}

const char *nsys_payload_json(struct nsys_payloads *payloads, const struct datum *payload)
{
	const unsigned char *bytes;
	const char *text;
	uint64_t length, behind;
	size_t size;

	datum_text(payload, &text, &size);
	bytes = (const unsigned char *)text;
	if (size < HEADER_BYTES)
		return NULL;
	length = number_at(bytes + 16, 8);
	behind = number_at(bytes + 24, 8);
	if (length > size - HEADER_BYTES ||
		(behind != HEADER_BYTES && behind != HEADER_BYTES + length))
		return NULL;
	payloads->json.len = 0;
	for (uint64_t index = payloads->indices; index-- > 0;) {
		uint32_t at = idmap_find(&payloads->known,
			field_key(number_at(bytes, 8), number_at(bytes + 8, 8), index));
		const struct nsys_payload_field *field = &payloads->fields[at];

		if (at == IDMAP_NONE || field->width == 0 || field->contradicted ||
			field->offset > length || field->width > length - field->offset)
			continue;
		put_field(&payloads->json, field, bytes + HEADER_BYTES + field->offset);
	}
	if (payloads->json.len == 0)
		return NULL;
	text_add(&payloads->json, "}", 1);
	return payloads->json.bytes;
}

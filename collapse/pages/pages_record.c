#include "collapse/pages/pages_record.h"

#include <string.h>

/* Serial types ("2.1. Record Format"). */
enum {
	SERIAL_NULL = 0,
	SERIAL_INTEGER_64 = 6,
	SERIAL_FLOAT = 7,
	SERIAL_ZERO = 8,
	SERIAL_ONE = 9,
	SERIAL_BLOB = 12, /* and each second one above */
	SERIAL_TEXT = 13,
};

static const uint8_t integer_bytes[] = { 0, 1, 2, 3, 4, 6, 8, 8, 0, 0 };

bool record_plan_init(struct record_plan *plan, const struct pages_column *columns, size_t count)
{
	if (count > PAGES_COLUMNS_MAX)
		return false;
	*plan = (struct record_plan){ .count = (uint32_t)count };
	memset(plan->slots, RECORD_UNWANTED, sizeof(plan->slots));
	for (uint32_t i = 0; i < count; i++) {
		const struct pages_column *column = &columns[i];

		plan->columns[i] = *column;
		if (!column->missing && column->index > RECORD_INDEX_MAX)
			return false;
		if (column->missing || column->is_rowid ||
			plan->slots[column->index] != RECORD_UNWANTED) {
			plan->others[plan->other_count++] = (uint8_t)i;
			continue;
		}
		plan->slots[column->index] = (uint8_t)i;
		if (plan->stored <= column->index)
			plan->stored = column->index + 1;
	}
	return true;
}

static int64_t big_endian(const unsigned char *at, size_t bytes)
{
	uint64_t value = at[0] < 0x80 ? 0 : UINT64_MAX;

	for (size_t i = 0; i < bytes; i++)
		value = value << 8 | at[i];
	return (int64_t)value;
}

static int64_t integer_of(uint64_t serial, const unsigned char *at)
{
	switch (serial) {
	case 1:
		return (int8_t)at[0];
	case 2:
		return big_endian(at, 2);
	case 3:
		return big_endian(at, 3);
	case 4:
		return big_endian(at, 4);
	case 5:
		return big_endian(at, 6);
	case SERIAL_INTEGER_64:
		return big_endian(at, 8);
	default:
		return serial == SERIAL_ONE;
	}
}

static void set_integer(const struct pages_column *column, int64_t value, struct datum *datum)
{
	datum->type = column->is_real ? DATUM_FLOAT : DATUM_INTEGER;
	if (column->is_real)
		datum->as.real = (double)value;
	else
		datum->as.integer = value;
}

static void set_float(const unsigned char *at, struct datum *datum)
{
	uint64_t bits = (uint64_t)big_endian(at, 8);
	double value;

	memcpy(&value, &bits, sizeof(value));
	/* SQLite has no NaN */
	*datum = (struct datum){ .type = DATUM_NULL };
	if (value != value)
		return;
	datum->type = DATUM_FLOAT;
	datum->as.real = value;
}

static void set_datum(const struct pages_column *column, uint64_t serial, size_t size,
	const unsigned char *at, struct datum *datum)
{
	if (serial >= SERIAL_BLOB) {
		datum->type = serial % 2 == 1 ? DATUM_TEXT : DATUM_BLOB;
		datum->as.bytes = (const char *)at;
		datum->len = (uint32_t)size;
	} else if (serial == SERIAL_NULL) {
		*datum = (struct datum){ .type = DATUM_NULL };
	} else if (serial == SERIAL_FLOAT) {
		set_float(at, datum);
	} else {
		set_integer(column, integer_of(serial, at), datum);
	}
}

/* Values that are not read from a place of their own. */
static void set_others(const struct record_plan *plan, int64_t rowid, struct datum *row)
{
	for (uint32_t i = 0; i < plan->other_count; i++) {
		uint32_t at = plan->others[i];
		const struct pages_column *column = &plan->columns[at];

		if (column->missing)
			row[at] = (struct datum){ .type = DATUM_NULL };
		else if (column->is_rowid)
			row[at] = (struct datum){ .as.integer = rowid, .type = DATUM_INTEGER };
		else
			row[at] = row[plan->slots[column->index]];
	}
}

/* A record may be older than the last columns. False: one of them has a default. */
static bool set_added(const struct record_plan *plan, uint32_t from, struct datum *row)
{
	for (uint32_t i = from; i < plan->stored; i++) {
		uint8_t slot = plan->slots[i];

		if (slot == RECORD_UNWANTED)
			continue;
		if (plan->columns[slot].has_default)
			return false;
		row[slot] = (struct datum){ .type = DATUM_NULL };
	}
	return true;
}

enum record_state record_read(const struct record_plan *plan, const unsigned char *record,
	size_t there, uint64_t len, int64_t rowid, struct datum *row)
{
	uint64_t header, offset;
	const unsigned char *at = record, *end;
	uint32_t column;

	at += record_varint(record, record + there, &header);
	if (at == record || header > len || header < (uint64_t)(at - record))
		return RECORD_ODD;
	if (header > there)
		return RECORD_CUT;
	end = record + header;
	offset = header;
	for (column = 0; column < plan->stored && at < end; column++) {
		uint8_t slot = plan->slots[column];
		uint64_t serial = *at++, size;

		if (serial >= 0x80) {
			size_t bytes = record_varint(at - 1, end, &serial);

			if (bytes == 0 || serial > UINT32_MAX)
				return RECORD_ODD;
			at += bytes - 1;
		}
		if (serial < sizeof(integer_bytes))
			size = integer_bytes[serial];
		else if (serial >= SERIAL_BLOB)
			size = (serial - SERIAL_BLOB) / 2;
		else
			return RECORD_ODD; /* reserved */
		if (size > len - offset)
			return RECORD_ODD;
		if (slot != RECORD_UNWANTED) {
			if (offset + size > there)
				return RECORD_CUT;
			set_datum(&plan->columns[slot], serial, (size_t)size, record + offset,
				&row[slot]);
		}
		offset += size;
	}
	if ((at == end && offset != len) || !set_added(plan, column, row))
		return RECORD_ODD;
	set_others(plan, rowid, row);
	return RECORD_READ;
}

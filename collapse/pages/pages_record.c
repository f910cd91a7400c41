#include "collapse/pages/pages_record.h"

#include "base/mem.h"

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

/* 8 bytes, most significant first. */
static uint64_t load_big_endian(const unsigned char *at)
{
	return __builtin_bswap64(mem_load64(at));
}

static void set_float(const unsigned char *at, struct datum *datum)
{
	uint64_t bits = load_big_endian(at);
	double value;

	memcpy(&value, &bits, sizeof(value));
	/* SQLite has no NaN */
	*datum = (struct datum){ .type = DATUM_NULL };
	if (value != value)
		return;
	datum->type = DATUM_FLOAT;
	datum->as.real = value;
}

/* Integers are read as 8 bytes, of which those that follow are shifted away. */
static void set_datum(
	const struct record_step *step, const unsigned char *record, struct datum *datum)
{
	const unsigned char *at = record + step->at;

	switch (step->serial) {
	case SERIAL_BLOB:
	case SERIAL_TEXT:
		datum->type = step->serial == SERIAL_TEXT ? DATUM_TEXT : DATUM_BLOB;
		datum->as.bytes = (const char *)at;
		datum->len = step->size;
		break;
	case SERIAL_NULL:
		datum->type = DATUM_NULL;
		datum->as.integer = 0;
		break;
	case SERIAL_FLOAT:
		set_float(at, datum);
		break;
	case SERIAL_ZERO:
	case SERIAL_ONE:
		datum->type = DATUM_INTEGER;
		datum->as.integer = step->serial == SERIAL_ONE;
		break;
	default:
		datum->type = DATUM_INTEGER;
		datum->as.integer = (int64_t)load_big_endian(at) >> step->shift;
	}
	if (step->is_real && datum->type == DATUM_INTEGER) {
		datum->type = DATUM_FLOAT;
		datum->as.real = (double)datum->as.integer;
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

/* A record may be older than the last columns: NULL. False: one of them has a default. */
static bool add_missing(const struct record_plan *plan, uint32_t from, struct record_shape *shape)
{
	for (uint32_t i = from; i < plan->stored; i++) {
		uint8_t slot = plan->slots[i];

		if (slot == RECORD_UNWANTED)
			continue;
		if (plan->columns[slot].has_default)
			return false;
		shape->step[shape->steps++] =
			(struct record_step){ .slot = slot, .serial = SERIAL_NULL };
	}
	return true;
}

/* How many bytes a value has; UINT64_MAX: its type is reserved. */
static uint64_t size_of(uint64_t serial)
{
	if (serial < sizeof(integer_bytes))
		return integer_bytes[serial];
	return serial >= SERIAL_BLOB ? (serial - SERIAL_BLOB) / 2 : UINT64_MAX;
}

static struct record_step step_of(
	const struct record_plan *plan, uint8_t slot, uint64_t serial, uint64_t at, uint64_t size)
{
	struct record_step step = { .slot = slot, .at = (uint32_t)at, .size = (uint32_t)size };

	step.is_real = plan->columns[slot].is_real;
	step.serial = (uint8_t)(serial < SERIAL_BLOB ? serial : SERIAL_BLOB + serial % 2);
	if (serial > SERIAL_NULL && serial <= SERIAL_INTEGER_64)
		step.shift = (uint8_t)(64 - 8 * size);
	return step;
}

/*
 * Take a header of `bytes` bytes apart; the record has `len`. *read is how much of the header it
 * took. False: odd.
 */
static bool find_shape(const struct record_plan *plan, const unsigned char *header,
	size_t length_bytes, size_t bytes, uint64_t len, struct record_shape *shape, size_t *read)
{
	const unsigned char *at = header + length_bytes, *end = header + bytes;
	uint64_t offset = bytes;
	uint32_t column;

	shape->steps = 0;
	shape->needed = 0;
	for (column = 0; column < plan->stored && at < end; column++) {
		uint8_t slot = plan->slots[column];
		uint64_t serial, size;
		size_t taken = record_varint(at, end, &serial);

		at += taken;
		if (taken == 0 || serial > UINT32_MAX)
			return false;
		size = size_of(serial);
		if (size > len - offset)
			return false;
		if (slot != RECORD_UNWANTED)
			shape->step[shape->steps++] = step_of(plan, slot, serial, offset, size);
		offset += size;
		if (slot != RECORD_UNWANTED)
			shape->needed = (uint32_t)offset;
	}
	*read = (size_t)(at - header);
	shape->whole = at == end;
	shape->end = (uint32_t)offset;
	return (!shape->whole || offset == len) && add_missing(plan, column, shape);
}

/* Where a header is remembered: by its first bytes and its last. */
static struct record_shape *shape_at(
	struct record_shapes *shapes, const unsigned char *header, size_t bytes)
{
	uint64_t key = mem_load64(header);

	if (bytes < 8)
		key &= (UINT64_C(1) << 8 * bytes) - 1;
	else
		key ^= mem_load64(header + bytes - 8) << 1;
	return &shapes->shape[mem_mix64(key) % RECORD_SHAPES];
}

/* memcmp() of a few bytes, which takes longer to be called; 7 more can be read. */
static bool are_equal(const unsigned char *a, const unsigned char *b, size_t bytes)
{
	for (; bytes >= 8; bytes -= 8, a += 8, b += 8) {
		if (mem_load64(a) != mem_load64(b))
			return false;
	}
	return bytes == 0 || (mem_load64(a) ^ mem_load64(b)) << (64 - 8 * bytes) == 0;
}

static bool is_shape(
	const struct record_shape *shape, const unsigned char *header, size_t bytes, uint64_t len)
{
	return shape->header_bytes == bytes && are_equal(shape->header, header, bytes) &&
	       (shape->whole ? shape->end == len : shape->end <= len);
}

bool record_read(const struct record_plan *plan, struct record_shapes *shapes,
	const unsigned char *record, size_t there, uint64_t len, int64_t rowid, struct datum *row)
{
	struct record_shape other, *shape = &other;
	uint64_t bytes;
	size_t length_bytes = record_varint(record, record + there, &bytes), beginning, read;

	if (length_bytes == 0 || bytes > there || bytes < length_bytes)
		return false;
	beginning = length_bytes + plan->stored + RECORD_LONG_TYPES;
	if (beginning > bytes)
		beginning = (size_t)bytes;
	if (beginning <= RECORD_SHAPE_BYTES)
		shape = shape_at(shapes, record, beginning);
	if (shape == &other || !is_shape(shape, record, beginning, len)) {
		shape->header_bytes = 0;
		if (!find_shape(plan, record, length_bytes, (size_t)bytes, len, shape, &read))
			return false;
		if (shape != &other && read <= beginning) {
			shape->header_bytes = (uint8_t)beginning;
			memcpy(shape->header, record, beginning);
		}
	}
	if (shape->needed > there)
		return false;
	for (uint32_t i = 0; i < shape->steps; i++)
		set_datum(&shape->step[i], record, &row[shape->step[i].slot]);
	if (plan->other_count > 0)
		set_others(plan, rowid, row);
	return true;
}

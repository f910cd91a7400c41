#include "stats/sql/table.h"

/*
 * part(first, last, count, start, end): the time from `first` to `last` in at most `count` equal
 * parts, of which only the last may be shorter; of these, the ones that `start` to `end`, all if
 * they are not given, has some time in, and how much: "ns".
 */
enum { GIVEN_FIRST, GIVEN_LAST, GIVEN_COUNT, GIVEN_START, GIVEN_END, GIVEN };

#define COLUMNS(SHOWN, HIDDEN)                                                             \
	SHOWN(INDEX, "part", INTEGER, 0, (int64_t)row)                                     \
	SHOWN(START, "part_start", INTEGER, 0, (int64_t)((uint64_t)given[0] + start))      \
	SHOWN(LENGTH, "part_ns", INTEGER, 0, (int64_t)(end - start))                       \
	SHOWN(NS, "ns", INTEGER, 0, (int64_t)(least(end, all.to) - most(start, all.from))) \
	HIDDEN(FIRST, "of_first", INTEGER, 0, given[GIVEN_FIRST])                          \
	HIDDEN(LAST, "of_last", INTEGER, 0, given[GIVEN_LAST])                             \
	HIDDEN(COUNT, "of_count", INTEGER, 0, given[GIVEN_COUNT])                          \
	HIDDEN(OF_START, "of_start", INTEGER, 0, given[GIVEN_START])                       \
	HIDDEN(OF_END, "of_end", INTEGER, 0, given[GIVEN_END])

SQL_COLUMNS(COLUMNS, columns)

/* Times after the first. */
struct stretch {
	uint64_t length, part_ns;
	uint64_t from, to; /* what is in the parts */
};

static uint64_t least(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

static uint64_t most(uint64_t a, uint64_t b)
{
	return a > b ? a : b;
}

static uint64_t offset_of(const int64_t *given, int64_t time, uint64_t length)
{
	uint64_t offset =
		time > given[GIVEN_FIRST] ? (uint64_t)time - (uint64_t)given[GIVEN_FIRST] : 0;

	return least(offset, length);
}

static struct stretch find_stretch(const int64_t *given)
{
	uint64_t length = (uint64_t)given[GIVEN_LAST] - (uint64_t)given[GIVEN_FIRST];
	uint64_t count = (uint64_t)given[GIVEN_COUNT];

	return (struct stretch){ length, length / count + (length % count != 0),
		offset_of(given, given[GIVEN_START], length),
		offset_of(given, given[GIVEN_END], length) };
}

static void find_parts(const int64_t *given, size_t *first, size_t *end)
{
	struct stretch all;

	if (given[GIVEN_LAST] <= given[GIVEN_FIRST] || given[GIVEN_COUNT] < 1)
		return;
	all = find_stretch(given);
	if (all.from >= all.to)
		return;
	*first = all.from / all.part_ns;
	*end = (all.to - 1) / all.part_ns + 1;
}

static int64_t part_value(const int64_t *given, size_t row, int column)
{
	const struct stretch all = find_stretch(given);
	const uint64_t start = row * all.part_ns,
		       end = start + least(all.part_ns, all.length - start);

	SQL_VALUE(COLUMNS);
}

const struct sql_table sql_table_part = {
	.name = "part",
	.columns = columns,
	.column_count = ARRAY_SIZE(columns),
	.given = GIVEN,
	.required = GIVEN_START,
	.call = find_parts,
	.called_value = part_value,
};

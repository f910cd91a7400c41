#include "stats/packed_table.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/text.h"

/* --- numbers ------------------------------------------------------------------------------ */

/* Seven bits to a byte, the lowest first; the highest bit says that more follow. */
static void add_varint(struct text *text, uint64_t number)
{
	char bytes[10];
	size_t len = 0;

	for (; number >= 128; number >>= 7)
		bytes[len++] = (char)(number | 128);
	bytes[len++] = (char)number;
	text_add(text, bytes, len);
}

static bool take_varint(struct packed_column *column, uint64_t *number)
{
	*number = 0;
	for (unsigned shift = 0; shift < 64 && column->at < column->end; shift += 7) {
		uint8_t byte = *column->at++;

		*number |= (uint64_t)(byte & 127) << shift;
		if (byte < 128)
			return true;
	}
	return false;
}

/* Small for small distances of either sign; never 0, unless the distance is. */
static uint64_t zigzag(uint64_t distance)
{
	return distance << 1 ^ (distance >> 63 != 0 ? UINT64_MAX : 0);
}

static uint64_t unzigzag(uint64_t number)
{
	return number >> 1 ^ ((number & 1) != 0 ? UINT64_MAX : 0);
}

/* Distances; a 0 is followed by how many more there are of it. */
static void pack(struct text *text, const int64_t *numbers, int count)
{
	uint64_t before = 0;

	for (int i = 0; i < count; i++) {
		uint64_t distance = (uint64_t)numbers[i] - before;
		int same = i;

		add_varint(text, zigzag(distance));
		before = (uint64_t)numbers[i];
		if (distance != 0)
			continue;
		while (same + 1 < count && numbers[same + 1] == numbers[i])
			same++;
		add_varint(text, (uint64_t)(same - i));
		i = same;
	}
}

static bool unpack(struct packed_column *column)
{
	uint64_t number, same;

	if (column->same > 0) {
		column->same--;
		return true;
	}
	if (!take_varint(column, &number))
		return false;
	column->number = (int64_t)((uint64_t)column->number + unzigzag(number));
	if (number != 0)
		return true;
	if (!take_varint(column, &same) || same >= PACKED_ROWS_MAX)
		return false;
	column->same = (int64_t)same;
	return true;
}

/* --- writing ------------------------------------------------------------------------------ */

void packed_open(struct packed_writer *writer, sqlite3 *db, const char *table,
	const char *const *columns, int count)
{
	struct text create = { 0 }, insert = { 0 };

	assert(count < PACKED_COLUMNS_MAX);
	*writer = (struct packed_writer){ .columns = count };
	text_addf(&create, "CREATE TABLE \"%s\"(rows", table);
	text_addf(&insert, "INSERT INTO \"%s\" VALUES(?", table);
	for (int i = 0; i < count; i++) {
		text_addf(&create, ",\"%s\"", columns[i]);
		text_add_string(&insert, ",?");
		writer->numbers[i] = mem_zeroed(PACKED_ROWS_MAX, sizeof(**writer->numbers));
	}
	text_add_string(&create, ")");
	text_add_string(&insert, ")");
	writer->failed =
		sqlite3_exec(db, create.bytes, NULL, NULL, NULL) != SQLITE_OK ||
		sqlite3_prepare_v2(db, insert.bytes, -1, &writer->insert, NULL) != SQLITE_OK;
	text_release(&create);
	text_release(&insert);
}

static bool is_constant(const int64_t *numbers, int count)
{
	for (int i = 1; i < count; i++) {
		if (numbers[i] != numbers[0])
			return false;
	}
	return true;
}

static void bind_column(struct packed_writer *writer, int column)
{
	const int64_t *numbers = writer->numbers[column];
	struct text text = { 0 };

	if (writer->others[column] != NULL) {
		sqlite3_bind_value(writer->insert, column + 2, writer->others[column]);
		sqlite3_value_free(writer->others[column]);
		writer->others[column] = NULL;
	} else if (!is_constant(numbers, writer->rows)) {
		pack(&text, numbers, writer->rows);
		sqlite3_bind_blob(
			writer->insert, column + 2, text.bytes, (int)text.len, SQLITE_TRANSIENT);
		text_release(&text);
	} else if (numbers[0] == PACKED_NULL) {
		sqlite3_bind_null(writer->insert, column + 2);
	} else {
		sqlite3_bind_int64(writer->insert, column + 2, numbers[0]);
	}
}

static void put_rows(struct packed_writer *writer)
{
	if (writer->rows == 0 || writer->failed)
		return;
	sqlite3_bind_int64(writer->insert, 1, writer->rows);
	for (int i = 0; i < writer->columns; i++)
		bind_column(writer, i);
	writer->failed = sqlite3_step(writer->insert) != SQLITE_DONE;
	sqlite3_reset(writer->insert);
	writer->rows = 0;
}

/* A row with something else than numbers has a row of its own. */
void packed_add(struct packed_writer *writer, const int64_t *numbers, sqlite3_value *const *others)
{
	bool alone = false;

	for (int i = 0; others != NULL && i < writer->columns; i++)
		alone |= others[i] != NULL;
	if (alone)
		put_rows(writer);
	for (int i = 0; i < writer->columns; i++) {
		writer->numbers[i][writer->rows] = numbers[i];
		if (alone && others[i] != NULL)
			writer->others[i] = sqlite3_value_dup(others[i]);
	}
	if (++writer->rows == PACKED_ROWS_MAX || alone)
		put_rows(writer);
}

bool packed_close(struct packed_writer *writer)
{
	put_rows(writer);
	sqlite3_finalize(writer->insert);
	for (int i = 0; i < writer->columns; i++)
		free(writer->numbers[i]);
	return !writer->failed;
}

/* --- reading ------------------------------------------------------------------------------ */

bool packed_begin(struct packed_reader *reader, const struct database *db, const char *table,
	const char *const *columns, int count, struct err *err)
{
	struct database_column list[PACKED_COLUMNS_MAX + 1] = { { .name = "rows",
		.required = true } };

	assert(count < PACKED_COLUMNS_MAX);
	*reader = (struct packed_reader){ .db = db, .table = table, .columns = count };
	for (int i = 0; i < count; i++)
		list[i + 1] = (struct database_column){ .name = columns[i], .required = true };
	return database_select(db, table, list, (size_t)count + 1, &reader->select, err) &&
	       (reader->select != NULL || err_set(err, ERR_FORMAT, "no table '%s'", table));
}

static void begin_column(struct packed_reader *reader, int column)
{
	struct packed_column *to = &reader->list[column];
	sqlite3_value *value = sqlite3_column_value(reader->select, column + 1);

	*to = (struct packed_column){ 0 };
	reader->others[column] = NULL;
	switch (sqlite3_value_type(value)) {
	case SQLITE_INTEGER:
		reader->numbers[column] = sqlite3_value_int64(value);
		break;
	case SQLITE_NULL:
		reader->numbers[column] = PACKED_NULL;
		break;
	case SQLITE_BLOB:
		to->at = sqlite3_value_blob(value);
		to->end = to->at != NULL ? to->at + sqlite3_value_bytes(value) : NULL;
		break;
	default:
		reader->others[column] = value;
		break;
	}
}

/* The next of the table's own rows. */
static bool begin_rows(struct packed_reader *reader, bool *more, struct err *err)
{
	if (!database_step(reader->db, reader->select, reader->table, more, err))
		return false;
	if (!*more)
		return true;
	reader->rows = sqlite3_column_int64(reader->select, 0);
	reader->next = 0;
	for (int i = 0; i < reader->columns; i++)
		begin_column(reader, i);
	return (reader->rows >= 1 && reader->rows <= PACKED_ROWS_MAX) ||
	       err_set(err, ERR_FORMAT, "table '%s': a number of rows out of range", reader->table);
}

bool packed_next(struct packed_reader *reader, bool *more, struct err *err)
{
	*more = true;
	if (reader->next == reader->rows && !begin_rows(reader, more, err))
		return false;
	if (!*more)
		return true;
	reader->next++;
	for (int i = 0; i < reader->columns; i++) {
		struct packed_column *column = &reader->list[i];

		if (column->end == NULL)
			continue;
		if (!unpack(column))
			return err_set(
				err, ERR_FORMAT, "table '%s': values are missing", reader->table);
		reader->numbers[i] = column->number;
	}
	return true;
}

void packed_end(struct packed_reader *reader)
{
	sqlite3_finalize(reader->select);
	reader->select = NULL;
}

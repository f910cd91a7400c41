/*
 * The floor below SQLite: the columns that folding needs, straight from the pages of the file's
 * tables, one thread, and no checks at all, since the file is one of our own.
 */
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include <sqlite3.h>

static const uint8_t *file;
static uint32_t page_bytes;
static uint64_t sum;

static uint32_t get(const uint8_t *at, int bytes)
{
	uint32_t value = 0;

	for (int i = 0; i < bytes; i++)
		value = value << 8 | at[i];
	return value;
}

static const uint8_t *varint(const uint8_t *at, uint64_t *value)
{
	*value = 0;
	for (int i = 0; i < 9; i++, at++) {
		*value = *value << 7 | (*at & 0x7f);
		if (*at < 0x80)
			return at + 1;
	}
	return at;
}

/* Add the columns that have their bit in `wanted`. */
static void read_row(const uint8_t *cell, uint32_t wanted)
{
	static const uint8_t sizes[] = { 0, 1, 2, 3, 4, 6, 8, 8, 0, 0, 0, 0 };
	uint64_t len, rowid, header, serial;
	const uint8_t *record = varint(varint(cell, &len), &rowid);
	const uint8_t *at = varint(record, &header), *body = record + header;

	for (; wanted != 0 && at < record + header; wanted >>= 1) {
		at = varint(at, &serial);
		len = serial < sizeof(sizes) ? sizes[serial] : (serial - 12) / 2;
		if ((wanted & 1) != 0) {
			int64_t value = 0;

			for (uint64_t i = 0; i < len; i++)
				value = (int64_t)((uint64_t)value << 8 | body[i]);
			sum += (uint64_t)value;
		}
		body += len;
	}
}

static void read_page(uint32_t number, uint32_t wanted)
{
	const uint8_t *page = file + (uint64_t)(number - 1) * page_bytes;
	uint32_t cells = get(page + 3, 2);

	if (page[0] == 0x0d) {
		for (uint32_t i = 0; i < cells; i++)
			read_row(page + get(page + 8 + 2 * i, 2), wanted);
		return;
	}
	for (uint32_t i = 0; i < cells; i++)
		read_page(get(page + get(page + 12 + 2 * i, 2), 4), wanted);
	read_page(get(page + 8, 4), wanted);
}

/* The columns whose names are in `names`, with blanks around. */
static void read_table(sqlite3 *db, const char *table, const char *names)
{
	sqlite3_stmt *row;
	uint32_t wanted = 0, root = 0;

	sqlite3_prepare_v2(db,
		"SELECT rootpage, cid, instr(?2, ' ' || c.name || ' ') FROM sqlite_schema AS t,"
		" pragma_table_info(t.name) AS c WHERE t.name = ?1",
		-1, &row, NULL);
	sqlite3_bind_text(row, 1, table, -1, SQLITE_STATIC);
	sqlite3_bind_text(row, 2, names, -1, SQLITE_STATIC);
	while (sqlite3_step(row) == SQLITE_ROW) {
		root = (uint32_t)sqlite3_column_int(row, 0);
		if (sqlite3_column_int(row, 2) > 0)
			wanted |= 1U << sqlite3_column_int(row, 1);
	}
	sqlite3_finalize(row);
	if (root > 0)
		read_page(root, wanted);
}

int main(int argc, char **argv)
{
	sqlite3 *db;
	struct stat status;
	int fd = argc == 2 ? open(argv[1], O_RDONLY) : -1;

	if (fd < 0 || fstat(fd, &status) != 0 ||
		sqlite3_open_v2(argv[1], &db, SQLITE_OPEN_READONLY, NULL) != SQLITE_OK) {
		fprintf(stderr, "usage: pages_floor EXPORT.sqlite\n");
		return 2;
	}
	file = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
	if (file == MAP_FAILED)
		return 1;
	page_bytes = get(file + 16, 2) == 1 ? 65536 : get(file + 16, 2);
	read_table(db, "CUPTI_ACTIVITY_KIND_KERNEL",
		" start end correlationId globalPid demangledName ");
	read_table(db, "CUPTI_ACTIVITY_KIND_RUNTIME", " start end globalTid correlationId ");
	read_table(db, "NVTX_EVENTS",
		" start end eventType globalTid text textId domainId endGlobalTid ");
	sqlite3_close(db);
	printf("%llu\n", (unsigned long long)sum); /* so that nothing is optimised away */
	return 0;
}

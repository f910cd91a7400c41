#include "collapse/pages/table_pages.h"

#include <assert.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/mem.h"
#include "collapse/pages/pages_record.h"

enum {
	HEADER_BYTES = 100,
	PAGE_BYTES_MIN = 512,
	PAGE_BYTES_MAX = 65536,
	USABLE_MIN = 480,
	TREE_DEPTH_MAX = 20,
	RUN_BYTES = 1 << 18,   /* read at once where pages lie one after the other */
	TABLE_INTERIOR = 0x05, /* "1.6. B-tree Pages" */
	TABLE_LEAF = 0x0d,
	INTERIOR_HEADER = 12,
	LEAF_HEADER = 8,
	CELL_MIN = 4, /* SQLite never makes a smaller one, so that it can be a free block */
};

struct pages_table {
	struct pages_file file;
	struct record_plan plan;
	uint32_t page_bytes, usable;
	uint32_t page_count;
	uint32_t *leaves; /* page numbers, in the order of row ids */
	size_t leaf_count;
};

struct pages_walk {
	const struct pages_table *table;
	size_t next;                 /* leaf to come */
	const unsigned char *page;   /* the current one, or NULL */
	uint32_t row, rows;          /* in it */
	unsigned char *run;          /* pages read at once */
	size_t run_first, run_count; /* which leaves are in it */
	struct record_shapes shapes;
	uint64_t left; /* bytes that further records can have, as all fit into the file */
};

static uint32_t get16(const unsigned char *at)
{
	return (uint32_t)at[0] << 8 | at[1];
}

static uint32_t get32(const unsigned char *at)
{
	return get16(at) << 16 | get16(at + 2);
}

static bool read_at(int fd, unsigned char *bytes, size_t size, uint64_t offset)
{
	for (size_t done = 0; done < size;) {
		ssize_t got = pread(fd, bytes + done, size - done, (off_t)(offset + done));

		if (got <= 0)
			return false; /* also if interrupted, which files are not */
		done += (size_t)got;
	}
	return true;
}

/*
 * "1.3. The Database Header". How many pages there are is stated in it, unless an old SQLite
 * wrote last, which did not keep it.
 */
static bool read_header(struct pages_table *table)
{
	static const char magic[16] = "SQLite format 3";
	static const unsigned char fractions[3] = { 64, 32, 32 };
	unsigned char header[HEADER_BYTES];
	struct stat status;
	uint64_t pages;
	unsigned char version_max = table->file.no_log ? 2 : 1;

	if (fstat(table->file.fd, &status) != 0 ||
		!read_at(table->file.fd, header, sizeof(header), 0) ||
		memcmp(header, magic, sizeof(magic)) != 0 || header[18] > version_max ||
		header[19] > version_max || memcmp(header + 21, fractions, 3) != 0 ||
		get32(header + 56) != 1 /* UTF-8 */)
		return false;
	table->page_bytes = get16(header + 16) == 1 ? PAGE_BYTES_MAX : get16(header + 16);
	table->usable = table->page_bytes - header[20];
	if (table->page_bytes < PAGE_BYTES_MIN ||
		(table->page_bytes & (table->page_bytes - 1)) != 0 || table->usable < USABLE_MIN)
		return false;
	pages = (uint64_t)status.st_size / table->page_bytes;
	if (get32(header + 28) != 0 && memcmp(header + 24, header + 92, 4) == 0 &&
		get32(header + 28) < pages)
		pages = get32(header + 28);
	table->page_count = pages < UINT32_MAX ? (uint32_t)pages : UINT32_MAX - 1;
	return true;
}

/* "1.4. The Lock-Byte Page" belongs to no tree, nor does the first page to one of a table. */
static bool is_page(const struct pages_table *table, uint32_t number)
{
	return number > 1 && number <= table->page_count &&
	       number != (1U << 30) / table->page_bytes + 1;
}

/* Read `count` pages that lie one after the other. */
static bool read_pages(
	const struct pages_table *table, uint32_t number, size_t count, unsigned char *pages)
{
	const struct pages_file *file = &table->file;

	if (!read_at(file->fd, pages, count * table->page_bytes,
		    (uint64_t)(number - 1) * table->page_bytes))
		return false;
	for (size_t i = 0; file->check != NULL && i < count; i++)
		file->check(file->context, pages + i * table->page_bytes, number + (uint32_t)i);
	return true;
}

/* --- interior pages: where the leaves are ----------------------------------------------------- */

struct page_list {
	uint32_t *numbers;
	size_t count, cap;
};

static bool list_add(const struct pages_table *table, struct page_list *list, uint32_t number)
{

	/* a sound tree has no page twice */
	if (!is_page(table, number) || list->count >= table->page_count)
		return false;
	*mem_next(list->numbers, list->cap, list->count) = number;
	return true;
}

/* The children of an interior page: a cell is a child and a key, and there is a last child. */
static bool add_children(
	const struct pages_table *table, const unsigned char *page, struct page_list *children)
{
	uint32_t cells = get16(page + 3), first = INTERIOR_HEADER + 2 * cells;
	uint64_t key;

	if (cells == 0 || first > table->usable)
		return false;
	for (uint32_t i = 0; i < cells; i++) {
		uint32_t at = get16(page + INTERIOR_HEADER + 2 * i);

		if (at < first || at + 5 > table->usable ||
			record_varint(page + at + 4, page + table->usable, &key) == 0 ||
			!list_add(table, children, get32(page + at)))
			return false;
	}
	return list_add(table, children, get32(page + 8));
}

/* Replace a level of the tree, which has interior pages, by the level below. */
static bool descend(const struct pages_table *table, struct page_list *level, unsigned char *page)
{
	struct page_list below = { 0 };
	bool ok = true;

	for (size_t i = 0; ok && i < level->count; i++)
		ok = read_pages(table, level->numbers[i], 1, page) && page[0] == TABLE_INTERIOR &&
		     add_children(table, page, &below);
	free(level->numbers);
	*level = below;
	return ok;
}

/* All leaves have one depth, so the first page of a level says what the level is. */
static bool find_leaves(struct pages_table *table, uint32_t root)
{
	unsigned char *page = malloc(table->page_bytes);
	struct page_list level = { 0 };
	bool ok = page != NULL && list_add(table, &level, root);
	int depth = 0;

	for (; ok && depth < TREE_DEPTH_MAX; depth++) {
		assert(level.numbers != NULL); /* a level has a page */
		ok = read_at(table->file.fd, page, 1,
			(uint64_t)(level.numbers[0] - 1) * table->page_bytes);
		if (!ok || page[0] != TABLE_INTERIOR)
			break;
		ok = descend(table, &level, page);
	}
	free(page);
	table->leaves = level.numbers;
	table->leaf_count = level.count;
	return ok && depth < TREE_DEPTH_MAX;
}

struct pages_table *pages_table_open(const struct pages_file *file, uint32_t root,
	const struct pages_column *columns, size_t count)
{
	struct pages_table *table = calloc(1, sizeof(*table));

	if (table == NULL)
		return NULL;
	table->file = *file;
	if (record_plan_init(&table->plan, columns, count) && read_header(table) &&
		find_leaves(table, root))
		return table;
	pages_table_free(table);
	return NULL;
}

void pages_table_free(struct pages_table *table)
{
	if (table != NULL)
		free(table->leaves);
	free(table);
}

/* --- leaf pages: rows --------------------------------------------------------------------- */

struct pages_walk *pages_walk_new(const struct pages_table *table)
{
	struct pages_walk *walk = calloc(1, sizeof(*walk));

	if (walk == NULL)
		return NULL;
	*walk = (struct pages_walk){
		.table = table,
		.left = (uint64_t)table->page_count * table->page_bytes,
	};
	walk->run = malloc(RUN_BYTES + RECORD_SLACK);
	if (walk->run != NULL)
		return walk;
	free(walk);
	return NULL;
}

void pages_walk_free(struct pages_walk *walk)
{
	if (walk == NULL)
		return;
	free(walk->run);
	free(walk);
}

/* Read the next leaf, and those that lie behind it. */
static bool read_run(struct pages_walk *walk)
{
	const struct pages_table *table = walk->table;
	const uint32_t *leaves = table->leaves + walk->next;
	size_t most = RUN_BYTES / table->page_bytes, count = 1;

	while (count < most && walk->next + count < table->leaf_count &&
		leaves[count] == leaves[0] + count)
		count++;
	walk->run_first = walk->next;
	walk->run_count = 0;
	if (!read_pages(table, leaves[0], count, walk->run))
		return false;
	walk->run_count = count;
	return true;
}

static bool next_leaf(struct pages_walk *walk)
{
	const struct pages_table *table = walk->table;

	if (walk->next >= walk->run_first + walk->run_count && !read_run(walk))
		return false;
	walk->page = walk->run + (walk->next - walk->run_first) * table->page_bytes;
	walk->rows = get16(walk->page + 3);
	walk->row = 0;
	walk->next++;
	/* only a table without rows has an empty leaf, which is its root */
	return walk->page[0] == TABLE_LEAF &&
	       LEAF_HEADER + 2 * walk->rows + (walk->rows > 0 ? CELL_MIN : 0) <= table->usable &&
	       (walk->rows > 0 || table->leaf_count == 1);
}

/* How many bytes of a long record are in the leaf itself ("1.6", of P, U, M, K and X). */
static uint32_t local_bytes(uint32_t usable, uint64_t len)
{
	uint32_t least = (usable - 12) * 32 / 255 - 23;
	uint64_t fill = least + (len - least) % (usable - 4);

	return fill <= usable - 35 ? (uint32_t)fill : least;
}

/*
 * The row in the cell at `at`: length of the record, row id, record, first overflow page. What lies
 * on overflow pages ("1.7") is left to SQLite.
 */
static bool read_cell(struct pages_walk *walk, uint32_t at, struct datum *row)
{
	const struct pages_table *table = walk->table;
	const unsigned char *cell = walk->page + at, *end = walk->page + table->usable;
	const unsigned char *record = cell;
	uint64_t len, rowid;
	uint32_t there;
	size_t bytes = record_varint(record, end, &len);

	record += bytes;
	if (bytes == 0 || len > walk->left)
		return false;
	walk->left -= len;
	bytes = record_varint(record, end, &rowid);
	record += bytes;
	if (bytes == 0)
		return false;
	there = (uint32_t)len;
	if (len > table->usable - 35) {
		there = local_bytes(table->usable, len);
		end -= 4;
	}
	if (end - record < (ptrdiff_t)there)
		return false;
	return record_read(&table->plan, &walk->shapes, record, there, len, (int64_t)rowid, row);
}

enum pages_result pages_next(struct pages_walk *walk, struct datum *row)
{
	uint32_t at;

	while (walk->row >= walk->rows) {
		if (walk->next >= walk->table->leaf_count)
			return PAGES_END;
		if (!next_leaf(walk))
			return PAGES_ODD;
	}
	at = get16(walk->page + LEAF_HEADER + 2 * walk->row);
	if (at < LEAF_HEADER + 2 * walk->rows || at > walk->table->usable - CELL_MIN)
		return PAGES_ODD;
	walk->row++;
	return read_cell(walk, at, row) ? PAGES_ROW : PAGES_ODD;
}

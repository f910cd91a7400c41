#include "collapse/input/checked_pages.h"

#include <stdatomic.h>
#include <stdlib.h>

#include <sqlite3.h>

#include "base/page_sum.h"

/*
 * How SQLite reads the file: `methods`, a changed copy of its own, replace those that it would
 * call.
 */
struct checked_pages {
	sqlite3_io_methods methods; /* first, so that a file leads here */
	const sqlite3_io_methods *own;
	uint64_t id; /* of all pages, as the first one read has it */
	bool has_id;
	_Atomic uint64_t damaged; /* the first page of the file that was found damaged, or 0 */
	size_t page_bytes;
	unsigned char page[]; /* room for one */
};

/* The first page read, which is the file's, is read before there is a second thread. */
void checked_pages_check(struct checked_pages *pages, const unsigned char *page, uint64_t number)
{
	uint64_t damaged = atomic_load(&pages->damaged);

	if (!pages->has_id) {
		pages->id = page_sum_id(page, pages->page_bytes);
		pages->has_id = true;
	}
	if (page_sum_id(page, pages->page_bytes) == pages->id &&
		page_sum_holds(page, pages->page_bytes, number))
		return;
	while ((damaged == 0 || number < damaged) &&
		!atomic_compare_exchange_weak(&pages->damaged, &damaged, number))
		;
}

/* SQLite reads whole pages, but for the header and, in some versions, the ends of long texts. */
static int read_page(sqlite3_file *file, void *bytes, int size, sqlite3_int64 offset)
{
	/* it is ours, allocated below */
	struct checked_pages *pages = (struct checked_pages *)(uintptr_t)file->pMethods;
	sqlite3_int64 page_bytes = (sqlite3_int64)pages->page_bytes, number = offset / page_bytes;
	int code = pages->own->xRead(file, bytes, size, offset);

	if (code != SQLITE_OK)
		return code;
	if (size == (int)page_bytes)
		checked_pages_check(pages, bytes, (uint64_t)number + 1);
	else if (number > 0 && pages->own->xRead(file, pages->page, (int)page_bytes,
				       number * page_bytes) == SQLITE_OK)
		checked_pages_check(pages, pages->page, (uint64_t)number + 1);
	return SQLITE_OK;
}

static size_t big_endian_16(const unsigned char *bytes)
{
	return (size_t)bytes[0] << 8 | bytes[1];
}

/* Database file format, 1.3: the size of pages at 16, the bytes reserved in each at 20. */
int checked_pages_new(
	struct checked_pages **pages, sqlite3 *handle, const unsigned char header[100])
{
	size_t page_bytes = big_endian_16(header + 16);
	sqlite3_file *file = NULL;

	*pages = NULL;
	if (header[20] != PAGE_SUM_BYTES || page_bytes < 512 ||
		(page_bytes & (page_bytes - 1)) != 0 ||
		sqlite3_file_control(handle, NULL, SQLITE_FCNTL_FILE_POINTER, &file) != SQLITE_OK ||
		file == NULL || file->pMethods == NULL)
		return SQLITE_OK;
	*pages = malloc(sizeof(**pages) + page_bytes);
	if (*pages == NULL)
		return SQLITE_NOMEM;
	**pages = (struct checked_pages){
		.methods = *file->pMethods,
		.own = file->pMethods,
		.page_bytes = page_bytes,
	};
	/* without those of version 3, which map the file into memory */
	if ((*pages)->methods.iVersion > 2)
		(*pages)->methods.iVersion = 2;
	(*pages)->methods.xRead = read_page;
	file->pMethods = &(*pages)->methods;
	return SQLITE_OK;
}

void checked_pages_free(struct checked_pages *pages)
{
	free(pages);
}

uint64_t checked_pages_damaged(const struct checked_pages *pages)
{
	return pages != NULL ? atomic_load(&pages->damaged) : 0;
}

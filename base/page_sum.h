#ifndef BASE_PAGE_SUM_H
#define BASE_PAGE_SUM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Checksums of the pages of a database file: docs/FORMATS.md, "Checksums". The last
 * PAGE_SUM_BYTES of a page are an id, the same in all pages of a file, and the sum of the rest,
 * of the id and of the page's number: so a page in the wrong place, or of another file, is
 * detected like a changed one. Any change within one word of 8 bytes is detected for certain.
 *
 * Pages are a multiple of 32 bytes; their numbers begin at 1.
 */
enum { PAGE_SUM_BYTES = 16 };

/* Fill in the last bytes of a page. */
void page_sum_put(unsigned char *page, size_t size, uint64_t number, uint64_t id);

/* Whether the page is as it was when its sum was put. */
bool page_sum_holds(const unsigned char *page, size_t size, uint64_t number);

/* The id that it was given. */
uint64_t page_sum_id(const unsigned char *page, size_t size);

#endif /* BASE_PAGE_SUM_H */

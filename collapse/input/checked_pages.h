#ifndef COLLAPSE_INPUT_CHECKED_PAGES_H
#define COLLAPSE_INPUT_CHECKED_PAGES_H

#include <stdint.h>

#include "base/compiler.h"

struct sqlite3;

/*
 * The checksums of a capture's pages (base/page_sum.h), compared while they are read: what
 * is not read is not checked, and nothing is read twice. Data of a damaged page is passed on,
 * for its reader to report: the rest of the file is sound.
 */
struct checked_pages;

/*
 * Check what is read through `handle`, which was opened but not read from yet; its header is at
 * `header`. *pages is NULL if the file has no checksums; otherwise free it after the handle was
 * closed. Returns SQLITE_OK or SQLITE_NOMEM.
 */
int checked_pages_new(struct checked_pages **pages, struct sqlite3 *handle,
	const unsigned char header[100]) MUST_CHECK;
void checked_pages_free(struct checked_pages *pages);

/* Compare a page that was read without SQLite. Several threads may do so at once. */
void checked_pages_check(struct checked_pages *pages, const unsigned char *page, uint64_t number);

/* The page with the least number that was read and does not match its checksum; 0: none. */
uint64_t checked_pages_damaged(const struct checked_pages *pages);

#endif /* COLLAPSE_INPUT_CHECKED_PAGES_H */

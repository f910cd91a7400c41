#include "tests/mock/account.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS = 16384, ROW = 4096 };

static struct {
	char stack[ROW];
	uint64_t ns;
} rows[ROWS];
static size_t row_count;
static uint64_t lost, lost_ns;
static bool is_ignoring, is_losing, is_lossy_next;
static unsigned drops;

void account_ignore(bool on)
{
	is_ignoring = on;
}

void account_drop(unsigned count)
{
	drops += count;
}

void account_lose(bool on)
{
	is_losing = on;
}

void account_lose_next(void)
{
	is_lossy_next = true;
}

static void account(const char *stack, uint64_t ns)
{
	for (size_t i = 0; i < row_count; i++) {
		if (strcmp(rows[i].stack, stack) == 0) {
			rows[i].ns += ns;
			return;
		}
	}
	if (row_count == ROWS)
		abort();
	snprintf(rows[row_count].stack, ROW, "%s", stack);
	rows[row_count++].ns = ns;
}

static int compare(const void *a, const void *b)
{
	return strcmp(a, b);
}

void account_write(void)
{
	const char *path = getenv("MOCK_TRUTH");
	FILE *file = path != NULL ? fopen(path, "w") : NULL;

	if (file == NULL)
		return;
	qsort(rows, row_count, sizeof(rows[0]), compare);
	for (size_t i = 0; i < row_count; i++)
		fprintf(file, "%s %llu\n", rows[i].stack, (unsigned long long)rows[i].ns);
	if (lost > 0)
		fprintf(file, "# lost %llu %llu\n", (unsigned long long)lost,
			(unsigned long long)lost_ns);
	fclose(file);
}

void account_book(const char *stack, const char *leaf, uint64_t ns)
{
	char whole[ROW];

	if (is_ignoring)
		return;
	if (drops > 0 || is_losing || is_lossy_next) {
		drops -= drops > 0 && !is_lossy_next;
		is_lossy_next = false;
		lost++;
		lost_ns += ns;
		return;
	}
	snprintf(whole, sizeof(whole), "%s%s", stack, leaf);
	account(whole, ns);
}

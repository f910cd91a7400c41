#include "base/page_sum.h"

#include "base/mem.h"

enum { WORD = 8, LANES = 4 };

/* Reversible in both: a change of one of them cannot be lost. */
static uint64_t add(uint64_t lane, uint64_t word)
{
	lane = (lane ^ word) * UINT64_C(0x9e3779b97f4a7c15);
	return lane << 29 | lane >> 35;
}

/* Of all words but the last, in whose place the number counts. */
static uint64_t sum_of(const unsigned char *page, size_t size, uint64_t number)
{
	/* four, so that their multiplications overlap */
	uint64_t lanes[LANES] = { 1, 2, 3, 4 };
	const unsigned char *last = page + size - LANES * WORD;

	for (; page < last; page += LANES * WORD) {
		for (int i = 0; i < LANES; i++)
			lanes[i] = add(lanes[i], mem_load64(page + WORD * i));
	}
	for (int i = 0; i < LANES - 1; i++)
		lanes[i] = add(lanes[i], mem_load64(last + WORD * i));
	return add(add(add(add(lanes[3], number), lanes[0]), lanes[1]), lanes[2]);
}

static void store64(unsigned char *bytes, uint64_t word)
{
	for (int i = 0; i < WORD; i++)
		bytes[i] = (unsigned char)(word >> 8 * i);
}

void page_sum_put(unsigned char *page, size_t size, uint64_t number, uint64_t id)
{
	store64(page + size - 2 * WORD, id);
	store64(page + size - WORD, sum_of(page, size, number));
}

bool page_sum_holds(const unsigned char *page, size_t size, uint64_t number)
{
	return mem_load64(page + size - WORD) == sum_of(page, size, number);
}

uint64_t page_sum_id(const unsigned char *page, size_t size)
{
	return mem_load64(page + size - 2 * WORD);
}

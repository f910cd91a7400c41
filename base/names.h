#ifndef BASE_NAMES_H
#define BASE_NAMES_H

#include "base/arena.h"
#include "base/err.h"

#define NAME_NONE UINT32_MAX
#define NAME_MAX_BYTES ((size_t)1 << 30)

struct name {
	const char *text; /* NUL-terminated, and may hold NUL bytes before that */
	uint32_t len;     /* bytes */
	uint32_t hash;    /* of the text, for the table */
	uint32_t frame;   /* the same text as a frame, NAME_NONE until asked for */
};

/*
 * Interned strings: each distinct string has one id, counted from 0, for as
 * long as the table lives. Ids are equal exactly when strings are.
 *
 * Threads: one table belongs to one thread at a time.
 */
struct names {
	struct arena arena;
	struct name *list; /* by id */
	uint32_t count;
	size_t list_cap;
	uint32_t *slots; /* id + 1, 0: free; open addressing */
	size_t slot_mask;
	uint64_t seed;
};

/* What ends the command where a string of `len` bytes has no place. */
NORETURN void names_die(const struct names *names, size_t len);

void names_init(struct names *names);
void names_release(struct names *names);

/*
 * The id of a string of `len` bytes, any bytes; `text` may be NULL when `len` is 0. May: or
 * NAME_NONE: there is no memory, the string is over 1 GiB, or the table is full (2^32 - 2).
 */
uint32_t names_may_intern(struct names *names, const char *text, size_t len) MUST_CHECK;

static inline uint32_t names_intern(struct names *names, const char *text, size_t len)
{
	uint32_t id = names_may_intern(names, text, len);

	if (id == NAME_NONE)
		names_die(names, len);
	return id;
}

/* Of a NUL-terminated string. */
static inline uint32_t names_id(struct names *names, const char *text)
{
	return names_intern(names, text, strlen(text));
}

/* The same for callers that have the string's names_hash() already. */
uint32_t names_hash(const struct names *names, const char *text, size_t len);
uint32_t names_may_intern_hashed(
	struct names *names, const char *text, size_t len, uint32_t hash) MUST_CHECK;

static inline uint32_t names_intern_hashed(
	struct names *names, const char *text, size_t len, uint32_t hash)
{
	uint32_t id = names_may_intern_hashed(names, text, len, hash);

	if (id == NAME_NONE)
		names_die(names, len);
	return id;
}

/* Whether the table has the string, and its id. */
bool names_find(const struct names *names, const char *text, size_t len, uint32_t *id);

/*
 * The id of the string as a frame of a stack (docs/FORMATS.md, "folded stacks"):
 * control characters become spaces, ';' becomes ':', invalid UTF-8 becomes
 * U+FFFD, blanks at either end are removed, and an empty result is "[unnamed]".
 * Text seen before costs one look-up.
 */
uint32_t names_intern_frame(struct names *names, const char *text, size_t len);

/* The same for a string that is in the table already. */
uint32_t names_frame(struct names *names, uint32_t name);

/* Compare two strings of the table by their bytes, as memcmp does. */
int names_compare(const struct names *names, uint32_t a, uint32_t b);

/*
 * Write a name with N for each number, "Layer N", to `out`, which has room for `len` bytes;
 * returns the bytes written. Those of words stay, "h2d" and "AddmmBackward0", and so do sizes,
 * "256x256".
 */
size_t names_mask_numbers(const char *name, size_t len, char *out);

/* Whether two names differ in numbers alone, which may be N, or not at all. */
bool names_alike(const char *a, const char *b);

/* names_mask_numbers() of a name in the table: its id. */
uint32_t names_masked(struct names *names, uint32_t name);

#endif /* BASE_NAMES_H */

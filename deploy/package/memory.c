/*
 * memcmp() of the static command, and for x86-64 memcpy() and memmove(). Those of musl compare byte
 * by byte, and use `rep movsq`, whose start takes longer than most copies that SQLite makes.
 */
#include <stddef.h>

typedef unsigned long long bytes_8 __attribute__((aligned(1), may_alias));

int memcmp(const void *left, const void *right, size_t size)
{
	const char *a = left;
	const char *b = right;

	for (; size >= 8; a += 8, b += 8, size -= 8) {
		const bytes_8 x = *(const bytes_8 *)a;
		const bytes_8 y = *(const bytes_8 *)b;

		if (x != y)
			return __builtin_bswap64(x) < __builtin_bswap64(y) ? -1 : 1;
	}
	for (; size > 0; a++, b++, size--)
		if (*a != *b)
			return (unsigned char)*a - (unsigned char)*b;
	return 0;
}

#ifdef __x86_64__
typedef long long bytes_16 __attribute__((vector_size(16), aligned(1), may_alias));
typedef int bytes_4 __attribute__((aligned(1), may_alias));
typedef short bytes_2 __attribute__((aligned(1), may_alias));

/* The first and the last bytes, which may be the same ones: MIDDLE comes after both are read. */
#define COPY(TYPE, MIDDLE)                                                     \
	do {                                                                   \
		const TYPE first = *(const TYPE *)from;                        \
		const TYPE last = *(const TYPE *)(from + size - sizeof(TYPE)); \
                                                                               \
		MIDDLE;                                                        \
		*(TYPE *)to = first;                                           \
		*(TYPE *)(to + size - sizeof(TYPE)) = last;                    \
	} while (0)

static inline void copy_middle(char *to, const char *from, size_t size)
{
	if ((size_t)(to - from) >= size)
		for (size_t at = 16; at < size - 16; at += 16)
			*(bytes_16 *)(to + at) = *(const bytes_16 *)(from + at);
	else /* forwards, what is yet to be read would be overwritten */
		for (size_t at = size - 16; at > 16; at -= 16)
			*(bytes_16 *)(to + at - 16) = *(const bytes_16 *)(from + at - 16);
}

void *memmove(void *out, const void *in, size_t size)
{
	char *to = out;
	const char *from = in;

	if (size >= 16)
		COPY(bytes_16, copy_middle(to, from, size));
	else if (size >= 8)
		COPY(bytes_8, );
	else if (size >= 4)
		COPY(bytes_4, );
	else if (size >= 2)
		COPY(bytes_2, );
	else if (size == 1)
		*to = *from;
	return out;
}

void *memcpy(void *restrict out, const void *restrict in, size_t size)
	__attribute__((alias("memmove")));
#endif

#include "collapse/kineto/demangle.h"

#include <setjmp.h>

#include "base/mem.h"

#ifdef HAVE_DEMANGLER

/*
 * Of libsupc++ (cp-demangle.c): calls `take` for each piece of the full name. It allocates no
 * memory but on its stack, so `take` may jump out of it. 0: success.
 */
extern int __gcclibcxx_demangle_callback(const char *mangled,
	void (*take)(const char *piece, size_t len, void *context), void *context);

struct demangled {
	char *text;
	size_t len;
	jmp_buf too_long;
};

static void take(const char *piece, size_t len, void *context)
{
	struct demangled *to = context;

	if (len > DEMANGLE_MAX - to->len)
		longjmp(to->too_long, 1);
	memcpy(to->text + to->len, piece, len);
	to->len += len;
}

/*
 * Types that compilers before GCC 13 do not know are read as others, which no kernel has: these
 * are built in, too, so that the numbering of what names repeat stays.
 */
static const struct {
	const char *mangled, *read_as, *shown_as, *name;
} new_types[] = {
	{ "DF16b", "Di", "char32_t", "__bf16" },
	{ "DF16_", "Ds", "char16_t", "_Float16" },
};

/* In place, by what is no longer. */
static void replace_all(char *text, size_t *len, const char *old, const char *with)
{
	size_t old_len = strlen(old), with_len = strlen(with), used = 0;

	for (size_t at = 0; at < *len;) {
		if (*len - at >= old_len && memcmp(text + at, old, old_len) == 0) {
			memcpy(text + used, with, with_len);
			used += with_len;
			at += old_len;
		} else {
			text[used++] = text[at++];
		}
	}
	*len = used;
}

static bool demangle_text(const char *mangled, struct demangled *to)
{
	if (setjmp(to->too_long) != 0)
		return false;
	return __gcclibcxx_demangle_callback(mangled, take, to) == 0;
}

/* NOLINTNEXTLINE(readability-non-const-parameter): written to through `to` */
bool demangle(const char *mangled, size_t mangled_len, char *text, size_t *len)
{
	static const char amd[] = ".kd";
	enum { LONGEST = 4096 }; /* it recurses as deep as the name is nested */
	struct demangled to = { .text = text };
	char name[LONGEST];

	if (mangled_len < 3 || mangled_len >= LONGEST || memcmp(mangled, "_Z", 2) != 0)
		return false;
	if (memcmp(mangled + mangled_len - 3, amd, 3) == 0)
		mangled_len -= 3;
	memcpy(name, mangled, mangled_len);
	for (size_t i = 0; i < ARRAY_SIZE(new_types); i++)
		replace_all(name, &mangled_len, new_types[i].mangled, new_types[i].read_as);
	name[mangled_len] = '\0';
	if (strlen(name) != mangled_len || !demangle_text(name, &to))
		return false;
	for (size_t i = 0; i < ARRAY_SIZE(new_types); i++)
		replace_all(text, &to.len, new_types[i].shown_as, new_types[i].name);
	*len = to.len;
	return to.len > 0;
}

#else

bool demangle(UNUSED const char *mangled, UNUSED size_t mangled_len, UNUSED char *text,
	UNUSED size_t *len)
{
	return false;
}

#endif

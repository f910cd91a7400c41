#include "collapse/kineto/demangle.h"

#include <setjmp.h>
#include <string.h>

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
	name[mangled_len] = '\0';
	if (strlen(name) != mangled_len || !demangle_text(name, &to))
		return false;
	*len = to.len;
	return to.len > 0;
}

#else

bool demangle(const char *mangled, size_t mangled_len, char *text, size_t *len)
{
	(void)mangled;
	(void)mangled_len;
	(void)text;
	(void)len;
	return false;
}

#endif

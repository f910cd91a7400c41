#include "capture/write/kernel_name.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/*
 * The Itanium C++ ABI's demangler, from the static C++ support library
 * (libsupc++.a): see docs/dev/ARCHITECTURE.md, "capture".
 */
extern char *__cxa_demangle(const char *mangled, char *buffer, size_t *size, int *status);

/* Its stack use grows with the name's length. */
enum { LONGEST = 16384 };

static bool is_word(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
	       c == '_' || c == '$';
}

/* Where the brackets begin that end before `end`; `end`: nowhere. */
static size_t begin_of(const char *name, size_t end, char open, char close)
{
	size_t depth = 0;

	for (size_t i = end; i > 0; i--) {
		if (name[i - 1] == close)
			depth++;
		else if (name[i - 1] == open && --depth == 0)
			return i - 1;
	}
	return end;
}

/*
 * Cut a full name to the function's own: no return type, namespaces, template
 * arguments or parameters. "void ns::f<int>(float*)" -> "f".
 */
static void cut_brief(char *name)
{
	const char *close = strrchr(name, ')');
	size_t end = strlen(name), begin;

	if (close != NULL && strchr(name, '(') != NULL)
		end = begin_of(name, (size_t)(close - name) + 1, '(', ')');
	if (end > 0 && name[end - 1] == '>')
		end = begin_of(name, end, '<', '>');
	for (begin = end; begin > 0 && is_word(name[begin - 1]); begin--)
		;
	/* an operator or a lambda: keep it whole */
	if (begin == end)
		return;
	memmove(name, name + begin, end - begin);
	name[end - begin] = '\0';
}

bool kernel_names(const char *mangled, char **full, char **brief, struct err *err)
{
	size_t len = strlen(mangled);
	int status = -1;

	*full = NULL;
	if (strncmp(mangled, "_Z", 2) == 0 && len <= LONGEST)
		*full = __cxa_demangle(mangled, NULL, NULL, &status);
	if (*full == NULL)
		*full = strdup(mangled);
	*brief = *full != NULL ? strdup(*full) : NULL;
	if (*brief == NULL) {
		free(*full);
		return err_nomem(err);
	}
	if (status == 0)
		cut_brief(*brief);
	return true;
}

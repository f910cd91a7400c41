#include "capture/write/kernel_name.h"

#include <stdlib.h>
#include <string.h>

#include "base/short_name.h"

/*
 * The Itanium C++ ABI's demangler, from the static C++ support library
 * (libsupc++.a): see docs/dev/ARCHITECTURE.md, "capture".
 */
extern char *__cxa_demangle(const char *mangled, char *buffer, size_t *size, int *status);

/* Its stack use grows with the name's length. */
enum { LONGEST = 16384 };

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
		(*brief)[kernel_short_name(*full, strlen(*full), *brief)] = '\0';
	return true;
}

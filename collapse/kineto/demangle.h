#ifndef COLLAPSE_KINETO_DEMANGLE_H
#define COLLAPSE_KINETO_DEMANGLE_H

#include <stdbool.h>
#include <stddef.h>

/*
 * The full name of a C++ function, "void ns::f<int>(float*)" of "_ZN2ns1fIiEEvPf", by the ABI's own
 * demangler, where gpuflame was linked with it. A suffix that AMD's compiler adds (".kd") is
 * dropped. Returns false for other names, and if the full name has more than DEMANGLE_MAX bytes:
 * 200 mangled bytes can expand to gigabytes. `text` has room for DEMANGLE_MAX bytes; *len is set,
 * and there is no NUL.
 *
 * Threads: safe.
 */
enum { DEMANGLE_MAX = 32768 };

bool demangle(const char *mangled, size_t mangled_len, char *text, size_t *len);

#endif /* COLLAPSE_KINETO_DEMANGLE_H */

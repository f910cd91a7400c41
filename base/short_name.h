#ifndef BASE_SHORT_NAME_H
#define BASE_SHORT_NAME_H

#include <stddef.h>

/*
 * Shorten a C++ name into `out`, which has room for `len` bytes; returns the bytes written.
 * "void a::k<float, (int)4>(float *)" gives "k". Other names ("[CUDA memset]", or with
 * unmatched brackets) are copied unchanged.
 */
size_t kernel_short_name(const char *name, size_t len, char *out);

#endif /* BASE_SHORT_NAME_H */

#ifndef CAPTURE_WRITE_KERNEL_NAME_H
#define CAPTURE_WRITE_KERNEL_NAME_H

#include "base/err.h"

/*
 * A kernel's names as nsys exports have them: `*full` with parameters and
 * template arguments, `*brief` the function's name alone. Both are malloc'ed;
 * both are the name itself if it is not a mangled C++ name. ERR_NOMEM.
 */
bool kernel_names(const char *mangled, char **full, char **brief, struct err *err) MUST_CHECK;

#endif /* CAPTURE_WRITE_KERNEL_NAME_H */

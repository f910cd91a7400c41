#ifndef BASE_COMPILER_H
#define BASE_COMPILER_H

/* Compiler attributes beyond the language, spelled in one place. */

#define MUST_CHECK __attribute__((warn_unused_result))
#define NORETURN __attribute__((noreturn))
#define UNUSED __attribute__((unused))
#define PRINTF_LIKE(fmt, args) __attribute__((format(printf, fmt, args)))
#define ARRAY_SIZE(a) (sizeof(a) / sizeof((a)[0]))

#endif /* BASE_COMPILER_H */

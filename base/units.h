#ifndef BASE_UNITS_H
#define BASE_UNITS_H

#include <stddef.h>
#include <stdint.h>

/* Room for any text that these functions write, its NUL included. */
#define UNITS_SIZE 40

/* A time in ns, human-readable: "873 ns", "12.3 us", "4.56 ms", "7.89 s"; three digits. */
void units_time(uint64_t ns, char *text, size_t size);

/* The decimal digits from a unit of time, "ns", "us", "ms" or "s", to nanoseconds: 0 to 9; or -1.
 */
int units_digits(const char *unit, size_t len);

/* A count with thousands separators: "1,234,567". */
void units_count(uint64_t count, char *text, size_t size);

#endif /* BASE_UNITS_H */

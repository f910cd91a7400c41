#ifndef TESTS_MOCK_ACCOUNT_H
#define TESTS_MOCK_ACCOUNT_H

#include <stdbool.h>
#include <stdint.h>

/* What a script's operations are, by its own account: sums by stack, and what is lost. */

/* An operation of `ns` in `stack`, whose frames end in ';' each; `leaf` is its name. */
void account_book(const char *stack, const char *leaf, uint64_t ns);

/* What is booked from now on is nobody's business, or is again. */
void account_ignore(bool on);

/* The next `count` operations find no room; the next one has no times. */
void account_drop(unsigned count);
void account_lose_next(void);

/* Write it to the file that MOCK_TRUTH names, as folded stacks and "# lost COUNT NS". */
void account_write(void);

#endif /* TESTS_MOCK_ACCOUNT_H */

#ifndef TESTS_MOCK_ACCOUNT_H
#define TESTS_MOCK_ACCOUNT_H

#include <stdbool.h>
#include <stdint.h>

/* The expected result of a script: sums by stack, and losses. */

/* An operation of `ns` in `stack`, whose frames end in ';' each; `leaf` is its name. */
void account_book(const char *stack, const char *leaf, uint64_t ns);

/* Stop counting operations from now on, or resume. */
void account_ignore(bool on);

/* The next `count` operations are dropped; all are lost, or no longer; the next one has no times.
 */
void account_drop(unsigned count);
void account_lose(bool on);
void account_lose_next(void);

/* Write it to the file that MOCK_TRUTH names, as folded stacks and "# lost COUNT NS". */
void account_write(void);

#endif /* TESTS_MOCK_ACCOUNT_H */

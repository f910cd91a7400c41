#ifndef TESTS_MOCK_SCRIPT_H
#define TESTS_MOCK_SCRIPT_H

#include <stddef.h>

/*
 * Read a script: the lines of the file, at most `most`, those between `repeat N`
 * and `again` N times, with the first '@' replaced by the round. Returns their
 * number, 0 if it cannot be read; they are never freed.
 */
size_t script_read(const char *path, char **lines, size_t most);

#endif /* TESTS_MOCK_SCRIPT_H */

#ifndef CMD_RECORD_FUNCTIONS_FILE_H
#define CMD_RECORD_FUNCTIONS_FILE_H

#include "base/err.h"

/*
 * Check a list of Python functions in nsys's format (docs/PYTHON.md, "The list"), which
 * each captured process reads by itself. ERR_IO; ERR_FORMAT names the file, which of its
 * objects, which function of that, and what is expected there; ERR_NOMEM.
 */
bool functions_file_check(const char *path, struct err *err) MUST_CHECK;

#endif /* CMD_RECORD_FUNCTIONS_FILE_H */

#ifndef EXPORT_JSON_TEXT_H
#define EXPORT_JSON_TEXT_H

#include <stdint.h>
#include <stdio.h>

#include "base/err.h"

/* Write a tree's value (base/tree.h) as a number. */
void json_put_value(FILE *out, uint64_t value, unsigned decimals);

/* Flush. ERR_IO if this or any earlier write failed. */
bool json_flush(FILE *out, struct err *err) MUST_CHECK;

#endif /* EXPORT_JSON_TEXT_H */

#ifndef EXPORT_JSON_TEXT_H
#define EXPORT_JSON_TEXT_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/err.h"

/*
 * Write bytes as a JSON string, quotes and all. Any bytes are fine: what is no
 * UTF-8 becomes U+FFFD; controls, separators of lines and marks that change the
 * direction of writing are escaped. Failures of `out` are seen by json_flush().
 */
void json_put_string(FILE *out, const char *bytes, size_t len);

/* Write a tree's value (base/tree.h) as a number. */
void json_put_value(FILE *out, uint64_t value, unsigned decimals);

/* Flush. ERR_IO when this or any write before failed. */
bool json_flush(FILE *out, struct err *err) MUST_CHECK;

#endif /* EXPORT_JSON_TEXT_H */

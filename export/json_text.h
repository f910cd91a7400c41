#ifndef EXPORT_JSON_TEXT_H
#define EXPORT_JSON_TEXT_H

#include "base/json_write.h"
#include "export/stack_walk.h"

/* Write a tree's value (base/tree.h) as a number. */
void json_put_value(struct json_write *json, const char *key, uint64_t value, unsigned decimals);

/* Write a stack as an array of the numbers of its frames; `path` holds them, by depth. */
void json_put_stack(struct json_write *json, const char *key, const uint32_t *path, uint32_t depth);

/* Write the last line, and release the text. ERR_IO if this or any earlier write failed. */
bool json_finish(struct json_write *json, struct err *err) MUST_CHECK;

/* Flush. ERR_IO if this or any earlier write failed. */
bool json_flush(FILE *out, struct err *err) MUST_CHECK;

#endif /* EXPORT_JSON_TEXT_H */

#ifndef COLLAPSE_INPUT_DECIMAL_H
#define COLLAPSE_INPUT_DECIMAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * The number `text`, in the form of JSON ("-12.345", "1.5e3") or SVG (".5"), times 10^shift,
 * exact if that is whole, else rounded half away from zero. No floating point is used:
 * timestamps have more digits than a double. False when it is not a number or does not fit.
 */
bool decimal_parse(const char *text, size_t len, int shift, int64_t *value);

#endif /* COLLAPSE_INPUT_DECIMAL_H */

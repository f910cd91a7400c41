#ifndef COLLAPSE_MODEL_PAYLOAD_NUMBER_H
#define COLLAPSE_MODEL_PAYLOAD_NUMBER_H

#include <stdbool.h>
#include <stdint.h>

/*
 * The number of a key in a flat JSON object, quoted or not, as exports have payloads of NVTX
 * ranges. `key` is the beginning of the key, with its quote: "\"Message size"; the rest of the
 * key up to the colon is skipped. False when there is none, or none that fits 64 bits.
 */
bool payload_number(const char *json, const char *key, uint64_t *number);

#endif /* COLLAPSE_MODEL_PAYLOAD_NUMBER_H */

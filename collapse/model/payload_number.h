#ifndef COLLAPSE_MODEL_PAYLOAD_NUMBER_H
#define COLLAPSE_MODEL_PAYLOAD_NUMBER_H

#include <stdbool.h>
#include <stdint.h>

/*
 * The number behind a key of a flat JSON object, in quotes or not, as exports
 * have payloads of NVTX ranges. `key` is how the key begins, with its quote:
 * "\"Message size"; what comes behind that up to the colon is passed over. False
 * when there is none, or none that 64 bits hold.
 */
bool payload_number(const char *json, const char *key, uint64_t *number);

#endif /* COLLAPSE_MODEL_PAYLOAD_NUMBER_H */

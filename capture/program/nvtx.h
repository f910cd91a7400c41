#ifndef CAPTURE_PROGRAM_NVTX_H
#define CAPTURE_PROGRAM_NVTX_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/names.h"

/*
 * NVTX: every module of the program that was built with its headers has a table
 * of functions of its own, which all lead here.
 */
struct domain {
	const char *name; /* NULL: the default domain */
	uint32_t id;      /* from 1; 0: the default domain */
	bool is_wanted;
	struct domain *next;
};

struct nvtx {
	pthread_mutex_t lock; /* of all below */
	struct names strings; /* registered; a handle is the text's address */
	struct domain *domains;
	uint32_t domain_count;
	struct domain none; /* the default domain; set once */
};

bool nvtx_init(struct nvtx *nvtx);

/* The name of a domain by its id; NULL: the default one. It lasts. */
const char *domain_name(uint32_t id);

/* How many named domains there are: their ids are 1 to that. */
uint32_t domain_count(void);

#endif /* CAPTURE_PROGRAM_NVTX_H */

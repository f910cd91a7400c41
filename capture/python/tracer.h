#ifndef CAPTURE_PYTHON_TRACER_H
#define CAPTURE_PYTHON_TRACER_H

#include <stdatomic.h>

#include "base/idmap.h"
#include "capture/program/nvtx.h"
#include "capture/python/python_abi.h"

struct recorder; /* capture/recorder.h */

/*
 * Python functions as ranges, without a change of their code. What is to be traced is decided in
 * Python (tracer.py); this is what runs at each call: a table from a key, which is the code
 * object of a function or, where functions are wrapped, any object, to the range's name.
 *
 * Threads: Python's lock (GIL) guards all of it. Builds without one are refused by tracer.py.
 */
struct label {
	char *text;
	const struct domain *domain;
	bool is_of_self; /* the range is called as the function's first argument is */
};

struct tracer {
	struct recorder *recorder;
	struct nvtx *nvtx;
	struct python_abi python;
	struct python_object
		*decide; /* tracer.py's: whether a function is wanted, at its first call */
	struct python_object *disable;     /* sys.monitoring.DISABLE */
	struct python_object *cuda_begins; /* tracer.py's */
	struct python_object *name_self;   /* tracer.py's: gives an object its label */
	struct python_object *self_text;   /* "self" */
	_Atomic(bool) is_on;

	struct idmap keys;     /* the table has a reference to each, unless it is weak */
	struct label **labels; /* by index of `keys`; NULL: forgotten */
	size_t labels_cap;
};

/*
 * What a key's range is called. `domain` may be NULL. Nothing changes for a key that has a label.
 * False: no memory, or nothing is captured.
 */
bool tracer_add(
	struct tracer *tracer, struct python_object *key, const char *text, const char *domain);

/*
 * The range of a key is from now on that of the object in its variable `self`: CPython 3.12 and
 * later.
 */
bool tracer_add_self(struct tracer *tracer, struct python_object *key);

/* The label of an object that may go away: the table has no reference until tracer_forget(). */
bool tracer_add_weak(struct tracer *tracer, const void *key, const char *text);
void tracer_forget(struct tracer *tracer, const void *key);

/* A method of this object begins; the key is the method's. */
void tracer_push_self(struct tracer *tracer, const void *key, struct python_object *self);

/* The function of the key begins, or goes on: false if it has no label. */
bool tracer_push(struct tracer *tracer, const void *key);

/* It ends, or waits. No effect if its range has not begun. */
void tracer_pop(struct tracer *tracer, const void *key);

#endif /* CAPTURE_PYTHON_TRACER_H */

#ifndef TESTS_MOCK_MOCK_H
#define TESTS_MOCK_MOCK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/compiler.h"
#include "capture/device/cupti_abi.h"

/*
 * A scripted CUPTI: the functions that libgpuflame.so uses, and these, by which
 * a test program plays CUDA. Records have the real layouts of the version in
 * MOCK_CUPTI_VERSION (default 130000).
 */
struct mock_record {
	int kind; /* CUpti_ActivityKind */
	uint32_t correlation;
	uint64_t ns;
	const char *name; /* of a kernel */
	uint32_t device, stream;
	uint64_t graph_node;
	uint32_t graph;
	uint32_t copy_kind;
	bool is_timeless;  /* start and end are 0 */
	bool is_backwards; /* ends before it starts */
	bool is_running;   /* has no times before mock_finish() */
};

/* A call of the CUDA API begins, ends: its correlation id. `function` as CUPTI names it. */
uint32_t mock_enter(const char *function);
void mock_exit(const char *function, uint32_t correlation);
void mock_exit_failed(const char *function, uint32_t correlation);

/* Whether callbacks of the function are enabled. */
bool mock_is_followed(const char *function);

/* Another profiler subscribes: whether CUPTI is free. */
bool mock_is_free(void);

/* Whether records of the kind are enabled. */
bool mock_is_recorded(int kind);

/* The device did something. */
void mock_record(const struct mock_record *record);

/* Running operations have ended. */
void mock_finish(void);

/* How often it was flushed. */
unsigned long mock_flushes(void);

/* The next `count` records are dropped. */
void mock_drop(unsigned count);

/* The current buffer is handed over at the next flush, full or not. */
void mock_split(void);

/* "now": as they fill; "late": by another thread, which takes 20 ms; "reversed": newest first;
 * "hold": not at all. */
void mock_deliver(const char *how);

/* The correlation id that the next call gets. */
void mock_set_correlation(uint32_t next);

/*
 * A node of a graph is created; a graph is destroyed. CUPTI reports a copy, as
 * when a graph is instantiated or cloned, twice: that a node was created, and what
 * it is a copy of. `original` 0: not a copy; `copied_first`: in reverse order.
 */
void mock_graph_node(uint64_t node, uint64_t original, uint32_t graph, bool copied_first);
void mock_graph_exec_destroy(uint32_t graph);

/*
 * CUDA has started and registered its exit handlers, after which CUPTI delivers
 * nothing and discards its buffers.
 */
void mock_cuda_started(void);

/* A context is destroyed: all buffers are handed over. */
void mock_context_destroy(void);

/* The number of records not handed over yet. */
size_t mock_waiting(void);

#endif /* TESTS_MOCK_MOCK_H */

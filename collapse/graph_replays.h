#ifndef COLLAPSE_GRAPH_REPLAYS_H
#define COLLAPSE_GRAPH_REPLAYS_H

#include "collapse/model/trace.h"

/*
 * A replay of a CUDA graph in a PyTorch trace is one call that launches many operations, of which
 * the trace knows no range. Servers trace the captures of their graphs, too, into other files:
 * there, each launch is in the modules that made it. The replay's operations, in the order of their
 * graph nodes or else of their start, are the launches between cudaStreamBeginCapture and
 * cudaStreamEndCapture, if these are as many, each of the same kind and, where the call names its
 * kernel, of the same name. A replay that differs gets no ranges, and the trace a notice of what
 * differs. If several captures fit, their stacks must be the same but for numbers, which become N.
 *
 * Set trace->captured of a trace that was read from `path` with WANT_GRAPH_NODES, by the captures
 * in `captures`, a file or folder; NULL: those beside `path`, bs_N*.json and *graph_capture*.json,
 * which may be in a folder capture_traces, and are of the same rank. Labels of nodes
 * (graph_labels.h), in the trace or in a file beside it or above, count where no capture does.
 * ERR_FORMAT if `captures` fits no replay; errors of reading it. `want` is also for their names and
 * ranges.
 */
bool graph_replays_join(struct trace *trace, uint64_t want, const char *captures, const char *path,
	struct err *err) MUST_CHECK;

#endif /* COLLAPSE_GRAPH_REPLAYS_H */

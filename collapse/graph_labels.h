#ifndef COLLAPSE_GRAPH_LABELS_H
#define COLLAPSE_GRAPH_LABELS_H

#include "collapse/model/trace.h"

/*
 * A file beside traces of PyTorch, which torch._inductor.config.triton.cudagraph_kernel_annotations
 * makes it write: by the id of a node of a CUDA graph, the names of the scopes it was captured in.
 */
bool graph_labels_is(const char *path); /* kernel_annotations_rank0_fwd.json, or .pkl */
bool graph_labels_is_pickle(const char *path);

/*
 * Label the nodes of a trace: {"30064771082": [{"module_fqn": "layers.0.mlp"}, "name"]}; the last
 * module_fqn counts, or else the last name. ERR_IO; ERR_FORMAT when it is no JSON, or a pickle.
 */
bool graph_labels_read(struct trace *trace, const char *path, struct err *err) MUST_CHECK;

#endif /* COLLAPSE_GRAPH_LABELS_H */

#ifndef COLLAPSE_KINETO_KINETO_EVENT_H
#define COLLAPSE_KINETO_KINETO_EVENT_H

#include "base/err.h"
#include "collapse/input/json.h"

/*
 * One event of a trace of the PyTorch profiler (Chrome's trace event format as libkineto's
 * output_json.cpp writes it), assembled token by token.
 */
enum kineto_category {
	KINETO_OTHER,
	KINETO_ANNOTATION, /* record_function() and the profiler's own steps */
	KINETO_OPERATOR,   /* aten::..., autograd */
	KINETO_PYTHON,     /* Python functions, and modules among them */
	KINETO_API,        /* calls of the CUDA runtime or driver, or their equivalents */
	KINETO_KERNEL,
	KINETO_MEMCPY,
	KINETO_MEMSET,
};

/* Fields of an event, by its keys; also the bits of kineto_event.seen. */
enum kineto_field {
	KINETO_PHASE,
	KINETO_CATEGORY,
	KINETO_NAME,
	KINETO_PID,
	KINETO_TID,
	KINETO_START,
	KINETO_LENGTH,
	KINETO_ARGS,
	/* of "args" */
	KINETO_CORRELATION,
	KINETO_DEVICE,
	KINETO_CONTEXT,
	KINETO_STREAM,
	KINETO_BYTES,
	KINETO_GRID,
	KINETO_BLOCK,
	KINETO_REGISTERS,
	KINETO_SHARED,
	KINETO_GRAPH_NODE,
	KINETO_SEQUENCE, /* autograd's number of an operator */
	KINETO_FORWARD,  /* of a backward operator: PyTorch's number of the forward thread */
	KINETO_SHAPES,   /* "Input Dims": of the tensors that an operator was given */
	KINETO_TYPES,    /* "Input type": of these, and */
	KINETO_VALUES,   /* "Concrete Inputs": what else it was given */
	KINETO_LABEL,    /* "name": of a thread, or an annotation of a graph's node */
	/* of "record_param_comms": the process group; texts as their hashes */
	KINETO_GROUP_NAME,
	KINETO_GROUP_RANKS,
	KINETO_GROUP_START, /* rank, and the step to the next, where ranks are too many to list */
	KINETO_GROUP_STRIDE,
	KINETO_GROUP_SIZE,
	/* of allocations and frees */
	KINETO_CHANGE,      /* bytes; below 0: freed */
	KINETO_ALLOCATED,   /* bytes after it */
	KINETO_RESERVED,    /* bytes after it: the allocator's, of the device */
	KINETO_DEVICE_TYPE, /* 0: the CPU */
	KINETO_DEVICE_ID,
	KINETO_FIELDS,
};

/*
 * A pid or tid: usually a number, sometimes a word ("Spans"). Merged traces put words before
 * the number, "[TP-0] 4711", the same for a process and its threads.
 */
struct kineto_id {
	uint64_t value; /* the number at its end, or a hash of a word without one */
	uint64_t group; /* a hash of what precedes the number, or of the word; 0: nothing does */
	bool is_word;   /* no number */
};

/* Inputs of an operator, as struct tensor_inputs has them; "..." for those that do not fit. */
struct kineto_list {
	char text[256]; /* NUL-terminated */
	size_t len;

	/* private */
	size_t item;    /* where the last one begins */
	unsigned items; /* so far */
	bool cut;
};

enum { KINETO_LISTS = 3 }; /* KINETO_SHAPES and the two after it */

struct kineto_event {
	/* what kineto_pieces.c keeps as it is, up to `numbers` */
	char phase; /* 'X': complete, 'M': metadata, 'i': a moment; 0: none */
	enum kineto_category category;
	struct kineto_id pid, tid;
	int64_t start_ns, length_ns;
	uint32_t grid[3], block[3];
	char group_text[64]; /* of a pid: the words before its number */
	size_t group_len;
	size_t name_len, label_len;
	uint64_t seen; /* 1 << field */

	int64_t numbers[KINETO_FIELDS]; /* of "args": by field, where seen */
	char *name, *label;             /* malloc'ed, kept from event to event */
	size_t name_cap, label_cap;
	bool label_is_module;    /* "module_fqn": it counts more than a node's "name" */
	enum kineto_field field; /* of the next value; KINETO_FIELDS: ignored */

	bool wants_shapes; /* set by the reader, for all events, as is: that of `inputs`, too */
	bool wants_memory; /* allocations are of use */
	bool wants_inputs; /* `inputs` of operators */
	struct kineto_list inputs[KINETO_LISTS]; /* as wanted, where seen; else empty */

	/* private: parser state */
	unsigned list_depth; /* in an array of inputs: of the arrays that are open */
	bool in_sizes;       /* in the array of a grid or block */
	unsigned index;      /* index within it */
};

/* Bits of the fields whose value is in kineto_event.numbers. */
static inline uint64_t kineto_number_fields(void)
{
	const uint64_t one = 1, lists = (one << KINETO_LISTS) - 1;

	return ((one << KINETO_FIELDS) - (one << KINETO_CORRELATION)) &
	       ~(one << KINETO_GRID | one << KINETO_BLOCK | lists << KINETO_SHAPES |
		       one << KINETO_LABEL);
}

static inline bool kineto_has(const struct kineto_event *event, enum kineto_field field)
{
	return (event->seen >> field & 1) != 0;
}

/* A list of inputs, KINETO_SHAPES or one of the two after it; "" if there is none. */
static inline const char *kineto_event_list(
	const struct kineto_event *event, enum kineto_field field)
{
	const struct kineto_list *list = &event->inputs[field - KINETO_SHAPES];

	return list->len > 0 ? list->text : "";
}

/* Begin the next event; a zeroed struct is valid. */
void kineto_event_begin(struct kineto_event *event);
void kineto_event_release(struct kineto_event *event);

/* By what is known of it: the first keys decide. Flows and the like are half of a trace. */
bool kineto_event_is_of_use(const struct kineto_event *event);

/* The process group of a collective, if stated, with a number that is the same on all of its ranks.
 */
enum { KINETO_GROUP_LEN = 96 };
bool kineto_event_group(const struct kineto_event *event, char json[KINETO_GROUP_LEN]);

/* Whether the event, read to its end, is an allocation or a free. */
bool kineto_event_is_memory(const struct kineto_event *event);

/*
 * Take a key of the event (`depth` 1) or of its "args" (2), then the tokens of its value. The
 * last occurrence counts, and one of a wrong type counts as missing. After each call, when `field`
 * is KINETO_FIELDS, the rest of the value may be skipped.
 */
void kineto_event_key(struct kineto_event *event, const char *text, size_t len, unsigned depth);
void kineto_event_value(
	struct kineto_event *event, enum json_token token, const char *text, size_t len);

#endif /* COLLAPSE_KINETO_KINETO_EVENT_H */

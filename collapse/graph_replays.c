#include "collapse/graph_replays.h"

#include <dirent.h>
#include <inttypes.h>
#include <stdio.h>

#include "base/die.h"
#include "base/order.h"
#include "collapse/fold/inherit.h"
#include "collapse/graph_labels.h"
#include "collapse/input/file_list.h"
#include "collapse/input/rank_name.h"
#include "collapse/input_reader.h"

struct captured_launch {
	enum op_kind kind;
	uint32_t kernel; /* or NAME_NONE */
	uint32_t stack;  /* a node of captures.stacks: the ranges entered since the capture began */
};

/* What one capture launched. */
struct graph_window {
	const char *path;
	size_t begin, count; /* in captures.launches */
};

struct captures {
	struct tree *stacks;
	struct captured_launch *launches;
	size_t launch_count, launches_cap;
	struct graph_window *windows;
	size_t window_count, windows_cap;
	uint32_t *masked; /* by node of stacks: the same with N for numbers; NULL until needed */
};

/* --- captures ------------------------------------------------------------------------------- */

static bool call_has(const struct trace *trace, const struct api_call *call, const char *word)
{
	return call->name != NAME_NONE && strstr(trace->names->list[call->name].text, word) != NULL;
}

/* OP_KINDS: it launches nothing. */
static enum op_kind launched_kind(const struct trace *trace, const struct api_call *call)
{
	if (call_has(trace, call, "Launch") && call_has(trace, call, "Kernel"))
		return OP_KERNEL;
	if (call_has(trace, call, "Memcpy"))
		return OP_MEMCPY;
	return call_has(trace, call, "Memset") ? OP_MEMSET : OP_KINDS;
}

static int compare_calls(const void *context, uint32_t a, uint32_t b)
{
	const struct api_call *left = (const struct api_call *)context + a;
	const struct api_call *right = (const struct api_call *)context + b;

	if (left->thread != right->thread)
		return left->thread < right->thread ? -1 : 1;
	return (left->start > right->start) - (left->start < right->start);
}

/* What captures launched, while the ranges around it are found. */
struct capture_calls {
	const struct trace *trace;
	struct tree raw;        /* all ranges around them */
	struct range_point *at; /* of launches, and of the begin of their capture, by turns */
	uint32_t *nodes;        /* by index of `at`: of raw */
	size_t count, cap;
};

static void add_point(struct capture_calls *calls, const struct api_call *call)
{
	*mem_next(calls->at, calls->cap, calls->count) =
		(struct range_point){ call->start, call->end, call->thread };
}

static void add_launch(struct captures *captures, struct capture_calls *calls,
	const struct api_call *call, enum op_kind kind, const struct api_call *begin)
{
	*mem_next(captures->launches, captures->launches_cap, captures->launch_count) =
		(struct captured_launch){ kind, call->kernel, TREE_ROOT };
	captures->windows[captures->window_count - 1].count++;
	add_point(calls, call);
	add_point(calls, begin);
}

static void find_windows(struct captures *captures, struct capture_calls *calls, const char *path)
{
	const struct trace *trace = calls->trace;
	uint32_t *order = order_all(trace->api_count, compare_calls, trace->api_calls);
	const struct api_call *begin = NULL, *last = NULL;

	for (size_t i = 0; i < trace->api_count; i++) {
		const struct api_call *call = &trace->api_calls[order[i]];
		enum op_kind kind = launched_kind(trace, call);

		if (begin != NULL && begin->thread != call->thread)
			begin = NULL;
		if (call_has(trace, call, "StreamBeginCapture")) {
			begin = last = call;
			*mem_next(
				captures->windows, captures->windows_cap, captures->window_count) =
				(struct graph_window){ path, captures->launch_count, 0 };
		} else if (call_has(trace, call, "StreamEndCapture")) {
			begin = NULL;
		} else if (begin != NULL && kind != OP_KINDS && call->start >= last->end) {
			/* the runtime's calls, not those of the driver inside them */
			add_launch(captures, calls, call, kind, begin);
			last = call;
		}
	}
	free(order);
}

/* Copy the path of `node` to `to`, without the ancestors that it shares with `begin`. */
static uint32_t cut_path(const struct tree *raw, uint32_t node, uint32_t begin, struct tree *to)
{
	uint32_t *path = NULL, copy = TREE_ROOT;
	size_t depth = 0, cap = 0;

	while (node != TREE_ROOT) {
		/* a parent's id is smaller than its child's */
		while (begin > node)
			begin = raw->parent[begin];
		if (begin == node)
			break;
		*mem_next(path, cap, depth) = raw->frame[node];
		node = raw->parent[node];
	}
	while (depth > 0)
		copy = tree_child(to, copy, path[--depth]);
	free(path);
	return copy;
}

static void add_captures(struct captures *captures, const struct trace *trace, const char *path)
{
	struct capture_calls calls = { .trace = trace };
	size_t first = captures->launch_count;

	find_windows(captures, &calls, path);
	tree_init(&calls.raw, trace->names);
	calls.nodes = mem_zeroed(calls.count, sizeof(*calls.nodes));
	range_stacks(trace, calls.at, calls.count, &calls.raw, calls.nodes);
	for (size_t i = first; i < captures->launch_count; i++)
		captures->launches[i].stack = cut_path(&calls.raw, calls.nodes[2 * (i - first)],
			calls.nodes[2 * (i - first) + 1], captures->stacks);
	tree_release(&calls.raw);
	free(calls.nodes);
	free(calls.at);
}

static bool read_capture(
	struct captures *captures, uint64_t want, const char *path, struct err *err)
{
	struct trace trace;
	struct input input;
	bool ok;

	if (!input_open(&input, path, err))
		return false;
	trace_init(&trace, captures->stacks->names);
	want = (want & (TORCH_FRAMES | WANT_MANGLED_NAMES)) | WANT_RANGES | WANT_API_CALLS |
	       WANT_LAUNCHES;
	ok = input.kind == INPUT_JSON
		     ? input_read_trace(&input, want, NULL, &trace, err)
		     : err_set(err, ERR_FORMAT, "'%s' is no trace of PyTorch", path);
	if (ok)
		add_captures(captures, &trace, path);
	trace_release(&trace);
	input_close(&input);
	return ok;
}

/* --- where they are ------------------------------------------------------------------------- */

/* As SGLang and vLLM call them. */
static bool is_capture_name(const char *path)
{
	const char *slash = strrchr(path, '/'), *name = slash != NULL ? slash + 1 : path;

	return (strncmp(name, "bs_", 3) == 0 && name[3] >= '0' && name[3] <= '9') ||
	       strstr(name, "graph_capture") != NULL;
}

static bool has_other_rank(const char *path, const char *than, const struct trace *trace)
{
	char left[RANK_SIZE], right[RANK_SIZE];

	rank_of_file(than, NULL, trace->names, trace->rank, right);
	return rank_of_path(path, left) && strncmp(right, "rank ", strlen("rank ")) == 0 &&
	       strcmp(left, right) != 0;
}

/*
 * Files that label nodes, to be read if they are `listed`: other files of such a folder are
 * nobody's to open. The pickle that PyTorch's tutorial has instead of JSON is one only if it is
 * asked for.
 */
static void look_for_labels(
	struct file_list *list, const char *folder, bool listed, struct trace *trace)
{
	bool says_pickle = trace->labelled_nodes.count == 0;
	DIR *dir = opendir(folder);
	struct err err = { 0 };

	for (struct dirent *entry; dir != NULL && (entry = readdir(dir)) != NULL;) {
		size_t size = strlen(folder) + strlen(entry->d_name) + 2;
		char *path;

		if (!graph_labels_is(entry->d_name))
			continue;
		if (graph_labels_is_pickle(entry->d_name)) {
			if (says_pickle && !graph_labels_read(trace, entry->d_name, &err))
				diagnostics_add(&trace->diagnostics, DIAGNOSTIC_NOTICE, err.msg);
			says_pickle = false;
		} else if (listed) {
			path = arena_alloc(&list->names, size);
			snprintf(path, size, "%s/%s", folder, entry->d_name);
			(void)!file_list_add(list, path, &err);
		}
	}
	if (dir != NULL)
		closedir(dir);
}

/* A folder that cannot be read, or has none, is none. PyTorch labels nodes in the folder above. */
static void list_beside(struct file_list *list, const char *path, struct trace *trace)
{
	static const char *const folders[] = { "", "capture_traces", ".." };
	const char *slash = strrchr(path, '/');
	size_t found = 0, own = 0;

	for (size_t i = 0; i < ARRAY_SIZE(folders); i++) {
		size_t len = slash != NULL ? (size_t)(slash - path) + 1 : 2;
		size_t size = len + strlen(folders[i]) + 1;
		char *folder = arena_alloc(&list->names, size);
		struct err none = { 0 };

		snprintf(folder, size, "%.*s%s", (int)len, slash != NULL ? path : "./", folders[i]);
		own = i < 2 ? own : list->count;
		if (i < 2)
			(void)!file_list_add(list, folder, &none);
		look_for_labels(list, folder, i == 2, trace);
	}
	for (size_t i = 0; i < list->count; i++) {
		const char *file = list->paths[i];

		if ((graph_labels_is(file) || (i < own && is_capture_name(file))) &&
			!has_other_rank(file, path, trace))
			list->paths[found++] = list->paths[i];
	}
	list->count = found;
}

/* --- replays -------------------------------------------------------------------------------- */

struct replays {
	struct trace *trace;
	struct captures *captures;
	uint32_t *ops; /* by process and launch, then as they were captured */
	size_t count, cap;
	size_t fits;
	char refusal[500]; /* the last one */
};

static uint64_t node_of(const struct trace *trace, uint32_t op)
{
	uint32_t shape = trace->details[op].shape;

	return shape != TRACE_NONE ? trace->shapes[shape].graph_node : 0;
}

static int compare_ops(const void *context, uint32_t a, uint32_t b)
{
	const struct trace *trace = context;
	const struct op *left = &trace->ops[a], *right = &trace->ops[b];
	const uint64_t keys[][2] = {
		{ trace_op_process(trace, a), trace_op_process(trace, b) },
		{ left->correlation, right->correlation },
		{ node_of(trace, a), node_of(trace, b) },
	};

	for (size_t i = 0; i < ARRAY_SIZE(keys); i++) {
		if (keys[i][0] != keys[i][1])
			return keys[i][0] < keys[i][1] ? -1 : 1;
	}
	return (left->start > right->start) - (left->start < right->start);
}

/* The operations of calls such as cudaGraphLaunch_v10000. */
static void find_replays(struct replays *replays)
{
	const struct trace *trace = replays->trace;
	uint32_t last = NAME_NONE;
	bool is_replay = false;

	for (size_t i = 0; i < trace->op_end[OP_MEMSET]; i++) {
		uint32_t api = trace->details[i].api;

		if (api != last) {
			is_replay = api != NAME_NONE &&
				    strstr(trace->names->list[api].text, "GraphLaunch") != NULL;
			last = api;
		}
		if (!is_replay || !trace->ops[i].has_correlation)
			continue;
		*mem_next(replays->ops, replays->cap, replays->count) = (uint32_t)i;
	}
	order_by(replays->ops, replays->count, compare_ops, trace);
}

/* On AMD's GPUs, kernels may copy and fill. */
static bool is_alike(const struct trace *trace, const struct captured_launch *launch, uint32_t op)
{
	uint32_t name = trace->ops[op].name;

	if (launch->kind != trace_op_kind(trace, op))
		return launch->kind != OP_KERNEL && name != NAME_NONE &&
		       strncmp(trace->names->list[name].text, "__amd_rocclr_", 13) == 0;
	return launch->kernel == NAME_NONE || launch->kernel == name;
}

/* By its name, or else its place, which takes graph nodes: streams may run out of order. */
static bool is_known(const struct trace *trace, const struct captured_launch *launch, uint32_t op)
{
	return launch->kind != OP_KERNEL || launch->kernel != NAME_NONE || node_of(trace, op) != 0;
}

/* How many of the first operations are those of the window, up to all of them. */
static size_t count_alike(const struct replays *replays, const struct graph_window *window,
	const uint32_t *ops, size_t count)
{
	const struct captured_launch *launches = &replays->captures->launches[window->begin];
	size_t alike = 0;

	if (window->count != count)
		return 0;
	while (alike < count && is_alike(replays->trace, &launches[alike], ops[alike]) &&
		is_known(replays->trace, &launches[alike], ops[alike]))
		alike++;
	return alike;
}

/* What the nearest window has, and the replay has not. */
static void say_difference(const struct replays *replays, const struct graph_window *window,
	size_t alike, const uint32_t *ops, size_t count, char *text, size_t size)
{
	const struct trace *trace = replays->trace;
	const struct captured_launch *launch = &replays->captures->launches[window->begin + alike];
	const struct op *op = &trace->ops[ops[alike < count ? alike : 0]];
	const char *name = op->name != NAME_NONE ? trace->names->list[op->name].text : "[unnamed]";

	if (window->count != count)
		snprintf(text, size, "'%s' launches %zu", window->path, window->count);
	else if (!is_known(trace, launch, ops[alike]))
		snprintf(text, size, "'%s' has no names of kernels, and the replay no graph nodes",
			window->path);
	else
		snprintf(text, size, "number %zu is '%.80s', in '%s' '%.80s'", alike + 1, name,
			window->path,
			launch->kernel != NAME_NONE ? trace->names->list[launch->kernel].text
						    : "[of another kind]");
}

/* Of all stacks there are, which are all that captures have. */
static void mask_stacks(struct captures *captures)
{
	struct tree *stacks = captures->stacks;
	uint32_t count = stacks->count;

	if (captures->masked != NULL)
		return;
	captures->masked = mem_zeroed(count, sizeof(*captures->masked));
	for (uint32_t node = 1; node < count; node++)
		captures->masked[node] = tree_child(stacks, captures->masked[stacks->parent[node]],
			names_masked(stacks->names, stacks->frame[node]));
}

/* Whether two windows have the same stacks; *masked becomes true if that is but for numbers. */
static bool is_same(struct captures *captures, const struct graph_window *a,
	const struct graph_window *b, bool *masked)
{
	for (size_t i = 0; i < a->count; i++) {
		uint32_t left = captures->launches[a->begin + i].stack;
		uint32_t right = captures->launches[b->begin + i].stack;

		if (left == right)
			continue;
		mask_stacks(captures);
		if (captures->masked[left] != captures->masked[right])
			return false;
		*masked = true;
	}
	return true;
}

static void refuse(struct replays *replays, size_t count, const char *why)
{
	snprintf(replays->refusal, sizeof(replays->refusal),
		"a CUDA graph's replay of %zu operations fits no capture: %s", count, why);
	diagnostics_add(&replays->trace->diagnostics, DIAGNOSTIC_NOTICE, replays->refusal);
}

static const struct graph_window *choose(
	struct replays *replays, const uint32_t *ops, size_t count, bool *masked)
{
	struct captures *captures = replays->captures;
	const struct graph_window *fit = NULL, *nearest = NULL;
	size_t most = 0;
	char why[400];

	for (size_t i = 0; i < captures->window_count; i++) {
		const struct graph_window *window = &captures->windows[i];
		size_t alike = count_alike(replays, window, ops, count);

		if (nearest == NULL || (window->count == count && nearest->count != count) ||
			alike > most)
			nearest = window;
		most = alike > most ? alike : most;
		if (alike < count)
			continue;
		if (fit != NULL && !is_same(captures, fit, window, masked)) {
			snprintf(why, sizeof(why), "'%s' and '%s' both fit, and differ", fit->path,
				window->path);
			refuse(replays, count, why);
			return NULL;
		}
		fit = fit != NULL ? fit : window;
	}
	if (fit == NULL && nearest != NULL) {
		say_difference(replays, nearest, most, ops, count, why, sizeof(why));
		refuse(replays, count, why);
	}
	return fit;
}

static void join_replay(struct replays *replays, const uint32_t *ops, size_t count)
{
	const struct captures *captures = replays->captures;
	bool masked = false;
	const struct graph_window *window = choose(replays, ops, count, &masked);

	for (size_t i = 0; window != NULL && i < count; i++) {
		uint32_t stack = captures->launches[window->begin + i].stack;

		replays->trace->captured[ops[i]] = masked ? captures->masked[stack] : stack;
	}
	replays->fits += window != NULL;
}

static void join_replays(struct replays *replays)
{
	const struct trace *trace = replays->trace;
	size_t end;

	for (size_t begin = 0; begin < replays->count; begin = end) {
		uint32_t first = replays->ops[begin];

		for (end = begin + 1; end < replays->count; end++) {
			uint32_t op = replays->ops[end];

			if (trace->ops[op].correlation != trace->ops[first].correlation ||
				trace_op_process(trace, op) != trace_op_process(trace, first))
				break;
		}
		join_replay(replays, replays->ops + begin, end - begin);
	}
}

/* --- all ------------------------------------------------------------------------------------ */

/* How many operations there are with a label. */
static size_t use_labels(struct trace *trace)
{
	size_t used = 0;

	for (size_t i = 0; i < trace->op_end[OP_MEMSET]; i++) {
		uint64_t node = node_of(trace, (uint32_t)i);
		uint32_t index = node != 0 ? idmap_find(&trace->labelled_nodes, node) : IDMAP_NONE;

		if (index != IDMAP_NONE && trace->captured[i] == TREE_ROOT &&
			trace->node_labels[index] != NAME_NONE) {
			trace->captured[i] = tree_child(
				trace->captured_stacks, TREE_ROOT, trace->node_labels[index]);
			used++;
		}
	}
	return used;
}

static bool join(struct replays *replays, uint64_t want, const struct file_list *list,
	const char *given, const char *path, struct err *err)
{
	struct trace *trace = replays->trace;
	bool labels = false;

	for (size_t i = 0; replays->count > 0 && i < list->count; i++) {
		const char *file = list->paths[i];

		if (!(graph_labels_is(file) ? graph_labels_read(trace, file, err)
					    : read_capture(replays->captures, want, file, err)))
			return err_prefix(err, "cannot read a capture of CUDA graphs");
		labels |= graph_labels_is(file);
	}
	join_replays(replays);
	if ((use_labels(trace) > 0 && labels) || given == NULL || replays->fits > 0)
		return true;
	if (replays->count == 0)
		return err_set(err, ERR_FORMAT, "'%s' replays no CUDA graph", path);
	return err_set(err, ERR_FORMAT, "cannot use '%s' for '%s': %s", given, path,
		replays->refusal[0] != '\0' ? replays->refusal : "it has no capture");
}

bool graph_replays_join(
	struct trace *trace, uint64_t want, const char *captures, const char *path, struct err *err)
{
	struct captures found = { 0 };
	struct replays replays = { .trace = trace, .captures = &found };
	struct file_list list = { 0 };
	bool ok = true;

	if ((want & WANT_GRAPH_NODES) == 0 || !trace->format.is_torch || trace->details == NULL)
		return true;
	find_replays(&replays);
	if (replays.count > 0 || trace->labelled_nodes.count > 0 || captures != NULL) {
		found.stacks = trace->captured_stacks = mem_zeroed(1, sizeof(*found.stacks));
		tree_init(found.stacks, trace->names);
		trace->captured = mem_zeroed(trace->op_count, sizeof(*trace->captured));
		if (captures != NULL)
			ok = file_list_add(&list, captures, err);
		else
			list_beside(&list, path, trace);
		ok = ok && join(&replays, want, &list, captures, path, err);
	}
	file_list_release(&list);
	free(replays.ops);
	free(found.launches);
	free(found.windows);
	free(found.masked);
	return ok;
}

#define _GNU_SOURCE /* strdup, strsep */
#include "tests/mock/driver.h"

#include <unistd.h>

#include "capture/format.h"
#include "tests/mock/account.h"
#include "tests/mock/mock.h"
#include "tests/mock/start_cuda.h"

/* The nodes of graphs that were captured. */
enum { NODES = 512 };
static struct {
	uint64_t node;
	char stack[LINE];
} nodes[NODES];

void driver_start_cuda(void)
{
	if (start_cuda())
		mock_cuda_started();
}

/* The stack in which a graph's node was captured, or NULL. */
static const char *find_node(uint64_t node)
{
	for (size_t i = 0; i < NODES; i++) {
		if (nodes[i].node == node)
			return nodes[i].stack;
	}
	return NULL;
}

/* What it has below `stack`: without the first ranges that `stack` has, with any numbers. */
static const char *node_stack(uint64_t node, const char *stack)
{
	const char *rest = find_node(node), *at = rest;

	if (rest == NULL)
		return "";
	while (*at != '\0' && *stack != '\0') {
		size_t digits = strspn(at, "0123456789"), others = strspn(stack, "0123456789");

		if (digits > 0 && others > 0) {
			at += digits;
			stack += others;
			continue;
		}
		if (*at != *stack++)
			break;
		if (*at++ == ';')
			rest = at;
	}
	return rest;
}

static char *keep_node(uint64_t node)
{
	size_t i = 0;

	while (nodes[i].node != 0 && nodes[i].node != node)
		i++;
	nodes[i].node = node;
	return nodes[i].stack;
}

/* CUPTI's names are never freed, and there is one for each kernel. */
static const char *kernel_name(const char *text)
{
	enum { MOST = 256 };
	static char *names[MOST];
	size_t i = 0;

	while (i < MOST && names[i] != NULL && strcmp(names[i], text) != 0)
		i++;
	if (i == MOST)
		return strdup(text);
	if (names[i] == NULL)
		names[i] = strdup(text);
	return names[i];
}

/* launch NS NAME, and variants with an unusual record */
static bool play_launch(const struct player *player, const char *command, char *rest)
{
	struct mock_record record = { .kind = CUPTI_CONCURRENT_KERNEL, .stream = 7 };
	const char *function = "cudaLaunchKernel";
	char stack[LINE];
	char *name;

	record.is_timeless = strcmp(command, "timeless") == 0;
	record.is_backwards = strcmp(command, "backwards") == 0;
	if (strcmp(command, "launch") != 0 && strcmp(command, "launch1") != 0 &&
		strcmp(command, "culaunch") != 0 && !record.is_timeless && !record.is_backwards)
		return false;
	if (strcmp(command, "culaunch") == 0)
		function = "cuLaunchKernel";
	record.device = strcmp(command, "launch1") == 0;
	record.ns = strtoull(rest, &name, 10);
	record.name = kernel_name(name + 1);
	driver_stack(player, stack);
	record.correlation = mock_enter(function);
	mock_exit(function, record.correlation);
	if (record.is_timeless || record.is_backwards)
		account_lose_next();
	account_book(stack, record.name, record.ns);
	mock_record(&record);
	return true;
}

static bool play_memory(const struct player *player, const char *command, char *rest)
{
	static const char *const kinds[] = { "kind 0", "HtoD", "DtoH", "HtoA", "AtoH", "AtoA",
		"AtoD", "DtoA", "DtoD", "HtoH", "PtoP" };
	struct mock_record record = { .kind = CUPTI_MEMSET, .stream = 7 };
	const char *function = "cudaMemsetAsync";
	char stack[LINE], leaf[64] = "[CUDA memset]";
	char *end = rest;

	if (strcmp(command, "memcpy") == 0) {
		function = "cudaMemcpyAsync";
		record.copy_kind = (uint32_t)strtoul(rest, &end, 10);
		record.kind = record.copy_kind == 10 ? CUPTI_MEMCPY2 : CUPTI_MEMCPY;
		snprintf(leaf, sizeof(leaf), "[CUDA memcpy %s]", kinds[record.copy_kind]);
	} else if (strcmp(command, "memset") != 0) {
		return false;
	}
	record.ns = strtoull(end, NULL, 10);
	driver_stack(player, stack);
	record.correlation = mock_enter(function);
	mock_exit(function, record.correlation);
	account_book(stack, leaf, record.ns);
	mock_record(&record);
	return true;
}

/* node N; clone[first] N ORIGINAL GRAPH; graph NS N N ...; wholegraph NS ID; destroy GRAPH */
static bool play_graph(const struct player *player, const char *command, char *rest)
{
	char stack[LINE], both[LINE * 2];
	char *at = rest;

	if (strcmp(command, "node") == 0) {
		uint64_t node = strtoull(rest, NULL, 10);

		driver_stack(player, keep_node(node));
		mock_graph_node(node, 0, 1, false);
	} else if (strcmp(command, "clone") == 0 || strcmp(command, "clonefirst") == 0) {
		uint64_t node = strtoull(at, &at, 10), original = strtoull(at, &at, 10);
		const char *kept = find_node(original);

		/* a copy of an unknown node belongs where it was copied */
		if (kept != NULL)
			strcpy(keep_node(node), kept);
		else
			driver_stack(player, keep_node(node));
		mock_graph_node(node, original, (uint32_t)strtoul(at, NULL, 10),
			strcmp(command, "clonefirst") == 0);
	} else if (strcmp(command, "graph") == 0) {
		uint64_t ns = strtoull(at, &at, 10);
		uint32_t correlation = mock_enter("cudaGraphLaunch");

		mock_exit("cudaGraphLaunch", correlation);
		driver_stack(player, stack);
		while (*at != '\0') {
			struct mock_record record = { .kind = CUPTI_CONCURRENT_KERNEL,
				.name = "graph_kernel",
				.ns = ns,
				.correlation = correlation,
				.graph_node = strtoull(at, &at, 10) };

			snprintf(both, sizeof(both), "%s%s", stack,
				node_stack(record.graph_node, stack));
			account_book(both, record.name, ns);
			mock_record(&record);
		}
	} else if (strcmp(command, "wholegraph") == 0) {
		struct mock_record record = { .kind = CUPTI_GRAPH_TRACE,
			.ns = strtoull(at, &at, 10),
			.graph = (uint32_t)strtoul(at, NULL, 10) };
		char leaf[64];

		record.correlation = mock_enter("cudaGraphLaunch");
		mock_exit("cudaGraphLaunch", record.correlation);
		driver_stack(player, stack);
		snprintf(leaf, sizeof(leaf), "[CUDA graph %u]", record.graph);
		account_book(stack, leaf, record.ns);
		mock_record(&record);
	} else if (strcmp(command, "destroy") == 0) {
		mock_graph_exec_destroy((uint32_t)strtoul(rest, NULL, 10));
	} else {
		return false;
	}
	return true;
}

/* replay GRAPH NODE:NS ...: a launch of the graph, by node or as a whole, as CUPTI was told. */
static void play_replay(const struct player *player, char *rest)
{
	struct mock_record record = { .kind = CUPTI_CONCURRENT_KERNEL, .name = "graph_kernel" };
	struct mock_record whole = { .kind = CUPTI_GRAPH_TRACE };
	bool is_whole = mock_is_recorded(CUPTI_GRAPH_TRACE);
	char stack[LINE], all[LINE * 2];

	whole.graph = (uint32_t)strtoul(rest, &rest, 10);
	record.correlation = whole.correlation = mock_enter("cudaGraphLaunch");
	mock_exit("cudaGraphLaunch", record.correlation);
	driver_stack(player, stack);
	while (*rest != '\0') {
		record.graph_node = strtoull(rest, &rest, 10);
		record.ns = strtoull(rest + 1, &rest, 10);
		whole.ns += record.ns;
		if (is_whole)
			continue;
		snprintf(all, sizeof(all), "%s%s", stack, node_stack(record.graph_node, stack));
		account_book(all, record.name, record.ns);
		mock_record(&record);
	}
	if (!is_whole)
		return;
	snprintf(all, sizeof(all), "[CUDA graph %u]", whole.graph);
	account_book(stack, all, whole.ns);
	mock_record(&whole);
}

/* An operation whose launch was not seen. */
static void play_orphan(char *rest)
{
	struct mock_record record = { .kind = CUPTI_CONCURRENT_KERNEL, .correlation = 0x7ffffff0 };
	char *name;

	record.ns = strtoull(rest, &name, 10);
	record.name = kernel_name(name + 1);
	account_book("[no launch record];", record.name, record.ns);
	mock_record(&record);
}

/*
 * Calls without a record: one that fails, a copy of no bytes, and a launch that a stream
 * captures as node N of a graph. A launch within a call of the runtime is one launch.
 */
static bool play_special(const struct player *player, const char *command, char *rest)
{
	struct mock_record record = { .kind = CUPTI_CONCURRENT_KERNEL, .stream = 7 };
	bool is_copy = strcmp(command, "nocopy") == 0;
	const char *function = is_copy ? "cudaMemcpyAsync" : "cudaLaunchKernel";
	uint32_t correlation;
	char stack[LINE], *name;

	if (strcmp(command, "failed") != 0 && strcmp(command, "capture") != 0 &&
		strcmp(command, "nested") != 0 && !is_copy)
		return false;
	driver_stack(player, stack);
	correlation = mock_enter(function);
	if (strcmp(command, "capture") == 0) {
		uint64_t node = strtoull(rest, NULL, 10);

		strcpy(keep_node(node), stack);
		mock_graph_node(node, 0, 1, false);
	} else if (strcmp(command, "nested") == 0) {
		uint32_t inner = mock_enter("cuLaunchKernel");

		mock_exit("cuLaunchKernel", inner);
	}
	(strcmp(command, "failed") == 0 ? mock_exit_failed : mock_exit)(function, correlation);
	if (strcmp(command, "nested") == 0) {
		record.ns = strtoull(rest, &name, 10);
		record.name = kernel_name(name + 1);
		record.correlation = correlation;
		account_book(stack, record.name, record.ns);
		mock_record(&record);
	}
	return true;
}

/*
 * call FUNCTION MS [INNER]: a call that launches nothing, and a call that it makes. Says whether
 * CUPTI was asked for it.
 */
static void play_call(char *rest)
{
	char *function = strsep(&rest, " "), *ms = strsep(&rest, " ");
	uint32_t correlation = mock_enter(function), inner;

	printf("%s%s\n", function, mock_is_followed(function) ? "" : " is not followed");
	if (rest != NULL) {
		inner = mock_enter(rest);
		mock_exit(rest, inner);
	}
	usleep((unsigned)strtoul(ms, NULL, 10) * 1000);
	mock_exit(function, correlation);
}

bool driver_play_cuda(const struct player *player, const char *command, char *rest)
{
	if (strcmp(command, "orphan") == 0)
		play_orphan(rest);
	else if (strcmp(command, "call") == 0)
		play_call(rest);
	else if (strcmp(command, "replay") == 0)
		play_replay(player, rest);
	else
		return play_launch(player, command, rest) || play_memory(player, command, rest) ||
		       play_graph(player, command, rest) || play_special(player, command, rest);
	return true;
}

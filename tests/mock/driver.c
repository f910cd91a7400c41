/*
 * A program that plays a script against the mock: NVTX by its real headers, CUDA
 * by the mock, each line on the thread that it names. It keeps its own account of
 * what belongs where, and writes it as folded stacks, for tests to compare.
 *
 *     driver SCRIPT          MOCK_TRUTH: where the account goes
 *
 * Lines: [N:] COMMAND ARGUMENTS, N the thread (0, the main one, when left out).
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include <wchar.h>

#include <nvtx3/nvToolsExt.h>

#include "capture/cupti_abi.h"
#include "capture/gpuflame.h"
#include "tests/mock/mock.h"

enum { THREADS = 8, DEPTH = 256, VARIABLES = 64, ROWS = 16384, LINE = 2048, ROW = 2 * LINE };

struct open_range {
	char name[256];
	uint64_t id; /* of a started one; 0: pushed */
	int domain;
};

struct player {
	pthread_t thread;
	pthread_mutex_t lock;
	pthread_cond_t changed;
	char line[LINE];
	bool is_busy, is_done, is_running;
	struct open_range ranges[DEPTH];
	int depth;
};

static struct player players[THREADS];
static struct {
	char stack[ROW];
	uint64_t ns;
} rows[ROWS];
static size_t row_count;
static uint64_t lost, lost_ns;
static bool is_ignoring, is_lossy_next;
static unsigned drops;
static nvtxDomainHandle_t domains[VARIABLES];
static char domain_names[VARIABLES][64];
static int domain_count = 1;
static struct {
	char name[64];
	nvtxRangeId_t id;
} variables[VARIABLES];
static struct {
	uint64_t node;
	char stack[LINE];
} nodes[VARIABLES];

static void die(const char *what, const char *line)
{
	fprintf(stderr, "driver: %s: %s\n", what, line);
	_exit(99);
}

/* --- the account ------------------------------------------------------------------------- */

static void account(const char *stack, uint64_t ns)
{
	for (size_t i = 0; i < row_count; i++) {
		if (strcmp(rows[i].stack, stack) == 0) {
			rows[i].ns += ns;
			return;
		}
	}
	if (row_count == ROWS)
		die("too many stacks", stack);
	snprintf(rows[row_count].stack, ROW, "%s", stack);
	rows[row_count++].ns = ns;
}

static int compare(const void *a, const void *b)
{
	return strcmp(a, b);
}

static void write_truth(void)
{
	const char *path = getenv("MOCK_TRUTH");
	FILE *file = path != NULL ? fopen(path, "w") : NULL;

	if (file == NULL)
		return;
	qsort(rows, row_count, sizeof(rows[0]), compare);
	for (size_t i = 0; i < row_count; i++)
		fprintf(file, "%s %llu\n", rows[i].stack, (unsigned long long)rows[i].ns);
	if (lost > 0)
		fprintf(file, "# lost %llu %llu\n", (unsigned long long)lost,
			(unsigned long long)lost_ns);
	fclose(file);
}

static void stack_of(const struct player *player, char *stack)
{
	size_t used = 0;

	stack[0] = '\0';
	for (int i = 0; i < player->depth; i++) {
		const struct open_range *range = &player->ranges[i];

		used += (size_t)snprintf(stack + used, LINE - used, "%s%s%s;",
			domain_names[range->domain], range->domain > 0 ? ":" : "", range->name);
	}
}

/* Room for a stack on top of a stack, and a leaf. */
static void book(const char *stack, const char *leaf, uint64_t ns)
{
	char whole[ROW];

	if (is_ignoring)
		return;
	if (drops > 0 || is_lossy_next) {
		drops -= drops > 0 && !is_lossy_next;
		is_lossy_next = false;
		lost++;
		lost_ns += ns;
		return;
	}
	snprintf(whole, sizeof(whole), "%s%s", stack, leaf);
	account(whole, ns);
}

/* --- ranges -------------------------------------------------------------------------------- */

static int domain_of(const char *name)
{
	for (int i = 1; i < domain_count; i++) {
		if (strcmp(domain_names[i], name) == 0)
			return i;
	}
	snprintf(domain_names[domain_count], sizeof(domain_names[0]), "%s", name);
	domains[domain_count] = nvtxDomainCreateA(name);
	return domain_count++;
}

static void add_range(struct player *player, int domain, uint64_t id, const char *name)
{
	struct open_range *range = &player->ranges[player->depth++];

	snprintf(range->name, sizeof(range->name), "%s", name);
	range->domain = domain;
	range->id = id;
}

static void remove_range(struct player *player, int at)
{
	memmove(&player->ranges[at], &player->ranges[at + 1],
		sizeof(player->ranges[0]) * (size_t)(player->depth - at - 1));
	player->depth--;
}

static void pop(struct player *player, int domain)
{
	for (int i = player->depth - 1; i >= 0; i--) {
		if (player->ranges[i].domain == domain && player->ranges[i].id == 0) {
			remove_range(player, i);
			return;
		}
	}
}

static nvtxEventAttributes_t event_of(void)
{
	nvtxEventAttributes_t event = { 0 };

	event.version = NVTX_VERSION;
	event.size = NVTX_EVENT_ATTRIB_STRUCT_SIZE;
	event.messageType = NVTX_MESSAGE_TYPE_ASCII;
	event.colorType = NVTX_COLOR_ARGB;
	event.color = 0xff00ff00;
	event.category = 7;
	event.payloadType = NVTX_PAYLOAD_TYPE_DOUBLE;
	event.payload.dValue = 2.5;
	return event;
}

/* One reused buffer, as programs have it that print their names into one. */
static const char *reused(const char *name)
{
	static char buffer[VARIABLES][256];
	static int next;

	next = (next + 1) % 2;
	snprintf(buffer[next], sizeof(buffer[0]), "%s", name);
	return buffer[next];
}

static bool play_range(struct player *player, const char *command, char *rest)
{
	nvtxEventAttributes_t event = event_of();
	wchar_t wide[256];
	char *name;

	if (strcmp(command, "push") == 0) {
		nvtxRangePushA(reused(rest));
	} else if (strcmp(command, "pushw") == 0) {
		/* ASCII is the same in both */
		for (size_t i = 0; i <= strlen(rest); i++)
			wide[i] = (wchar_t)rest[i];
		nvtxRangePushW(wide);
	} else if (strcmp(command, "pushex") == 0) {
		event.message.ascii = rest;
		nvtxRangePushEx(&event);
	} else if (strcmp(command, "pushnull") == 0) {
		nvtxRangePushA(NULL);
		strcpy(rest, "[unnamed]");
	} else if (strcmp(command, "pushreg") == 0 || strcmp(command, "pushd") == 0) {
		int domain;

		name = strchr(rest, ' ');
		*name++ = '\0';
		domain = domain_of(rest);
		event.message.ascii = name;
		if (strcmp(command, "pushreg") == 0) {
			event.messageType = NVTX_MESSAGE_TYPE_REGISTERED;
			event.message.registered = nvtxDomainRegisterStringA(domains[domain], name);
		}
		nvtxDomainRangePushEx(domains[domain], &event);
		add_range(player, domain, 0, name);
		return true;
	} else if (strcmp(command, "popd") == 0) {
		int domain = domain_of(rest);

		nvtxDomainRangePop(domains[domain]);
		pop(player, domain);
		return true;
	} else if (strcmp(command, "pop") == 0) {
		nvtxRangePop();
		pop(player, 0);
		return true;
	} else {
		return false;
	}
	add_range(player, 0, 0, rest);
	return true;
}

static bool play_span(struct player *player, const char *command, char *rest)
{
	if (strcmp(command, "start") == 0) {
		char *name = strchr(rest, ' ');
		size_t i = 0;

		*name++ = '\0';
		while (variables[i].name[0] != '\0' && strcmp(variables[i].name, rest) != 0)
			i++;
		snprintf(variables[i].name, sizeof(variables[i].name), "%s", rest);
		variables[i].id = nvtxRangeStartA(name);
		add_range(player, 0, variables[i].id, name);
		return true;
	}
	if (strcmp(command, "end") != 0)
		return false;
	for (size_t i = 0; i < VARIABLES; i++) {
		if (strcmp(variables[i].name, rest) != 0)
			continue;
		nvtxRangeEnd(variables[i].id);
		for (int t = 0; t < THREADS; t++) {
			for (int r = players[t].depth - 1; r >= 0; r--) {
				if (players[t].ranges[r].id == variables[i].id)
					remove_range(&players[t], r);
			}
		}
		return true;
	}
	die("no such range", rest);
	return false;
}

/* --- CUDA --------------------------------------------------------------------------------------
 */

static void start_cuda(void)
{
	const char *path = getenv("CUDA_INJECTION64_PATH");
	void *library = path != NULL ? dlopen(path, RTLD_LAZY) : NULL;
	int (*initialize)(void);

	if (library == NULL)
		return; /* as CUDA does: it says nothing */
	*(void **)&initialize = dlsym(library, "InitializeInjection");
	if (initialize != NULL)
		initialize();
}

static const char *node_stack(uint64_t node)
{
	for (size_t i = 0; i < VARIABLES; i++) {
		if (nodes[i].node == node)
			return nodes[i].stack;
	}
	return "";
}

static char *keep_node(uint64_t node)
{
	size_t i = 0;

	while (nodes[i].node != 0 && nodes[i].node != node)
		i++;
	nodes[i].node = node;
	return nodes[i].stack;
}

/* launch NS NAME, and the same with something odd about its record */
static bool play_launch(struct player *player, const char *command, char *rest)
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
	/* CUPTI's names are there for good, and one for each kernel */
	record.name = strdup(name + 1);
	stack_of(player, stack);
	record.correlation = mock_enter(function);
	mock_exit(function, record.correlation);
	if (record.is_timeless || record.is_backwards)
		is_lossy_next = true;
	book(stack, record.name, record.ns);
	mock_record(&record);
	return true;
}

static bool play_memory(struct player *player, const char *command, char *rest)
{
	static const char *const kinds[] = { "", "HtoD", "DtoH", "HtoA", "AtoH", "AtoA", "AtoD",
		"DtoA", "DtoD", "HtoH", "PtoP" };
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
	stack_of(player, stack);
	record.correlation = mock_enter(function);
	mock_exit(function, record.correlation);
	book(stack, leaf, record.ns);
	mock_record(&record);
	return true;
}

/* node N; clone N ORIGINAL GRAPH; graph NS N N ...; wholegraph NS ID; destroy GRAPH; norecord */
static bool play_graph(struct player *player, const char *command, char *rest)
{
	char stack[LINE], both[LINE * 2];
	char *at = rest;

	if (strcmp(command, "node") == 0) {
		uint64_t node = strtoull(rest, NULL, 10);

		stack_of(player, keep_node(node));
		mock_graph_node(node, 0, 1);
	} else if (strcmp(command, "clone") == 0) {
		uint64_t node = strtoull(at, &at, 10), original = strtoull(at, &at, 10);

		strcpy(keep_node(node), node_stack(original));
		mock_graph_node(node, original, (uint32_t)strtoul(at, NULL, 10));
	} else if (strcmp(command, "graph") == 0) {
		uint64_t ns = strtoull(at, &at, 10);
		uint32_t correlation = mock_enter("cudaGraphLaunch");

		mock_exit("cudaGraphLaunch", correlation);
		stack_of(player, stack);
		while (*at != '\0') {
			struct mock_record record = { .kind = CUPTI_CONCURRENT_KERNEL,
				.name = "graph_kernel",
				.ns = ns,
				.graph = 9,
				.correlation = correlation,
				.graph_node = strtoull(at, &at, 10) };

			snprintf(both, sizeof(both), "%s%s", stack, node_stack(record.graph_node));
			book(both, record.name, ns);
			mock_record(&record);
		}
	} else if (strcmp(command, "wholegraph") == 0) {
		struct mock_record record = { .kind = CUPTI_GRAPH_TRACE,
			.ns = strtoull(at, &at, 10),
			.graph = (uint32_t)strtoul(at, NULL, 10) };
		char leaf[64];

		record.correlation = mock_enter("cudaGraphLaunch");
		mock_exit("cudaGraphLaunch", record.correlation);
		stack_of(player, stack);
		snprintf(leaf, sizeof(leaf), "[CUDA graph %u]", record.graph);
		book(stack, leaf, record.ns);
		mock_record(&record);
	} else if (strcmp(command, "destroy") == 0) {
		mock_graph_exec_destroy((uint32_t)strtoul(rest, NULL, 10));
	} else {
		return false;
	}
	return true;
}

/* Something that was launched by a call that nobody saw. */
static void play_orphan(char *rest)
{
	struct mock_record record = { .kind = CUPTI_CONCURRENT_KERNEL, .correlation = 0x7ffffff0 };
	char *name;

	record.ns = strtoull(rest, &name, 10);
	record.name = strdup(name + 1);
	book("[no launch record];", record.name, record.ns);
	mock_record(&record);
}

static bool play_end(const char *command, const char *rest)
{
	if (strcmp(command, "truth") == 0) {
		write_truth();
	} else if (strcmp(command, "_exit") == 0) {
		_exit((int)strtol(rest, NULL, 10));
	} else if (strcmp(command, "exit") == 0) {
		exit((int)strtol(rest, NULL, 10)); /* NOLINT(concurrency-mt-unsafe) */
	} else if (strcmp(command, "kill") == 0) {
		raise((int)strtol(rest, NULL, 10));
	} else {
		return false;
	}
	return true;
}

/*
 * The child launches and says things too, which are nobody's, and ends as `rest`
 * says; "cuda": the first of all to use CUDA.
 */
static void play_fork(const char *rest)
{
	pid_t child = fork();
	int status;

	if (child == 0) {
		uint32_t correlation;

		if (strcmp(rest, "cuda") == 0)
			start_cuda();
		nvtxRangePushA("child");
		correlation = mock_enter("cudaLaunchKernel");
		mock_exit("cudaLaunchKernel", correlation);
		nvtxRangePop();
		gpuflame_flush();
		if (strcmp(rest, "exit") == 0)
			exit(0); /* NOLINT(concurrency-mt-unsafe) */
		_exit(0);
	}
	if (waitpid(child, &status, 0) != child || status != 0)
		die("the child did not end well", rest);
}

static bool play_mock(const char *command, char *rest)
{
	uint32_t correlation;

	if (strcmp(command, "flush") == 0) {
		gpuflame_flush();
	} else if (strcmp(command, "split") == 0) {
		mock_split();
	} else if (strcmp(command, "deliver") == 0) {
		mock_deliver(rest);
	} else if (strcmp(command, "correlation") == 0) {
		mock_set_correlation((uint32_t)strtoul(rest, NULL, 10));
	} else if (strcmp(command, "drop") == 0) {
		drops += (unsigned)strtoul(rest, NULL, 10);
		mock_drop((unsigned)strtoul(rest, NULL, 10));
	} else if (strcmp(command, "context-destroy") == 0) {
		mock_context_destroy();
	} else if (strcmp(command, "profiler") == 0) {
		const char *name =
			strcmp(rest, "start") == 0 ? "cudaProfilerStart" : "cudaProfilerStop";

		correlation = mock_enter(name);
		mock_exit(name, correlation);
	} else if (strcmp(command, "orphan") == 0) {
		play_orphan(rest);
	} else {
		return false;
	}
	return true;
}

static bool play_rest(const char *command, char *rest)
{
	if (strcmp(command, "cuinit") == 0)
		start_cuda();
	else if (strcmp(command, "ignore") == 0)
		is_ignoring = strcmp(rest, "on") == 0;
	else if (strcmp(command, "sleep") == 0)
		usleep((unsigned)strtoul(rest, NULL, 10) * 1000);
	else if (strcmp(command, "fork") == 0)
		play_fork(rest);
	else if (strcmp(command, "step") == 0)
		gpuflame_step();
	else if (strcmp(command, "api") == 0)
		(strcmp(rest, "start") == 0 ? gpuflame_start : gpuflame_stop)();
	else if (strcmp(command, "mark") == 0)
		nvtxMarkA(rest);
	else if (strcmp(command, "category") == 0)
		nvtxNameCategoryA(7, rest);
	else if (strcmp(command, "namethread") == 0)
		nvtxNameOsThreadA((uint32_t)gettid(), rest);
	else if (strcmp(command, "say") == 0)
		fprintf(stderr, "%s\n", rest);
	else
		return false;
	return true;
}

static void play(struct player *player, char *line)
{
	char *rest = strchr(line, ' ');
	char empty[16] = ""; /* room for what pushnull makes of it */

	if (rest != NULL)
		*rest++ = '\0';
	else
		rest = empty;
	if (!play_range(player, line, rest) && !play_span(player, line, rest) &&
		!play_launch(player, line, rest) && !play_memory(player, line, rest) &&
		!play_graph(player, line, rest) && !play_mock(line, rest) &&
		!play_end(line, rest) && !play_rest(line, rest))
		die("no such command", line);
}

/* --- threads -------------------------------------------------------------------------------------
 */

static void *run_player(void *argument)
{
	struct player *player = argument;

	pthread_mutex_lock(&player->lock);
	while (!player->is_done) {
		if (player->is_busy) {
			play(player, player->line);
			player->is_busy = false;
			pthread_cond_broadcast(&player->changed);
		} else {
			pthread_cond_wait(&player->changed, &player->lock);
		}
	}
	pthread_mutex_unlock(&player->lock);
	return NULL;
}

/* Have another thread play the line, and wait until it has. */
static void hand_to(struct player *player, const char *line)
{
	if (!player->is_running) {
		pthread_mutex_init(&player->lock, NULL);
		pthread_cond_init(&player->changed, NULL);
		player->is_running = true;
		if (pthread_create(&player->thread, NULL, run_player, player) != 0)
			die("no thread", line);
	}
	pthread_mutex_lock(&player->lock);
	snprintf(player->line, LINE, "%s", line);
	player->is_busy = true;
	pthread_cond_broadcast(&player->changed);
	while (player->is_busy)
		pthread_cond_wait(&player->changed, &player->lock);
	pthread_mutex_unlock(&player->lock);
}

static void join_all(void)
{
	for (int i = 1; i < THREADS; i++) {
		if (!players[i].is_running)
			continue;
		pthread_mutex_lock(&players[i].lock);
		players[i].is_done = true;
		pthread_cond_broadcast(&players[i].changed);
		pthread_mutex_unlock(&players[i].lock);
		pthread_join(players[i].thread, NULL);
	}
}

/* The file's lines, `repeat N` ... `again` played N times, '@' in them the round. */
static void play_lines(char **lines, size_t begin, size_t end)
{
	for (size_t i = begin; i < end; i++) {
		char *line = lines[i];
		unsigned thread = 0;
		int used = 0;

		if (line[0] == '#' || line[0] == '\0')
			continue;
		if (sscanf(line, "%u:%n", &thread, &used) == 1 && used > 0)
			line += used + (line[used] == ' ');
		if (thread >= THREADS)
			die("no such thread", line);
		if (thread > 0) {
			hand_to(&players[thread], line);
		} else {
			char copy[LINE];

			snprintf(copy, sizeof(copy), "%s", line);
			play(&players[0], copy);
		}
	}
}

int main(int argc, char **argv)
{
	static char *lines[65536];
	static char text[LINE];
	size_t count = 0;
	FILE *file = argc == 2 ? fopen(argv[1], "r") : NULL;

	if (file == NULL)
		die("no script", argc == 2 ? argv[1] : "usage: driver SCRIPT");
	while (fgets(text, sizeof(text), file) != NULL) {
		text[strcspn(text, "\n")] = '\0';
		if (strncmp(text, "repeat ", 7) == 0) {
			/* unroll: what stands up to `again`, with '@' the round */
			unsigned rounds = (unsigned)strtoul(text + 7, NULL, 10);
			long begin = ftell(file);

			for (unsigned round = 0; round < rounds; round++) {
				fseek(file, begin, SEEK_SET);
				while (fgets(text, sizeof(text), file) != NULL &&
					strncmp(text, "again", 5) != 0) {
					char *at = strchr(text, '@'), *line;

					text[strcspn(text, "\n")] = '\0';
					if (at != NULL)
						*at = '\0';
					if (asprintf(&line, at != NULL ? "%s%u%s" : "%s", text,
						    round, at != NULL ? at + 1 : "") < 0)
						die("memory", text);
					lines[count++] = line;
				}
			}
			continue;
		}
		lines[count++] = strdup(text);
	}
	fclose(file);
	play_lines(lines, 0, count);
	join_all();
	write_truth();
	return 0;
}

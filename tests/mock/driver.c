/*
 * A program that plays a script against the mock: NVTX by its real headers, CUDA
 * by the mock, each line on the thread that it names. It computes the expected
 * stacks itself and writes them as folded stacks, for tests to compare.
 *
 *     driver SCRIPT          MOCK_TRUTH: where the account goes
 *
 * Lines: [N:] COMMAND ARGUMENTS, N the thread (0, the main one, when left out).
 */
#define _GNU_SOURCE
#include <locale.h>
#include <pthread.h>
#include <signal.h>
#include <time.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <nvtx3/nvToolsExt.h>

#include "capture/gpuflame.h"
#include "tests/mock/account.h"
#include "tests/mock/driver.h"
#include "tests/mock/mock.h"
#include "tests/mock/script.h"

enum { THREADS = 8, LINES = 65536 };

static void play(struct player *player, char *line);

static struct player players[THREADS];
static nvtxDomainHandle_t domains[VARIABLES];
static char domain_names[VARIABLES][64];
static int domain_count = 1;
static struct {
	char name[64];
	nvtxRangeId_t id;
} variables[VARIABLES];

void driver_die(const char *what, const char *line)
{
	fprintf(stderr, "driver: %s: %s\n", what, line);
	_exit(99);
}

void driver_stack(const struct player *player, char *stack)
{
	size_t used = 0;

	stack[0] = '\0';
	if (player->leader != NULL)
		driver_stack(player->leader, stack);
	else if (player->depth == 0 && player->name[0] != '\0')
		snprintf(stack, LINE, "[thread %s];", player->name);
	used = strlen(stack);
	for (int i = 0; i < player->depth; i++) {
		const struct open_range *range = &player->ranges[i];

		used += (size_t)snprintf(stack + used, LINE - used, "%s%s%s;",
			domain_names[range->domain], range->domain > 0 ? ":" : "", range->name);
	}
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

static void set_payload(nvtxEventAttributes_t *event, const char *type, const char *value)
{
	static const char *const types[] = { "none", "u64", "i64", "double", "u32", "i32",
		"float" };
	int32_t i = 0;

	while (strcmp(types[i], type) != 0)
		i++;
	event->payloadType = i; /* NVTX_PAYLOAD_TYPE_..., which are in this order */
	event->payload.ullValue = strtoull(value, NULL, 10);
	if (i == NVTX_PAYLOAD_TYPE_DOUBLE)
		event->payload.dValue = strtod(value, NULL);
	else if (i == NVTX_PAYLOAD_TYPE_FLOAT)
		event->payload.fValue = strtof(value, NULL);
}

/* One reused buffer, as in programs that print names into one. */
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
	char *name;

	if (strcmp(command, "push") == 0) {
		nvtxRangePushA(reused(rest));
	} else if (strcmp(command, "pushex") == 0) {
		event.message.ascii = rest;
		nvtxRangePushEx(&event);
	} else if (strcmp(command, "pushpayload") == 0) {
		/* TYPE VALUE NAME */
		const char *type = strtok(rest, " "), *value = strtok(NULL, " ");

		set_payload(&event, type, value);
		rest = strtok(NULL, "");
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

static void play_mark(const char *name)
{
	nvtxEventAttributes_t event = event_of();

	event.message.ascii = name;
	nvtxMarkEx(&event);
}

static bool play_span(struct player *player, const char *command, char *rest)
{
	nvtxEventAttributes_t event = event_of();

	if (strcmp(command, "start") == 0) {
		char *name = strchr(rest, ' ');
		size_t i = 0;

		*name++ = '\0';
		while (variables[i].name[0] != '\0' && strcmp(variables[i].name, rest) != 0)
			i++;
		snprintf(variables[i].name, sizeof(variables[i].name), "%s", rest);
		event.message.ascii = name;
		variables[i].id = nvtxRangeStartEx(&event);
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
	driver_die("no such range", rest);
	return false;
}

static bool play_end(const char *command, const char *rest)
{
	if (strcmp(command, "truth") == 0) {
		account_write();
	} else if (strcmp(command, "_exit") == 0) {
		_exit((int)strtol(rest, NULL, 10));
	} else if (strcmp(command, "exit") == 0) {
		exit((int)strtol(rest, NULL, 10)); /* NOLINT(concurrency-mt-unsafe) */
	} else if (strcmp(command, "exec") == 0) {
		execl("/proc/self/exe", "driver", rest, (char *)NULL);
	} else if (strcmp(command, "kill") == 0) {
		raise((int)strtol(rest, NULL, 10));
	} else {
		return false;
	}
	return true;
}

/*
 * The child launches and uses NVTX too, which must not be captured, and ends as `rest`
 * says. "on": the child plays the rest of the script, and the parent then ends with its status.
 */
static void play_fork(const char *rest)
{
	pid_t child = fork();
	int status;

	if (strcmp(rest, "on") == 0) {
		if (child == 0)
			return;
		if (waitpid(child, &status, 0) != child || !WIFEXITED(status))
			driver_die("the child did not end well", rest);
		_exit(WEXITSTATUS(status));
	}
	if (child == 0) {
		uint32_t correlation;

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
		driver_die("the child did not end well", rest);
}

/* Wait for that file, which another process creates when it is ready. */
static void await(const char *path)
{
	while (access(path, F_OK) != 0)
		usleep(10000);
}

/* Whether the status file says that the capture of this process is finished. */
static bool is_done(void)
{
	const char *path = getenv("GPUFLAME_STATUS");
	FILE *file = path != NULL ? fopen(path, "re") : NULL;
	char line[LINE], begin[64];
	bool done = false;

	snprintf(begin, sizeof(begin), "done\t%ld\t", (long)getpid());
	while (file != NULL && !done && fgets(line, sizeof(line), file) != NULL)
		done = strncmp(line, begin, strlen(begin)) == 0;
	if (file != NULL)
		fclose(file);
	return done;
}

static bool is_old(void)
{
	static time_t begun;

	if (begun == 0)
		begun = time(NULL);
	return time(NULL) > begun + 7;
}

static bool is_whole(void)
{
	return mock_is_recorded(CUPTI_GRAPH_TRACE);
}

/*
 * till WHAT COMMAND: play it until the capture is finished (done), until CUPTI is another's to
 * have (free), until it records graphs as a whole (whole), for 7 s (old)
 */
static void till(struct player *player, char *rest)
{
	static const struct {
		const char *name;
		bool (*is_so)(void);
	} ends[] = { { "done", is_done }, { "free", mock_is_free }, { "whole", is_whole },
		{ "old", is_old } };
	char *command = strchr(rest, ' ');
	size_t i = 0;

	if (command == NULL)
		driver_die("till WHAT COMMAND", rest);
	*command++ = '\0';
	while (strcmp(ends[i].name, rest) != 0) {
		if (++i == sizeof(ends) / sizeof(ends[0]))
			driver_die("no such end", rest);
	}
	while (!ends[i].is_so()) {
		char copy[LINE];

		snprintf(copy, sizeof(copy), "%s", command);
		play(player, copy);
		usleep(20000);
	}
}

/* costly THREADS MS COMMAND: CUPTI takes so long of each meanwhile */
static void play_costly(struct player *player, char *command)
{
	unsigned long threads = strtoul(command, &command, 10), ms = strtoul(command, &command, 10);

	for (uint32_t i = 0; i < threads; i++)
		mock_record(&(const struct mock_record){
			.kind = CUPTI_OVERHEAD, .ns = ms * 1000000, .stream = i });
	play(player, command + 1);
}

static void change_folder(const char *path)
{
	if (chdir(path) != 0)
		driver_die("no such folder", path);
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
		account_drop((unsigned)strtoul(rest, NULL, 10));
		mock_drop((unsigned)strtoul(rest, NULL, 10));
	} else if (strcmp(command, "context-destroy") == 0) {
		mock_context_destroy();
	} else if (strcmp(command, "overhead") == 0) {
		mock_record(&(const struct mock_record){
			.kind = CUPTI_OVERHEAD, .ns = strtoull(rest, NULL, 10) });
	} else if (strcmp(command, "profiler") == 0) {
		const char *name =
			strcmp(rest, "start") == 0 ? "cudaProfilerStart" : "cudaProfilerStop";

		correlation = mock_enter(name);
		mock_exit(name, correlation);
	} else {
		return false;
	}
	return true;
}

/* osname NAME [LEADER]: the thread calls itself that; whose stack its launches are in. */
static void play_name(struct player *player, char *rest)
{
	char *leader = strchr(rest, ' ');

	if (leader != NULL)
		*leader++ = '\0';
	player->leader = leader != NULL ? &players[strtoul(leader, NULL, 10) % THREADS] : NULL;
	snprintf(player->name, sizeof(player->name), "%s", rest);
	prctl(PR_SET_NAME, rest, 0UL, 0UL, 0UL);
}

static bool play_rest(struct player *player, const char *command, char *rest)
{
	if (strcmp(command, "cuinit") == 0)
		driver_start_cuda();
	else if (strcmp(command, "ignore") == 0)
		account_ignore(strcmp(rest, "on") == 0);
	else if (strcmp(command, "lose") == 0)
		account_lose(strcmp(rest, "on") == 0);
	else if (strcmp(command, "sleep") == 0)
		usleep((unsigned)strtoul(rest, NULL, 10) * 1000);
	else if (strcmp(command, "await") == 0)
		await(rest);
	else if (strcmp(command, "till") == 0)
		till(player, rest);
	else if (strcmp(command, "costly") == 0)
		play_costly(player, rest);
	else if (strcmp(command, "cd") == 0)
		change_folder(rest);
	else if (strcmp(command, "fork") == 0)
		play_fork(rest);
	else if (strcmp(command, "step") == 0)
		gpuflame_step();
	else if (strcmp(command, "api") == 0)
		(strcmp(rest, "start") == 0 ? gpuflame_start : gpuflame_stop)();
	else if (strcmp(command, "mark") == 0)
		play_mark(rest);
	else if (strcmp(command, "profile") == 0)
		fprintf(stderr, "CUPTI is %s\n", mock_is_free() ? "free" : "taken");
	else if (strcmp(command, "namethread") == 0)
		nvtxNameOsThreadA((uint32_t)gettid(), rest);
	else if (strcmp(command, "osname") == 0)
		play_name(player, rest);
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
		!driver_play_cuda(player, line, rest) && !play_mock(line, rest) &&
		!play_end(line, rest) && !driver_play_other(line, rest) &&
		!play_rest(player, line, rest))
		driver_die("no such command", line);
}

/* --- threads ------------------------------------------------------------- */

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
			driver_die("no thread", line);
	}
	pthread_mutex_lock(&player->lock);
	snprintf(player->line, LINE, "%s", line);
	player->is_busy = true;
	pthread_cond_broadcast(&player->changed);
	while (player->is_busy)
		pthread_cond_wait(&player->changed, &player->lock);
	pthread_mutex_unlock(&player->lock);
}

/* Its thread ends, and its open ranges with it. */
static void quit(struct player *player)
{
	if (!player->is_running)
		return;
	pthread_mutex_lock(&player->lock);
	player->is_done = true;
	pthread_cond_broadcast(&player->changed);
	pthread_mutex_unlock(&player->lock);
	pthread_join(player->thread, NULL);
	player->is_done = player->is_running = false;
	player->depth = 0;
}

static void play_lines(char **lines, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		char *line = lines[i];
		unsigned thread = 0;
		int used = 0;

		if (line[0] == '#' || line[0] == '\0')
			continue;
		if (sscanf(line, "%u:%n", &thread, &used) == 1 && used > 0)
			line += used + (line[used] == ' ');
		if (thread >= THREADS)
			driver_die("no such thread", line);
		if (thread > 0 && strcmp(line, "quit") == 0) {
			quit(&players[thread]);
		} else if (thread > 0) {
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
	static char *lines[LINES];
	size_t count = argc == 2 ? script_read(argv[1], lines, LINES) : 0;

	setlocale(LC_CTYPE, "C.UTF-8");
	if (count == 0)
		driver_die("no script", argc == 2 ? argv[1] : "usage: driver SCRIPT");
	play_lines(lines, count);
	for (int i = 1; i < THREADS; i++)
		quit(&players[i]);
	account_write();
	return 0;
}

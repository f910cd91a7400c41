#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */
#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <sqlite3.h>

#include "base/opt.h"
#include "base/private_file.h"
#include "capture/config.h"
#include "capture/format.h"
#include "cmd/cmd.h"
#include "cmd/record/inject.h"

/*
 * `gpuflame check`: whether recording works on this machine, by a small program that is run plain,
 * recorded in both modes, and with CUPTI alone.
 */
enum {
	ROUNDS = 25,
	LAUNCHES = 200, /* of each round: no more than the device takes without waiting */
	MEMSETS = 100,
	NODES = 3, /* of a graph */
	REPLAYS = 2,
	OPERATIONS = ROUNDS * LAUNCHES + MEMSETS + NODES * REPLAYS,
	BUFFER_BYTES = 1 << 20,
	REPEATS = 3, /* a process may be slow, and the device as it wakes up */
};

/* What the program finds, in memory that is shared with it. */
struct check_result {
	char gpu[256];
	int driver;       /* cuDriverGetVersion() */
	double launch_ns; /* in the fastest round */
};

struct check {
	char *library, *folder;
	struct check_result *result;
	char capture[PATH_MAX]; /* the last one */
	int failures;
};

/* For the oldest GPU that CUDA 12 supports; the driver compiles it for the one that is there. */
static const char ptx[] = ".version 6.0\n.target sm_50\n.address_size 64\n"
			  ".visible .entry gpuflame_check()\n{\n\tret;\n}\n";

/* A function that is looked up in `library`; a missing one is the error. */
static void *find(void *library, const char *name, struct err *err)
{
	void *function = library != NULL && err->code == ERR_NONE ? dlsym(library, name) : NULL;

	if (function == NULL && err->code == ERR_NONE)
		err_set(err, ERR_IO, "found no %s", name);
	return function;
}

/* The first call that fails is the error; no further one is made. */
#define CALL(name, types, ...)                                                  \
	do {                                                                    \
		int(*function_) types;                                          \
		int result_;                                                    \
		*(void **)&function_ = find(library, name, err);                \
		result_ = err->code == ERR_NONE ? function_(__VA_ARGS__) : 0;   \
		if (result_ != 0)                                               \
			err_set(err, ERR_IO, name "() fails with %d", result_); \
	} while (0)

typedef void request_fn(uint8_t **buffer, size_t *size, size_t *max_records);
typedef void complete_fn(
	void *context, uint32_t stream, uint8_t *buffer, size_t size, size_t valid);

static void on_request(uint8_t **buffer, size_t *size, size_t *max_records)
{
	*buffer = aligned_alloc(8, BUFFER_BYTES);
	/* so that pages are not first touched in launches that are measured */
	if (*buffer != NULL)
		memset(*buffer, 0, BUFFER_BYTES);
	*size = BUFFER_BYTES;
	*max_records = 0;
}

static void on_complete(void *context, uint32_t stream, uint8_t *buffer, size_t size, size_t valid)
{
	(void)context, (void)stream, (void)size, (void)valid;
	free(buffer);
}

/* Records of CUPTI that nobody reads: the least that recording costs. */
static void start_cupti(void *library, struct err *err)
{
	CALL("cuptiActivityRegisterCallbacks", (request_fn *, complete_fn *), on_request,
		on_complete);
	CALL("cuptiActivityEnable", (int), 10); /* CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL */
	CALL("cuptiActivityEnable", (int), 2);  /* ..._MEMSET */
}

static double now_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec * 1e9 + (double)now.tv_nsec;
}

static void launch(void *library, void *function, void *stream, int times, struct err *err)
{
	int (*launch_kernel)(void *, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,
		unsigned, void *, void **, void **);
	int result = 0;

	*(void **)&launch_kernel = find(library, "cuLaunchKernel", err);
	for (int i = 0; i < times && result == 0 && err->code == ERR_NONE; i++)
		result = launch_kernel(function, 1, 1, 1, 1, 1, 1, 0, stream, NULL, NULL);
	if (result != 0)
		err_set(err, ERR_IO, "cuLaunchKernel() fails with %d", result);
}

static void do_work(void *library, struct check_result *result, struct err *err)
{
	void *stream = NULL, *module = NULL, *function = NULL, *graph = NULL, *exec = NULL;
	uint64_t memory = 0;

	CALL("cuStreamCreate", (void **, unsigned), &stream, 0);
	CALL("cuModuleLoadData", (void **, const void *), &module, ptx);
	CALL("cuModuleGetFunction", (void **, void *, const char *), &function, module,
		"gpuflame_check");
	for (int round = 0; round < ROUNDS; round++) {
		double begin = now_ns(), ns;

		launch(library, function, stream, LAUNCHES, err);
		ns = (now_ns() - begin) / LAUNCHES;
		if (round == 0 || ns < result->launch_ns)
			result->launch_ns = ns;
		CALL("cuCtxSynchronize", (void), );
	}
	CALL("cuMemAlloc_v2", (uint64_t *, size_t), &memory, 4096);
	for (int i = 0; i < MEMSETS; i++)
		CALL("cuMemsetD8Async", (uint64_t, unsigned char, size_t, void *), memory, 1, 4096,
			stream);
	CALL("cuStreamBeginCapture_v2", (void *, int), stream, 0);
	launch(library, function, stream, NODES, err);
	CALL("cuStreamEndCapture", (void *, void **), stream, &graph);
	CALL("cuGraphInstantiateWithFlags", (void **, void *, unsigned long long), &exec, graph, 0);
	for (int i = 0; i < REPLAYS; i++)
		CALL("cuGraphLaunch", (void *, void *), exec, stream);
	CALL("cuCtxSynchronize", (void), );
}

static bool run_work(const char *cupti, struct check_result *result, struct err *err)
{
	void *library = dlopen("libcuda.so.1", RTLD_NOW), *context = NULL;
	int device = 0;

	if (library == NULL)
		return err_set(err, ERR_IO, "cannot load libcuda.so.1, the driver of CUDA%s",
			getauxval(AT_BASE) != 0 ? ""
						: ": this command is linked statically, and can "
						  "load nothing; one built from sources can");
	CALL("cuInit", (unsigned), 0);
	CALL("cuDriverGetVersion", (int *), &result->driver);
	CALL("cuDeviceGet", (int *, int), &device, 0);
	CALL("cuDeviceGetName", (char *, int, int), result->gpu, sizeof(result->gpu) - 1, device);
	if (cupti != NULL)
		start_cupti(dlopen(cupti, RTLD_NOW), err);
	CALL("cuDevicePrimaryCtxRetain", (void **, int), &context, device);
	CALL("cuCtxSetCurrent", (void *), context);
	do_work(library, result, err);
	return err->code == ERR_NONE;
}

static void set(const char *name, const char *value)
{
	/* this process has one thread */
	if (value != NULL)
		setenv(name, value, 1); /* NOLINT(concurrency-mt-unsafe) */
	else
		unsetenv(name); /* NOLINT(concurrency-mt-unsafe) */
}

/*
 * In a process of its own, recorded if there is a mode. False: it failed, and said why.
 * *launch_ns: the least so far; 0: none yet.
 */
static bool run_once(struct check *check, const char *mode, const char *cupti, double *launch_ns)
{
	struct err err = { 0 };
	int status = 0;
	pid_t child;

	snprintf(check->capture, sizeof(check->capture), "%s/%s.gpuflame", check->folder,
		mode != NULL ? mode : "none");
	(void)remove(check->capture);
	set(CONFIG_OUTPUT, check->capture);
	set("GPUFLAME_MODE", mode);
	set(CONFIG_CUDA_INJECTION, mode != NULL ? check->library : NULL);
	set(CONFIG_NVTX_INJECTION, NULL);
	fflush(NULL);
	child = fork();
	if (child == 0) {
		status = run_work(cupti, check->result, &err) ? EXIT_OK : cmd_fail(&err);
		exit(status); /* NOLINT(concurrency-mt-unsafe) */
	}
	if (child < 0 || waitpid(child, &status, 0) != child)
		return false;
	if (*launch_ns == 0 || check->result->launch_ns < *launch_ns)
		*launch_ns = check->result->launch_ns;
	return WIFEXITED(status) && WEXITSTATUS(status) == EXIT_OK;
}

/* The first value that the statement gives of the last capture, as text; "": none. */
static void ask(const struct check *check, const char *sql, char *text, size_t size)
{
	const unsigned char *value = NULL;
	sqlite3_stmt *row = NULL;
	sqlite3 *db = NULL;

	if (sqlite3_open_v2(check->capture, &db, SQLITE_OPEN_READONLY, NULL) == SQLITE_OK &&
		sqlite3_prepare_v2(db, sql, -1, &row, NULL) == SQLITE_OK &&
		sqlite3_step(row) == SQLITE_ROW)
		value = sqlite3_column_text(row, 0);
	snprintf(text, size, "%s", value != NULL ? (const char *)value : "");
	sqlite3_finalize(row);
	sqlite3_close(db);
}

static void report(struct check *check, bool ok, const char *what)
{
	printf("%s  %s\n", ok ? "ok    " : "FAILED", what);
	check->failures += !ok;
}

#define FACT(name) "SELECT value FROM " FORMAT_META_TABLE " WHERE name = '" name "'"

/* Whether all operations, and no more, are in the capture. */
static void check_count(struct check *check, const char *mode)
{
	char ops[32], lost[32], what[160];

	ask(check, FACT(FORMAT_META_OPS), ops, sizeof(ops));
	ask(check, "SELECT CAST(total(count) AS INTEGER) FROM " FORMAT_LOSS_TABLE, lost,
		sizeof(lost));
	snprintf(what, sizeof(what), "%s mode: %s operations of %d, %s lost", mode,
		ops[0] != '\0' ? ops : "0", OPERATIONS, lost[0] != '\0' ? lost : "0");
	report(check, strtol(ops, NULL, 10) == OPERATIONS && strcmp(lost, "0") == 0, what);
}

#define CALLS "CUPTI_ACTIVITY_KIND_RUNTIME"

static void check_trace(struct check *check)
{
	static const struct {
		const char *what, *holds, *of; /* rows of kernels */
	} tests[] = {
		{ "each kernel has a time", "k.end > k.start", "" },
		{ "each kernel has the id of its launch",
			"correlationId IN (SELECT correlationId FROM " CALLS ")", "" },
		{ "kernels begin within ten seconds of their launch: the clocks agree",
			"k.start - c.start BETWEEN 0 AND 10000000000",
			"JOIN " CALLS " c USING (correlationId)" },
		{ "kernels of the graph have the ids of its nodes",
			"graphNodeId IN (SELECT graphNodeId FROM CUDA_GRAPH_NODE_EVENTS)",
			"WHERE graphNodeId IS NOT NULL" },
	};
	char sql[512], answer[32];

	for (size_t i = 0; i < ARRAY_SIZE(tests); i++) {
		snprintf(sql, sizeof(sql),
			"SELECT count(*) > 0 AND min(%s) FROM CUPTI_ACTIVITY_KIND_KERNEL k %s",
			tests[i].holds, tests[i].of);
		ask(check, sql, answer, sizeof(answer));
		report(check, strcmp(answer, "1") == 0, tests[i].what);
	}
}

/* Prints what it finds. */
static bool check_all(struct check *check)
{
	double plain = 0, bare = 0, fold = 0, trace = 0;
	char version[32], path[PATH_MAX];

	if (!run_once(check, NULL, NULL, &plain))
		return false;
	printf("%s, driver for CUDA %d.%d\n", check->result->gpu, check->result->driver / 1000,
		check->result->driver % 1000 / 10);
	if (!run_once(check, "fold", NULL, &fold))
		return false;
	ask(check, FACT(FORMAT_META_CUPTI), version, sizeof(version));
	ask(check, FACT(FORMAT_META_CUPTI_PATH), path, sizeof(path));
	check_count(check, "fold");
	/* the library has said why */
	if (version[0] == '\0')
		return false;
	printf("CUPTI %s, %s\n", version, path);
	if (!run_once(check, "trace", NULL, &trace))
		return false;
	check_count(check, "trace");
	check_trace(check);
	if (check->failures > 0)
		return false;
	for (int i = 0; i < REPEATS; i++) {
		if (!run_once(check, NULL, path, &bare) || !run_once(check, "fold", NULL, &fold) ||
			!run_once(check, "trace", NULL, &trace) ||
			!run_once(check, NULL, NULL, &plain))
			return false;
	}
	printf("a launch takes %.0f ns, with CUPTI alone %.0f, recorded %.0f, in trace mode %.0f\n",
		plain, bare, fold, trace);
	return true;
}

static int try_it(void)
{
	struct err err = { 0 };
	struct check check = { .library = inject_find_library(&err) };
	bool ok;

	check.result = mmap(NULL, sizeof(*check.result), PROT_READ | PROT_WRITE,
		MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (check.result == MAP_FAILED)
		mem_die();
	if (check.library != NULL)
		check.folder = private_folder_make(&err);
	if (check.folder == NULL)
		return cmd_fail(&err);
	ok = check_all(&check);
	puts(ok ? "recording works here" : "recording does NOT work here");
	private_folder_remove(check.folder);
	free(check.folder);
	free(check.library);
	return ok ? EXIT_OK : EXIT_FAILED;
}

static const char usage[] =
	"usage: gpuflame check\n\n"
	"Try whether recording works on this machine: kernels, memsets and a CUDA graph\n"
	"run plain, recorded in both modes, and with CUPTI alone. A static command, as\n"
	"in the packages, cannot load CUDA for this.\n";

static int run(int argc, const char **argv)
{
	bool quiet = false;
	const struct opt general[] = {
		OPT_TRUE('q', "quiet", &quiet, "print errors only"),
		OPT_HELP(&cmd_help),
		OPT_END(),
	};
	const struct opt *const tables[] = { general, NULL };
	struct err err = { 0 };
	int count, status;

	if (!cmd_parse(usage, tables, true, argc, argv, &count, &status))
		return status;
	if (count > 0) {
		err_set(&err, ERR_USAGE, "check takes no arguments");
		return cmd_fail(&err);
	}
	if (quiet && freopen("/dev/null", "w", stdout) == NULL)
		mem_die();
	return try_it();
}

const struct command command_check = {
	.name = "check",
	.summary = "try whether recording works on this machine",
	.starts_program = true,
	.run = run,
};

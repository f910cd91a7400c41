#define _DEFAULT_SOURCE /* usleep */
#include "tests/mock/mock.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "capture/cupti_abi.h"

typedef void callback_fn(void *user, int domain, uint32_t cbid, const void *data);
typedef void request_fn(uint8_t **buffer, size_t *size, size_t *max_records);
typedef void complete_fn(
	void *context, uint32_t stream, uint8_t *buffer, size_t size, size_t valid);
typedef uint64_t clock_fn(void);

/* What CUPTI is: one for the process. */
static struct {
	pthread_mutex_t lock; /* of all below */
	uint32_t version;
	callback_fn *callback;
	void *user;
	request_fn *request;
	complete_fn *complete;
	clock_fn *clock;
	bool enabled[64]; /* activities */
	bool followed[4][1024];

	struct filling *filling; /* by thread, or one for all before CUDA 13 */
	struct filling *full;    /* to hand over, oldest first */
	const char *deliver;
	size_t dropped, to_drop, waiting;
	uint32_t correlation;
	uint64_t now;
} mock = { .lock = PTHREAD_MUTEX_INITIALIZER, .correlation = 1, .deliver = "now" };

struct filling {
	struct filling *next;
	pthread_t owner;
	uint8_t *buffer;
	size_t size, used, records;
	size_t running; /* records without times yet */
};

/* The functions of CUDA that it knows, with the ids that CUDA 13 has. */
static const struct function {
	int domain;
	uint32_t cbid;
	const char *name;
} functions[] = {
	{ CUPTI_DRIVER, 307, "cuLaunchKernel" },
	{ CUPTI_DRIVER, 308, "cuProfilerStart" },
	{ CUPTI_DRIVER, 309, "cuProfilerStop" },
	{ CUPTI_DRIVER, 514, "cuGraphLaunch" },
	{ CUPTI_RUNTIME, 211, "cudaLaunchKernel_v7000" },
	{ CUPTI_RUNTIME, 31, "cudaMemcpy_v3020" },
	{ CUPTI_RUNTIME, 41, "cudaMemcpyAsync_v3020" },
	{ CUPTI_RUNTIME, 51, "cudaMemsetAsync_v3020" },
	{ CUPTI_RUNTIME, 165, "cudaDeviceSynchronize_v3020" },
	{ CUPTI_RUNTIME, 171, "cudaProfilerStart_v4000" },
	{ CUPTI_RUNTIME, 172, "cudaProfilerStop_v4000" },
	{ CUPTI_RUNTIME, 311, "cudaGraphLaunch_v10000" },
};

static uint32_t version(void)
{
	if (mock.version == 0) {
		const char *text = getenv("MOCK_CUPTI_VERSION");

		mock.version = text != NULL ? (uint32_t)strtoul(text, NULL, 10) : 130000;
	}
	return mock.version;
}

/* sizeof of the records, by version: CUpti_ActivityKernel4 to 10, and one that is yet to come. */
static size_t kernel_stride(void)
{
	static const struct {
		uint32_t version;
		size_t stride;
	} strides[] = { { 140000, 264 }, { 130000, 216 }, { 19, 208 }, { 18, 200 }, { 16, 176 },
		{ 14, 168 }, { 13, 160 }, { 0, 144 } };
	size_t i = 0;

	while (version() < strides[i].version)
		i++;
	return strides[i].stride;
}

static size_t stride_of(int kind)
{
	/* the last steps: CUDA 13.0, 11.6, 11.1, 11.0, and what was before */
	unsigned age = version() >= 130000 ? 0
		       : version() >= 16   ? 1
		       : version() >= 14   ? 2
		       : version() >= 13   ? 3
					   : 4;
	static const size_t memcpy_strides[] = { 96, 88, 80, 72, 64 };
	static const size_t peer_strides[] = { 96, 88, 80, 80, 72 };
	static const size_t memset_strides[] = { 88, 80, 72, 72, 64 };

	switch (kind) {
	case CUPTI_CONCURRENT_KERNEL:
	case CUPTI_KERNEL:
		return kernel_stride();
	case CUPTI_MEMCPY:
		return memcpy_strides[age];
	case CUPTI_MEMCPY2:
		return peer_strides[age];
	case CUPTI_MEMSET:
		return memset_strides[age];
	case CUPTI_GRAPH_TRACE:
		return age == 0 ? 56 : 48;
	default:
		return 32;
	}
}

static void put64(uint8_t *record, size_t at, uint64_t value)
{
	memcpy(record + at, &value, sizeof(value));
}

static void put32(uint8_t *record, size_t at, uint32_t value)
{
	memcpy(record + at, &value, sizeof(value));
}

static uint64_t now(void)
{
	struct timespec time;

	if (mock.clock != NULL)
		return mock.clock();
	clock_gettime(CLOCK_REALTIME, &time);
	return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

/* --- CUPTI ------------------------------------------------------------------------------- */

int cuptiGetVersion(uint32_t *out);
int cuptiGetVersion(uint32_t *out)
{
	*out = version();
	return CUPTI_OK;
}

int cuptiGetResultString(int result, const char **text);
int cuptiGetResultString(int result, const char **text)
{
	*text = result == CUPTI_UNKNOWN ? "CUPTI_ERROR_UNKNOWN" : "CUPTI_ERROR_OTHER";
	return CUPTI_OK;
}

/* The result that a test asks a function to give, by a variable. */
static int asked_result(const char *variable)
{
	const char *text = getenv(variable);

	return text != NULL ? (int)strtol(text, NULL, 10) : CUPTI_OK;
}

int cuptiSubscribe(void **subscriber, callback_fn *callback, void *user);
int cuptiSubscribe(void **subscriber, callback_fn *callback, void *user)
{
	int result = asked_result("MOCK_SUBSCRIBE");

	if (result != CUPTI_OK)
		return result;
	mock.callback = callback;
	mock.user = user;
	*subscriber = &mock;
	return CUPTI_OK;
}

int cuptiEnableCallback(uint32_t enable, void *subscriber, int domain, uint32_t cbid);
int cuptiEnableCallback(uint32_t enable, void *subscriber, int domain, uint32_t cbid)
{
	(void)subscriber;
	if (domain < 1 || domain > 3 || cbid >= 1024)
		return 1;
	pthread_mutex_lock(&mock.lock);
	mock.followed[domain][cbid] = enable != 0;
	pthread_mutex_unlock(&mock.lock);
	return CUPTI_OK;
}

int cuptiEnableDomain(uint32_t enable, void *subscriber, int domain);
int cuptiEnableDomain(uint32_t enable, void *subscriber, int domain)
{
	for (uint32_t cbid = 0; cbid < 1024; cbid++)
		(void)cuptiEnableCallback(enable, subscriber, domain, cbid);
	return CUPTI_OK;
}

int cuptiGetCallbackName(int domain, uint32_t cbid, const char **name);
int cuptiGetCallbackName(int domain, uint32_t cbid, const char **name)
{
	if (cbid == 0 || cbid >= 600)
		return 1;
	*name = "cuSomethingElse";
	for (size_t i = 0; i < sizeof(functions) / sizeof(functions[0]); i++) {
		if (functions[i].domain == domain && functions[i].cbid == cbid)
			*name = functions[i].name;
	}
	return CUPTI_OK;
}

int cuptiActivityEnable(int kind);
int cuptiActivityEnable(int kind)
{
	int result = asked_result("MOCK_ENABLE");

	if (result != CUPTI_OK)
		return result;
	pthread_mutex_lock(&mock.lock);
	mock.enabled[kind] = true;
	pthread_mutex_unlock(&mock.lock);
	return CUPTI_OK;
}

int cuptiActivityDisable(int kind);
int cuptiActivityDisable(int kind)
{
	pthread_mutex_lock(&mock.lock);
	mock.enabled[kind] = false;
	pthread_mutex_unlock(&mock.lock);
	return CUPTI_OK;
}

int cuptiActivityRegisterCallbacks(request_fn *request, complete_fn *complete);
int cuptiActivityRegisterCallbacks(request_fn *request, complete_fn *complete)
{
	mock.request = request;
	mock.complete = complete;
	return CUPTI_OK;
}

int cuptiActivityGetNextRecord(uint8_t *buffer, size_t valid, uint8_t **record);
int cuptiActivityGetNextRecord(uint8_t *buffer, size_t valid, uint8_t **record)
{
	uint8_t *next = buffer;

	if (*record != NULL)
		next = *record + stride_of((int)record_u32(*record, 0));
	if (next >= buffer + valid)
		return 12;
	*record = next;
	return CUPTI_OK;
}

int cuptiActivityGetNumDroppedRecords(void *context, uint32_t stream, size_t *dropped);
int cuptiActivityGetNumDroppedRecords(void *context, uint32_t stream, size_t *dropped)
{
	(void)context;
	(void)stream;
	pthread_mutex_lock(&mock.lock);
	*dropped = mock.dropped;
	mock.dropped = 0;
	pthread_mutex_unlock(&mock.lock);
	return CUPTI_OK;
}

int cuptiGetTimestamp(uint64_t *ns);
int cuptiGetTimestamp(uint64_t *ns)
{
	*ns = now();
	return CUPTI_OK;
}

int cuptiActivityRegisterTimestampCallback(clock_fn *clock);
int cuptiActivityRegisterTimestampCallback(clock_fn *clock)
{
	mock.clock = clock;
	return CUPTI_OK;
}

int cuptiGetGraphNodeId(void *node, uint64_t *id);
int cuptiGetGraphNodeId(void *node, uint64_t *id)
{
	*id = (uintptr_t)node;
	return CUPTI_OK;
}

int cuptiGetGraphId(void *graph, uint32_t *id);
int cuptiGetGraphId(void *graph, uint32_t *id)
{
	*id = (uint32_t)(uintptr_t)graph;
	return CUPTI_OK;
}

int cuptiGetGraphExecId(void *graph, uint32_t *id);
int cuptiGetGraphExecId(void *graph, uint32_t *id)
{
	return cuptiGetGraphId(graph, id);
}

/* With the lock: put a buffer on the list of those to hand over. */
static void set_full(struct filling *filling)
{
	struct filling **at = &mock.full;

	if (strcmp(mock.deliver, "reversed") != 0) {
		while (*at != NULL)
			at = &(*at)->next;
	}
	filling->next = *at;
	*at = filling;
}

/* Hand over what is full; no lock is held while the client is called. */
static void hand_over(void)
{
	for (;;) {
		struct filling *filling;

		pthread_mutex_lock(&mock.lock);
		filling = mock.full;
		if (filling != NULL) {
			mock.full = filling->next;
			mock.waiting -= filling->records;
		}
		pthread_mutex_unlock(&mock.lock);
		if (filling == NULL)
			return;
		mock.complete(NULL, 0, filling->buffer, filling->size, filling->used);
		free(filling);
	}
}

static void *hand_over_late(void *nothing)
{
	usleep(20000);
	hand_over();
	return nothing;
}

static void deliver(void)
{
	pthread_t thread;

	if (strcmp(mock.deliver, "hold") == 0)
		return;
	if (strcmp(mock.deliver, "late") == 0 &&
		pthread_create(&thread, NULL, hand_over_late, NULL) == 0)
		pthread_detach(thread);
	else
		hand_over();
}

/* With the lock: all that may be handed over, `forced` also with what runs yet. */
static void set_all_full(bool forced)
{
	for (struct filling **at = &mock.filling; *at != NULL;) {
		struct filling *filling = *at;

		if (filling->running > 0 && !forced) {
			at = &filling->next;
			continue;
		}
		*at = filling->next;
		set_full(filling);
	}
}

int cuptiActivityFlushAll(uint32_t flag);
int cuptiActivityFlushAll(uint32_t flag)
{
	if (mock.complete == NULL)
		return CUPTI_UNKNOWN;
	if (getenv("MOCK_HANG") != NULL)
		pause();
	pthread_mutex_lock(&mock.lock);
	set_all_full((flag & CUPTI_FLUSH_FORCED) != 0);
	pthread_mutex_unlock(&mock.lock);
	/* what was promised for later is not waited for, except at the end */
	if ((flag & CUPTI_FLUSH_FORCED) != 0)
		hand_over();
	else
		deliver();
	return CUPTI_OK;
}

/* --- CUDA ---------------------------------------------------------------------------------- */

static const struct function *find(const char *name)
{
	for (size_t i = 0; i < sizeof(functions) / sizeof(functions[0]); i++) {
		if (strncmp(functions[i].name, name, strlen(name)) == 0)
			return &functions[i];
	}
	abort();
}

static void call_back(const struct function *function, int site, uint32_t correlation)
{
	struct cupti_call call = {
		.site = site,
		.function_name = function->name,
		.correlation_id = correlation,
	};
	bool followed;

	pthread_mutex_lock(&mock.lock);
	followed = mock.callback != NULL && mock.followed[function->domain][function->cbid];
	pthread_mutex_unlock(&mock.lock);
	if (followed)
		mock.callback(mock.user, function->domain, function->cbid, &call);
}

uint32_t mock_enter(const char *name)
{
	const struct function *function = find(name);
	uint32_t correlation;

	pthread_mutex_lock(&mock.lock);
	correlation = mock.correlation++;
	pthread_mutex_unlock(&mock.lock);
	call_back(function, CUPTI_ENTER, correlation);
	return correlation;
}

void mock_exit(const char *name, uint32_t correlation)
{
	call_back(find(name), CUPTI_EXIT, correlation);
}

/* With the lock: the buffer that this thread's next record goes to, or NULL. */
static struct filling *my_buffer(size_t need)
{
	bool is_shared = version() < 130000;
	struct filling **at = &mock.filling, *filling;
	size_t max = 0;

	while (*at != NULL && !is_shared && !pthread_equal((*at)->owner, pthread_self()))
		at = &(*at)->next;
	filling = *at;
	if (filling != NULL && filling->used + need <= filling->size)
		return filling;
	if (filling != NULL) {
		*at = filling->next;
		set_full(filling);
	}
	filling = calloc(1, sizeof(*filling));
	if (filling == NULL)
		abort();
	filling->owner = pthread_self();
	pthread_mutex_unlock(&mock.lock);
	mock.request(&filling->buffer, &filling->size, &max);
	pthread_mutex_lock(&mock.lock);
	if (filling->buffer == NULL || ((uintptr_t)filling->buffer & 7) != 0)
		abort();
	filling->next = mock.filling;
	mock.filling = filling;
	return filling;
}

static void fill_kernel(uint8_t *at, const struct mock_record *record, uint64_t start, uint64_t end)
{
	put64(at, KERNEL_START, start);
	put64(at, KERNEL_END, end);
	put32(at, KERNEL_DEVICE, record->device);
	put32(at, KERNEL_CONTEXT, 1);
	put32(at, KERNEL_STREAM, record->stream);
	put32(at, KERNEL_CORRELATION, record->correlation);
	memcpy(at + KERNEL_NAME, &record->name, sizeof(record->name));
	for (size_t i = 0; i < 6; i++)
		put32(at, KERNEL_GRID + i * 4, (uint32_t)i + 1);
	if (version() >= 13) {
		put64(at, KERNEL_GRAPH_NODE, record->graph_node);
		put32(at, KERNEL_GRAPH, record->graph);
	}
}

/* Copies between devices, within one, and fills: their fields stand nearly alike. */
static void fill_memory(uint8_t *at, const struct mock_record *record, uint64_t start, uint64_t end)
{
	bool is_peer = record->kind == CUPTI_MEMCPY2;

	at[MEMCPY_KIND] = (uint8_t)record->copy_kind;
	put64(at, MEMCPY_BYTES, 4096);
	put64(at, MEMCPY_START, start);
	put64(at, MEMCPY_END, end);
	put32(at, MEMCPY_DEVICE, record->device);
	put32(at, MEMCPY_CONTEXT, 1);
	put32(at, MEMCPY_STREAM, record->stream);
	put32(at, is_peer ? (size_t)MEMCPY2_CORRELATION : MEMCPY_CORRELATION, record->correlation);
	if (version() >= 13)
		put64(at, is_peer ? (size_t)MEMCPY2_GRAPH_NODE : MEMCPY_GRAPH_NODE,
			record->graph_node); /* a memset's is where a memcpy's is */
}

static void fill_graph(uint8_t *at, const struct mock_record *record, uint64_t start, uint64_t end)
{
	put32(at, GRAPH_TRACE_CORRELATION, record->correlation);
	put64(at, GRAPH_TRACE_START, start);
	put64(at, GRAPH_TRACE_END, end);
	put32(at, GRAPH_TRACE_DEVICE, record->device);
	put32(at, GRAPH_TRACE_GRAPH, record->graph);
	put32(at, GRAPH_TRACE_CONTEXT, 1);
	put32(at, GRAPH_TRACE_STREAM, record->stream);
}

static void fill(uint8_t *at, const struct mock_record *record, uint64_t start, uint64_t end)
{
	/* what is not set is no zero: nobody may read it */
	memset(at, 0xa5, stride_of(record->kind));
	put32(at, 0, (uint32_t)record->kind);
	switch (record->kind) {
	case CUPTI_CONCURRENT_KERNEL:
		fill_kernel(at, record, start, end);
		break;
	case CUPTI_GRAPH_TRACE:
		fill_graph(at, record, start, end);
		break;
	default:
		fill_memory(at, record, start, end);
		break;
	}
}

void mock_record(const struct mock_record *record)
{
	struct filling *filling;
	uint64_t start, end;
	bool has_full;

	pthread_mutex_lock(&mock.lock);
	if (mock.request == NULL || !mock.enabled[record->kind]) {
		pthread_mutex_unlock(&mock.lock);
		return;
	}
	if (mock.to_drop > 0) {
		mock.to_drop--;
		mock.dropped++;
		pthread_mutex_unlock(&mock.lock);
		return;
	}
	start = ++mock.now + now();
	end = start + record->ns;
	if (record->is_timeless || record->is_running)
		start = end = 0;
	else if (record->is_backwards)
		end = start - 1;
	filling = my_buffer(stride_of(record->kind));
	fill(filling->buffer + filling->used, record, start, end);
	filling->used += stride_of(record->kind);
	filling->records++;
	filling->running += record->is_running;
	mock.waiting++;
	has_full = mock.full != NULL;
	pthread_mutex_unlock(&mock.lock);
	if (has_full)
		deliver();
}

void mock_finish(void)
{
	pthread_mutex_lock(&mock.lock);
	for (struct filling *filling = mock.filling; filling != NULL; filling = filling->next) {
		for (size_t at = 0; at < filling->used && filling->running > 0;) {
			uint8_t *record = filling->buffer + at;

			at += stride_of((int)record_u32(record, 0));
			if (record_u64(record, KERNEL_START) != 0)
				continue;
			put64(record, KERNEL_START, 1000);
			put64(record, KERNEL_END, 2000);
			filling->running--;
		}
	}
	pthread_mutex_unlock(&mock.lock);
}

void mock_drop(unsigned count)
{
	pthread_mutex_lock(&mock.lock);
	mock.to_drop += count;
	pthread_mutex_unlock(&mock.lock);
}

void mock_split(void)
{
	pthread_mutex_lock(&mock.lock);
	set_all_full(false);
	pthread_mutex_unlock(&mock.lock);
}

void mock_deliver(const char *how)
{
	static const char *const ways[] = { "now", "late", "reversed", "hold" };

	for (size_t i = 0; i < sizeof(ways) / sizeof(ways[0]); i++) {
		if (strcmp(ways[i], how) == 0)
			mock.deliver = ways[i];
	}
}

void mock_set_correlation(uint32_t next)
{
	pthread_mutex_lock(&mock.lock);
	mock.correlation = next;
	pthread_mutex_unlock(&mock.lock);
}

static void tell_graph(uint32_t cbid, const struct cupti_graph_data *data)
{
	/* the descriptor is only read */
	struct cupti_resource_data resource = { .descriptor = (void *)(uintptr_t)data };

	if (mock.callback != NULL && mock.followed[CUPTI_RESOURCE][cbid])
		mock.callback(mock.user, CUPTI_RESOURCE, cbid, &resource);
}

void mock_graph_node(uint64_t node, uint64_t original, uint32_t graph)
{
	const struct cupti_graph_data data = {
		.graph = (void *)(uintptr_t)graph,
		.node = (void *)(uintptr_t)node,
		.original_node = (void *)(uintptr_t)original,
	};

	tell_graph(original != 0 ? CUPTI_GRAPHNODE_CLONED : CUPTI_GRAPHNODE_CREATED, &data);
}

void mock_graph_exec_destroy(uint32_t graph)
{
	const struct cupti_graph_data data = { .graph_exec = (void *)(uintptr_t)graph };

	tell_graph(CUPTI_GRAPHEXEC_DESTROY_STARTING, &data);
}

void mock_context_destroy(void)
{
	pthread_mutex_lock(&mock.lock);
	set_all_full(true);
	pthread_mutex_unlock(&mock.lock);
	hand_over();
}

size_t mock_waiting(void)
{
	size_t waiting;

	pthread_mutex_lock(&mock.lock);
	waiting = mock.waiting;
	pthread_mutex_unlock(&mock.lock);
	return waiting;
}

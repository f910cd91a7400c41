#define _DEFAULT_SOURCE /* usleep, strdup */
#include "tests/mock/mock.h"

#include <pthread.h>
#include <stdatomic.h>
#include <time.h>
#include <unistd.h>

#include "tests/mock/mock_answers.h"
#include "tests/mock/mock_layouts.h"

typedef void callback_fn(void *user, int domain, uint32_t cbid, const void *data);
typedef void request_fn(uint8_t **buffer, size_t *size, size_t *max_records);
typedef void complete_fn(
	void *context, uint32_t stream, uint8_t *buffer, size_t size, size_t valid);
typedef uint64_t clock_fn(void);

/* The state of CUPTI: one for the process. */
static struct {
	pthread_mutex_t lock; /* of all below */
	callback_fn *callback;
	void *user;
	request_fn *request;
	complete_fn *complete;
	clock_fn *clock;
	unsigned clocks;  /* registered so far */
	bool enabled[64]; /* activities */
	bool followed[4][1024];
	_Atomic(unsigned long) flushes;
	_Atomic(bool) has_ended;
	uint64_t unseen[64]; /* graph nodes created while nothing was recorded */
	size_t unseen_count;

	struct filling *filling; /* by thread, or one for all before CUDA 13 */
	struct filling *full;    /* to hand over, oldest first */
	const char *_Atomic deliver;
	size_t dropped, to_drop, waiting;
	uint32_t correlation;
	uint64_t now, first_ns;
} mock = { .lock = PTHREAD_MUTEX_INITIALIZER, .correlation = 1, .deliver = "now" };

static void lock_for_fork(void)
{
	pthread_mutex_lock(&mock.lock);
}

static void unlock_after_fork(void)
{
	pthread_mutex_unlock(&mock.lock);
}

/* Another thread, such as the recorder's, may have the lock when one forks. */
__attribute__((constructor)) static void prepare_forks(void)
{
	pthread_atfork(lock_for_fork, unlock_after_fork, unlock_after_fork);
}

struct filling {
	struct filling *next;
	pthread_t owner;
	uint8_t *buffer;
	size_t size, used, records;
	size_t running; /* records without times yet */
};

static uint64_t now(void)
{
	struct timespec time;
	uint64_t ns;

	if (mock.clock != NULL)
		return mock.clock();
	clock_gettime(CLOCK_REALTIME, &time);
	ns = (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
	if (mock.first_ns == 0)
		mock.first_ns = ns;
	return ns + (uint64_t)((double)(ns - mock.first_ns) * mock_drift());
}

/* --- CUPTI ------------------------------------------------------------------------------- */

int cuptiSubscribe(void **subscriber, callback_fn *callback, void *user);
int cuptiSubscribe(void **subscriber, callback_fn *callback, void *user)
{
	int failed;

	MAY_FAIL();
	pthread_mutex_lock(&mock.lock);
	failed = mock.callback != NULL ? CUPTI_MULTIPLE_SUBSCRIBERS : CUPTI_OK;
	if (failed == CUPTI_OK) {
		mock.callback = callback;
		mock.user = user;
		*subscriber = &mock;
	}
	pthread_mutex_unlock(&mock.lock);
	return failed;
}

int cuptiUnsubscribe(void *subscriber);
int cuptiUnsubscribe(void *subscriber)
{
	MAY_FAIL();
	if (subscriber != &mock)
		return 1;
	pthread_mutex_lock(&mock.lock);
	memset(mock.followed, 0, sizeof(mock.followed));
	mock.callback = NULL;
	pthread_mutex_unlock(&mock.lock);
	return CUPTI_OK;
}

int cuptiEnableCallback(uint32_t enable, void *subscriber, int domain, uint32_t cbid);
int cuptiEnableCallback(uint32_t enable, void *subscriber, int domain, uint32_t cbid)
{
	MAY_FAIL();
	if (subscriber != &mock || domain < 1 || domain > 3 || cbid >= 1024)
		return 1;
	pthread_mutex_lock(&mock.lock);
	mock.followed[domain][cbid] = enable != 0;
	pthread_mutex_unlock(&mock.lock);
	return CUPTI_OK;
}

int cuptiGetCallbackState(uint32_t *enabled, void *subscriber, int domain, uint32_t cbid);
int cuptiGetCallbackState(uint32_t *enabled, void *subscriber, int domain, uint32_t cbid)
{
	MAY_FAIL();
	pthread_mutex_lock(&mock.lock);
	*enabled = mock.followed[domain][cbid];
	subscriber = mock.callback != NULL && subscriber == &mock ? subscriber : NULL;
	pthread_mutex_unlock(&mock.lock);
	return subscriber != NULL ? CUPTI_OK : CUPTI_INVALID_PARAMETER;
}

/* What it was told is gone, as are the buffers that it has. */
int cuptiFinalize(void);
int cuptiFinalize(void)
{
	pthread_mutex_lock(&mock.lock);
	mock.callback = NULL;
	mock.request = NULL;
	mock.complete = NULL;
	mock.clock = NULL;
	mock.clocks = 0;
	memset(mock.enabled, 0, sizeof(mock.enabled));
	memset(mock.followed, 0, sizeof(mock.followed));
	mock.filling = mock.full = NULL;
	pthread_mutex_unlock(&mock.lock);
	return CUPTI_OK;
}

int cuptiActivityEnable(int kind);
int cuptiActivityEnable(int kind)
{
	MAY_FAIL();
	pthread_mutex_lock(&mock.lock);
	mock.enabled[kind] = true;
	pthread_mutex_unlock(&mock.lock);
	return CUPTI_OK;
}

int cuptiActivityDisable(int kind);
int cuptiActivityDisable(int kind)
{
	MAY_FAIL();
	mock_hang_if_asked("disable");
	pthread_mutex_lock(&mock.lock);
	mock.enabled[kind] = false;
	pthread_mutex_unlock(&mock.lock);
	return CUPTI_OK;
}

int cuptiActivityRegisterCallbacks(request_fn *request, complete_fn *complete);
int cuptiActivityRegisterCallbacks(request_fn *request, complete_fn *complete)
{
	MAY_FAIL();
	mock.request = request;
	mock.complete = complete;
	return CUPTI_OK;
}

int cuptiActivityGetNextRecord(uint8_t *buffer, size_t valid, uint8_t **record);
int cuptiActivityGetNextRecord(uint8_t *buffer, size_t valid, uint8_t **record)
{
	uint8_t *next = buffer;

	MAY_FAIL();
	if (*record != NULL)
		next = *record + mock_stride(mock_version(), (int)record_u32(*record, 0));
	if (next >= buffer + valid)
		return 12;
	*record = next;
	return CUPTI_OK;
}

int cuptiActivityGetNumDroppedRecords(void *context, uint32_t stream, size_t *dropped);
int cuptiActivityGetNumDroppedRecords(UNUSED void *context, UNUSED uint32_t stream, size_t *dropped)
{
	MAY_FAIL();
	pthread_mutex_lock(&mock.lock);
	*dropped = mock.dropped;
	mock.dropped = 0;
	pthread_mutex_unlock(&mock.lock);
	return CUPTI_OK;
}

int cuptiGetTimestamp(uint64_t *ns);
int cuptiGetTimestamp(uint64_t *ns)
{
	MAY_FAIL();
	*ns = now();
	return CUPTI_OK;
}

int cuptiActivityRegisterTimestampCallback(clock_fn *clock);
int cuptiActivityRegisterTimestampCallback(clock_fn *clock)
{
	MAY_FAIL();
	mock.clock = clock;
	mock.clocks++;
	return CUPTI_OK;
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

/* Take the full buffers off the list. */
static struct filling *take_full(void)
{
	struct filling *first;

	pthread_mutex_lock(&mock.lock);
	first = mock.full;
	mock.full = NULL;
	for (const struct filling *filling = first; filling != NULL; filling = filling->next)
		mock.waiting -= filling->records;
	pthread_mutex_unlock(&mock.lock);
	return first;
}

/* Hand over buffers; no lock is held while the client is called. */
static void hand_over(struct filling *filling)
{
	while (filling != NULL) {
		struct filling *next = filling->next;

		mock.complete(NULL, 0, filling->buffer, filling->size, filling->used);
		free(filling);
		filling = next;
	}
}

/* A thread of CUPTI's has the buffers meanwhile: no flush finds them, nor waits for them. */
static void *hand_over_late(void *fillings)
{
	usleep(20000);
	hand_over(fillings);
	return NULL;
}

static void deliver(void)
{
	struct filling *fillings;
	pthread_t thread;

	if (strcmp(mock.deliver, "hold") == 0)
		return;
	fillings = take_full();
	if (strcmp(mock.deliver, "late") == 0 &&
		pthread_create(&thread, NULL, hand_over_late, fillings) == 0)
		pthread_detach(thread);
	else
		hand_over(fillings);
}

/* With the lock: all that may be handed over, with `forced` also running operations. */
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

unsigned long mock_flushes(void)
{
	return mock.flushes;
}

int cuptiActivityFlushAll(uint32_t flag);
int cuptiActivityFlushAll(uint32_t flag)
{
	int failed = mock_failure(__func__);
	const char *takes = getenv("MOCK_END_TAKES");

	mock.flushes++;
	if (failed != CUPTI_OK)
		return failed;
	if (mock.complete == NULL || mock.has_ended)
		return mock.has_ended ? CUPTI_UNKNOWN : CUPTI_INVALID_OPERATION;
	mock_hang_if_asked("flush");
	/* so many seconds, by tests/fault/clock_jump.c */
	if (takes != NULL && (flag & CUPTI_FLUSH_FORCED) != 0)
		setenv("CLOCK_AHEAD", takes, 1);
	pthread_mutex_lock(&mock.lock);
	set_all_full((flag & CUPTI_FLUSH_FORCED) != 0);
	pthread_mutex_unlock(&mock.lock);
	/* those held back are handed over at the end */
	if ((flag & CUPTI_FLUSH_FORCED) != 0)
		hand_over(take_full());
	else
		deliver();
	return CUPTI_OK;
}

/* --- CUDA ---------------------------------------------------------------------------------- */

/* Call the subscriber, if it enabled this; no lock is held meanwhile. */
static void notify(int domain, uint32_t cbid, const void *data)
{
	callback_fn *callback;

	pthread_mutex_lock(&mock.lock);
	callback = mock.followed[domain][cbid] ? mock.callback : NULL;
	pthread_mutex_unlock(&mock.lock);
	if (callback != NULL)
		callback(mock.user, domain, cbid, data);
}

static void call_back(
	const struct mock_function *function, int site, uint32_t correlation, int result)
{
	struct cupti_call call = {
		.site = site,
		.function_name = function->name,
		.return_value = site == CUPTI_EXIT ? &result : NULL,
		.correlation_id = correlation,
	};

	notify(function->domain, function->cbid, &call);
}

bool mock_is_followed(const char *name)
{
	const struct mock_function *function = mock_function(name);
	bool followed;

	pthread_mutex_lock(&mock.lock);
	followed = mock.followed[function->domain][function->cbid];
	pthread_mutex_unlock(&mock.lock);
	return followed;
}

uint32_t mock_enter(const char *name)
{
	const struct mock_function *function = mock_function(name);
	uint32_t correlation;

	pthread_mutex_lock(&mock.lock);
	correlation = mock.correlation++;
	pthread_mutex_unlock(&mock.lock);
	call_back(function, CUPTI_ENTER, correlation, 0);
	return correlation;
}

void mock_exit(const char *name, uint32_t correlation)
{
	call_back(mock_function(name), CUPTI_EXIT, correlation, 0);
}

void mock_exit_failed(const char *name, uint32_t correlation)
{
	call_back(mock_function(name), CUPTI_EXIT, correlation, 700);
}

/* With the lock: the buffer that this thread's next record goes to, or NULL. */
static struct filling *my_buffer(size_t need)
{
	bool is_shared = mock_version() < 130000;
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

/* With the lock. Before CUDA 12.0 Update 1 a graph is recorded only if its creation was. */
static bool is_unseen(uint64_t node)
{
	if (mock_version() >= 20)
		return false;
	for (size_t i = 0; i < mock.unseen_count; i++) {
		if (mock.unseen[i] == node)
			return true;
	}
	return false;
}

/*
 * CUDA 12.6 to 13.0: with a registered clock, some times are zero; in all versions, with one that
 * is registered once more (pytorch issue 192021).
 */
static bool is_clock_harmful(void)
{
	return mock.clocks > 1 || (mock.clock != NULL && mock_version() >= 24 &&
					  mock_version() < 130100 && mock.now % 4 == 0);
}

void mock_record(const struct mock_record *record)
{
	struct filling *filling;
	uint64_t start, end;
	bool has_full, is_wanted;

	pthread_mutex_lock(&mock.lock);
	/* how a graph is recorded was decided when it was launched */
	is_wanted = record->kind == CUPTI_GRAPH_TRACE || mock.enabled[record->kind];
	if (mock.request == NULL || !is_wanted || is_unseen(record->graph_node)) {
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
	if (record->is_timeless || record->is_running || is_clock_harmful())
		start = end = 0;
	else if (record->is_backwards)
		end = start - 1;
	filling = my_buffer(mock_stride(mock_version(), record->kind));
	mock_fill(filling->buffer + filling->used, mock_version(), record, start, end);
	filling->used += mock_stride(mock_version(), record->kind);
	filling->records++;
	filling->running += record->is_running;
	mock.waiting++;
	has_full = mock.full != NULL;
	pthread_mutex_unlock(&mock.lock);
	if (has_full)
		deliver();
}

bool mock_is_recorded(int kind)
{
	bool is_recorded;

	pthread_mutex_lock(&mock.lock);
	is_recorded = mock.enabled[kind];
	pthread_mutex_unlock(&mock.lock);
	return is_recorded;
}

void mock_finish(void)
{
	const uint64_t times[2] = { 1000, 2000 }; /* start, end */

	pthread_mutex_lock(&mock.lock);
	for (struct filling *filling = mock.filling; filling != NULL; filling = filling->next) {
		for (size_t at = 0; at < filling->used && filling->running > 0;) {
			uint8_t *record = filling->buffer + at;

			at += mock_stride(mock_version(), (int)record_u32(record, 0));
			if (record_u64(record, KERNEL_START) != 0)
				continue;
			memcpy(record + KERNEL_START, times, sizeof(times));
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
	mock.deliver = strdup(how); /* never freed: a thread may compare it */
}

void mock_set_correlation(uint32_t next)
{
	pthread_mutex_lock(&mock.lock);
	mock.correlation = next;
	pthread_mutex_unlock(&mock.lock);
}

static void notify_resource(uint32_t cbid, const struct cupti_graph_data *data)
{
	/* the descriptor is only read */
	struct cupti_resource_data resource = { .descriptor = (void *)(uintptr_t)data };

	notify(CUPTI_RESOURCE, cbid, &resource);
}

static void end_cuda(void)
{
	mock.has_ended = true;
}

void mock_cuda_started(void)
{
	atexit(end_cuda);
	notify(CUPTI_RESOURCE, CUPTI_INIT_FINISHED, NULL); /* as CUPTI 13.0 does */
}

void mock_graph_node(uint64_t node, uint64_t original, uint32_t graph, bool copied_first)
{
	const struct cupti_graph_data created = {
		.graph = (void *)(uintptr_t)graph,
		.node = (void *)(uintptr_t)node,
	};
	struct cupti_graph_data cloned = created;

	cloned.original_node = (void *)(uintptr_t)original;
	pthread_mutex_lock(&mock.lock);
	if (!mock.enabled[CUPTI_CONCURRENT_KERNEL] && mock.unseen_count < 64)
		mock.unseen[mock.unseen_count++] = node;
	pthread_mutex_unlock(&mock.lock);
	if (original != 0 && copied_first)
		notify_resource(CUPTI_GRAPHNODE_CLONED, &cloned);
	notify_resource(CUPTI_GRAPHNODE_CREATED, &created);
	if (original != 0 && !copied_first)
		notify_resource(CUPTI_GRAPHNODE_CLONED, &cloned);
}

void mock_graph_exec_destroy(uint32_t graph)
{
	const struct cupti_graph_data data = { .graph_exec = (void *)(uintptr_t)graph };

	notify_resource(CUPTI_GRAPHEXEC_DESTROY_STARTING, &data);
}

void mock_context_destroy(void)
{
	pthread_mutex_lock(&mock.lock);
	set_all_full(true);
	pthread_mutex_unlock(&mock.lock);
	hand_over(take_full());
}

size_t mock_waiting(void)
{
	size_t waiting;

	pthread_mutex_lock(&mock.lock);
	waiting = mock.waiting;
	pthread_mutex_unlock(&mock.lock);
	return waiting;
}

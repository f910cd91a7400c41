#include "capture/program/window.h"

#include <inttypes.h>
#include <stdio.h>

#include "capture/clock.h"
#include "capture/program/threads.h"
#include "capture/recorder.h"

static void set_state(struct window *window, uint32_t bit, bool is_set)
{
	if (is_set)
		atomic_fetch_or_explicit(&window->state, bit, memory_order_relaxed);
	else
		atomic_fetch_and_explicit(&window->state, ~bit, memory_order_relaxed);
}

/* With the lock: apply the fields. CUPTI must record before the first launch that counts. */
static void update(struct window *window)
{
	bool may = window->is_started && !window->is_delayed && !window->has_ended;
	bool on = may && window->is_wanted;
	bool early =
		may && !on && window->on_ns == 0 && window_keeps_early(&window->recorder->config);

	if ((on || early) && !window->is_recording)
		window->is_recording = window->record(window->record_context, true);
	set_state(window, WINDOW_EARLY, early);
	if (on == window_is_on(window))
		return;
	if (on)
		window->on_ns = clock_ns();
	else
		window->off_ns = clock_ns();
	set_state(window, WINDOW_ON, on);
	if (!on)
		recorder_wake(window->recorder);
}

static void end_for_good(struct window *window)
{
	window->has_ended = true;
	window->number = 0;
	window->off_ns = clock_ns();
	set_state(window, WINDOW_WATCHING, false);
	update(window);
	recorder_wake(window->recorder);
}

/* With the lock. */
static void set_up(struct window *window)
{
	const struct config *config = &window->recorder->config;

	window->is_delayed = config->delay_ns > 0;
	window->skip = window->asked > 0 ? 0 : config->skip_steps;
	window->count = window->asked > 0 ? window->asked : config->steps;
	window->is_wanted = config->range == CAPTURE_ALWAYS && window->count == 0;
	set_state(window, WINDOW_WATCHING, window->count > 0 || config->range == CAPTURE_NVTX);
}

void window_init(struct window *window, struct recorder *recorder)
{
	window->recorder = recorder;
	window->lock = window->mark_lock = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;
	set_up(window);
}

void window_reset(struct window *window)
{
	pthread_mutex_lock(&window->lock);
	window->is_started = window->has_ended = false;
	window->is_in_step = window->has_step_marks = false;
	window->step_range = NULL;
	window->step_thread = window->capture_thread = NULL;
	window->steps = window->number = window->rounds = 0;
	window->on_ns = window->off_ns = 0;
	window->early_ranges = 0;
	memset(window->names, 0, sizeof(window->names));
	window->step = (struct step_mark){ 0 };
	window->launching = 0;
	atomic_store(&window->mark_count, 0);
	set_state(window, WINDOW_MARK, false);
	set_up(window);
	pthread_mutex_unlock(&window->lock);
}

bool window_ask(struct window *window, uint64_t steps, uint64_t from)
{
	bool is_early;

	pthread_mutex_lock(&window->lock);
	is_early = from == 0 || from == WINDOW_WAIT || window->number < from;
	if (is_early) {
		window->asked = window->count = steps;
		window->from = from;
	}
	pthread_mutex_unlock(&window->lock);
	return is_early;
}

void window_start(struct window *window, window_record *record, void *context, bool is_early)
{
	pthread_mutex_lock(&window->lock);
	window->record = record;
	window->record_context = context;
	window->is_started = true;
	if (is_early)
		window->is_recording = window->record(window->record_context, true);
	update(window);
	pthread_mutex_unlock(&window->lock);
}

/* --- steps ----------------------------------------------------------------------------------- */

/* With the lock: the next launch is the first in a step, or after it. */
static void await_mark(struct window *window, const struct step_mark *mark)
{
	pthread_mutex_lock(&window->mark_lock);
	window->next = *mark;
	set_state(window, WINDOW_MARK, !recorder_is_trace(window->recorder));
	pthread_mutex_unlock(&window->mark_lock);
}

/* With the lock: a step that is captured begins. Numbers as in collapse/plan/train_steps.c. */
static void begin_step(struct window *window, uint64_t named)
{
	struct step_mark *step = &window->step;

	if (step->nth == 0)
		step->number = named;
	else
		step->number += named > window->named ? named - window->named : 1;
	step->nth++;
	window->named = named;
	await_mark(window, step);
}

void window_mark(struct window *window, uint32_t correlation)
{
	pthread_mutex_lock(&window->mark_lock);
	if ((window_state(window) & WINDOW_MARK) != 0) {
		uint64_t at = atomic_fetch_add(&window->mark_count, 1);

		window->next.correlation = correlation;
		window->next.nth = window->next.nth > 0 ? ++window->launching : 0;
		window->step_marks[at % STEP_MARKS] = window->next;
		set_state(window, WINDOW_MARK, false);
	}
	pthread_mutex_unlock(&window->mark_lock);
}

bool window_get_mark(struct window *window, uint64_t at, struct step_mark *mark)
{
	uint64_t count;

	pthread_mutex_lock(&window->mark_lock);
	count = atomic_load(&window->mark_count);
	*mark = window->step_marks[at % STEP_MARKS];
	pthread_mutex_unlock(&window->mark_lock);
	return at < count && count - at <= STEP_MARKS;
}

/* With the lock: one more step begins. */
static unsigned count_step(struct window *window, uint64_t number)
{
	bool is_before = window->from > number && window->on_ns == 0;

	if (is_before && number < window->number) {
		end_for_good(window);
		window->number = WINDOW_WAIT;
		return WATCH_NONE;
	}
	window->steps++;
	window->number = number;
	if (is_before)
		window->skip = window->steps;
	if (window->steps > window->skip && window->steps - window->skip > window->count) {
		end_for_good(window);
		return WATCH_NONE;
	}
	if (window->steps == window->skip + 1) {
		window->is_wanted = true;
		update(window);
	}
	return WATCH_STEP;
}

/* The first pattern of a step that the name matches; NULL: it is none. */
static const char *find_pattern(const struct window *window, const char *text, uint64_t *number)
{
	const struct config_list *list = &window->recorder->config.step_ranges;

	for (size_t i = 0; i < list->count; i++) {
		const char *item = list->items[i];

		/* nearly all names differ in their first letter from all of them */
		if ((item[0] == text[0] || item[0] < 'A' || item[0] == '\\') &&
			config_pattern_matches(item, text, strlen(text), number))
			return item;
	}
	return NULL;
}

/*
 * Only the pattern that the first step matched counts from then on, on the same
 * thread: steps may contain ranges that look like steps.
 */
static unsigned match_step(struct window *window, const struct thread *thread, const char *text)
{
	unsigned watch = WATCH_STEP;
	uint64_t number;

	if (window->is_in_step)
		return WATCH_NONE;
	if (window->step_range == NULL) {
		window->step_range = find_pattern(window, text, &number);
		window->step_thread = thread;
	}
	if (window->step_range == NULL || window->step_thread != thread ||
		!config_pattern_matches(window->step_range, text, strlen(text), &number))
		return WATCH_NONE;
	if (window->count > 0)
		watch = count_step(window, number);
	else
		window->steps++;
	window->is_in_step = watch == WATCH_STEP;
	if (window->is_in_step && window_is_on(window))
		begin_step(window, number);
	return watch;
}

unsigned window_step_begins(struct window *window, const struct thread *thread, const char *text)
{
	unsigned watch = WATCH_NONE;
	uint64_t number;

	if (recorder_is_trace(window->recorder) || find_pattern(window, text, &number) == NULL)
		return WATCH_NONE;
	pthread_mutex_lock(&window->lock);
	if (window->count == 0 && !window->has_ended)
		watch = match_step(window, thread, text);
	pthread_mutex_unlock(&window->lock);
	return watch;
}

bool window_keeps_early(const struct config *config)
{
	return config->steps > 0 && config->mode == MODE_FOLD;
}

/* What --step-range would match the name by. */
static void make_pattern(const char *text, char pattern[WINDOW_NAME])
{
	size_t len = 0;

	for (; *text != '\0' && len + 3 < WINDOW_NAME; text++) {
		bool is_number = *text >= '0' && *text <= '9';

		if (is_number && len > 0 && pattern[len - 1] == '#' && text[-1] != '#')
			continue;
		if (*text == '#' || *text == ',')
			pattern[len++] = *text;
		pattern[len++] = is_number ? '#' : *text;
	}
	pattern[len] = '\0';
}

/* With the lock, while there is no step: which ranges begin again and again. */
static void count_name(struct window *window, uint32_t depth, const char *text)
{
	struct window_name *names = window->names;
	char pattern[WINDOW_NAME];
	size_t at = 0;

	make_pattern(text, pattern);
	while (at < WINDOW_NAMES && names[at].count > 0 && strcmp(names[at].pattern, pattern) != 0)
		at++;
	if (at == WINDOW_NAMES)
		return;
	if (names[at].count == 0) {
		for (; at > 0 && names[at - 1].depth > depth; at--)
			names[at] = names[at - 1];
		names[at] = (struct window_name){ .depth = depth };
		memcpy(names[at].pattern, pattern, sizeof(pattern));
	}
	names[at].count++;
}

static void describe_repeated(const struct window *window, char *text, size_t size)
{
	int len = 0, said = 0;

	for (size_t i = 0; i < WINDOW_NAMES && said < 3; i++) {
		const struct window_name *name = &window->names[i];

		if (name->count > 1)
			len += snprintf(text + len, size - (size_t)len,
				"%s'%s' (%" PRIu32 " times)",
				said++ == 0 ? "; ranges that repeat: " : ", ", name->pattern,
				name->count);
	}
	if (said == 0)
		snprintf(text, size, "; no range repeats");
}

bool window_is_without_step(
	struct window *window, bool skipped, const char *more, char *text, size_t size)
{
	bool is_without;
	int len;

	pthread_mutex_lock(&window->lock);
	is_without = window->recorder->config.steps > 0 && window->on_ns == 0 &&
		     (skipped || window->steps == 0);
	if (is_without && window->steps == 0) {
		len = snprintf(text, size, "no step was seen%s", more);
		describe_repeated(window, text + len, size - (size_t)len);
	} else if (is_without) {
		snprintf(text, size, "%" PRIu64 " steps were seen, and --skip is %" PRIu64 "%s",
			window->steps, window->recorder->config.skip_steps, more);
	}
	pthread_mutex_unlock(&window->lock);
	return is_without;
}

static bool is_capture_range(const struct config *config, const char *domain, const char *text)
{
	if (strcmp(text, config->nvtx_range) != 0)
		return false;
	if (config->nvtx_domain == NULL)
		return domain == NULL;
	if (strcmp(config->nvtx_domain, "*") == 0)
		return true;
	return strcmp(config->nvtx_domain, domain != NULL ? domain : "default") == 0;
}

unsigned window_range_begins(
	struct window *window, const struct thread *thread, const char *domain, const char *text)
{
	const struct config *config = &window->recorder->config;
	unsigned watch = WATCH_NONE;

	pthread_mutex_lock(&window->lock);
	if (window->has_ended || window->is_delayed) {
		/* ranges that begin now do not count */
	} else if (window->count > 0) {
		if (!window->has_step_marks)
			watch = match_step(window, thread, text);
		if (window->on_ns == 0) {
			window->early_ranges++;
			count_name(window, thread->depth, text);
		}
	} else if (window->capture_thread == NULL && is_capture_range(config, domain, text)) {
		watch = WATCH_CAPTURE;
		window->capture_thread = thread;
		window->is_wanted = true;
		update(window);
	}
	pthread_mutex_unlock(&window->lock);
	return watch;
}

/* With the lock: what the window was opened for has ended. */
static void end_round(struct window *window)
{
	const struct config *config = &window->recorder->config;

	if (config->range_end == RANGE_END_NONE || !window->is_wanted)
		return;
	window->rounds++;
	window->is_wanted = false;
	if (config->range_end == RANGE_END_REPEAT &&
		(config->repeats == 0 || window->rounds < config->repeats))
		update(window);
	else
		end_for_good(window);
}

void window_end(struct window *window)
{
	pthread_mutex_lock(&window->lock);
	if (!window->has_ended)
		end_for_good(window);
	pthread_mutex_unlock(&window->lock);
}

void window_range_ends(struct window *window, unsigned watch)
{
	pthread_mutex_lock(&window->lock);
	if ((watch & WATCH_STEP) != 0) {
		window->is_in_step = false;
		if (window->step.nth > 0)
			await_mark(window, &(struct step_mark){ 0 });
		if (window->steps > window->skip && window->steps - window->skip == window->count &&
			!window->has_ended)
			end_for_good(window);
	}
	if ((watch & WATCH_CAPTURE) != 0) {
		window->capture_thread = NULL;
		end_round(window);
	}
	pthread_mutex_unlock(&window->lock);
}

void window_profiler(struct window *window, bool start)
{
	if (window->recorder->config.range != CAPTURE_CUDA_PROFILER_API)
		return;
	pthread_mutex_lock(&window->lock);
	if (!start) {
		end_round(window);
	} else if (!window->is_delayed) {
		window->is_wanted = true;
		update(window);
	}
	pthread_mutex_unlock(&window->lock);
}

void window_api(struct window *window, bool start)
{
	pthread_mutex_lock(&window->lock);
	window->is_wanted = start;
	update(window);
	pthread_mutex_unlock(&window->lock);
}

void window_step(struct window *window)
{
	pthread_mutex_lock(&window->lock);
	window->marks++;
	if (window->count > 0 && !recorder_is_off(window->recorder) && !window->has_ended &&
		!window->is_delayed && window->step_range == NULL) {
		window->has_step_marks = true;
		count_step(window, window->marks);
	}
	pthread_mutex_unlock(&window->lock);
}

void window_tick(struct window *window, int64_t now)
{
	const struct config *config = &window->recorder->config;

	pthread_mutex_lock(&window->lock);
	if (window->is_delayed && now - window->recorder->begun_ns >= (int64_t)config->delay_ns) {
		window->is_delayed = false;
		update(window);
	}
	if (config->duration_ns > 0 && window_is_on(window) &&
		now - window->on_ns >= (int64_t)config->duration_ns)
		end_for_good(window);
	pthread_mutex_unlock(&window->lock);
}

struct window_now window_now(struct window *window)
{
	struct window_now now;

	pthread_mutex_lock(&window->lock);
	now = (struct window_now){
		.has_ended = window->has_ended,
		.is_waiting = window->from > 0 && window->on_ns == 0 && !window->has_ended,
		.off_ns = window->off_ns,
		.steps = window->steps > window->skip ? window->steps - window->skip : 0,
		.number = window->number,
		.early_ranges = window->early_ranges,
	};
	if (window->count > 0 && now.steps > window->count)
		now.steps = window->count;
	pthread_mutex_unlock(&window->lock);
	return now;
}

void window_stop_recording(struct window *window)
{
	bool stops;

	pthread_mutex_lock(&window->lock);
	/* ended for good: no thread starts recording again */
	stops = window->is_recording && window->has_ended;
	window->is_recording &= !stops;
	pthread_mutex_unlock(&window->lock);
	/* Without the lock: CUPTI of CUDA 13.0 and before may hang here, which must not block the
	 * program. */
	if (stops)
		(void)window->record(window->record_context, false);
}

#include "cmd/meter.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/utf8.h"

/* Together under 80 columns: a wrapped line cannot be erased. */
enum { BAR_WIDTH = 20, NAME_WIDTH = 35 };

/* "[####    ] 42 %, 12 s left"; of a pipe, whose end nobody knows, "345 MB" */
static void draw(const struct meter *meter, uint64_t done, uint64_t total, int64_t ms)
{
	int filled = meter->shown_part * BAR_WIDTH / 100;

	if (total == 0) {
		fprintf(stderr, "%d MB", meter->shown_part);
		return;
	}
	fprintf(stderr, "[%.*s%*s] %d %%", filled, "####################", BAR_WIDTH - filled, "",
		meter->shown_part);
	if (ms >= 3000 && done > 0)
		fprintf(stderr, ", %.0f s left",
			(double)ms / 1e3 * (double)(total - done) / (double)done);
}

static void tick(struct progress *progress, uint64_t done, uint64_t total)
{
	struct meter *meter = (struct meter *)(void *)progress;
	struct timespec now;
	int64_t ms;
	int part;
	char name[256];

	/* what is known of a pipe is what was read */
	meter->has_end |= total > done;
	total = meter->has_end ? total : 0;
	part = total == 0 ? (int)(done >> 20) : total > done ? (int)(done * 100 / total) : 99;
	if (!meter->wanted || part == meter->shown_part)
		return;
	clock_gettime(CLOCK_MONOTONIC, &now);
	ms = (now.tv_sec - meter->begun.tv_sec) * 1000 +
	     (now.tv_nsec - meter->begun.tv_nsec) / 1000000;
	if (ms < 1000)
		return;
	meter->shown_part = part;
	snprintf(name, sizeof(name), "%s", meter->what);
	err_defang(name);
	name[utf8_begin(name, strlen(name), NAME_WIDTH)] = '\0';
	pthread_mutex_lock(&meter->lock);
	meter->shown = true;
	fprintf(stderr, "\r%s ", name);
	draw(meter, done, total, ms);
	fputs("\033[K", stderr);
	fflush(stderr);
	pthread_mutex_unlock(&meter->lock);
}

void meter_init(struct meter *meter, bool quiet)
{
	const char *term = getenv("TERM");

	*meter = (struct meter){
		.progress.tick = tick,
		.wanted = !quiet && isatty(STDERR_FILENO) == 1 &&
			  (term == NULL || strcmp(term, "dumb") != 0),
		.lock = PTHREAD_MUTEX_INITIALIZER,
	};
}

void meter_begin(struct progress *progress, const char *what)
{
	struct meter *meter = (struct meter *)(void *)progress;
	const char *slash = strrchr(what, '/');

	meter->what = slash != NULL ? slash + 1 : what;
	meter->shown_part = -1;
	meter->has_end = false;
	clock_gettime(CLOCK_MONOTONIC, &meter->begun);
}

void meter_end(struct progress *progress)
{
	struct meter *meter = (struct meter *)(void *)progress;

	pthread_mutex_lock(&meter->lock);
	if (meter->shown)
		fputs("\r\033[K", stderr);
	meter->shown = false;
	pthread_mutex_unlock(&meter->lock);
}

void meter_skip(struct progress *progress, const struct err *err)
{
	meter_end(progress);
	fprintf(stderr, "gpuflame: skipped: %s\n", err->msg);
}

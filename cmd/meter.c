#include "cmd/meter.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/err.h"
#include "base/utf8_width.h"

/* Together under 80 columns: a wrapped line cannot be erased. */
enum { BAR_WIDTH = 30, NAME_WIDTH = 40 };

static void tick(struct progress *progress, uint64_t done, uint64_t total)
{
	struct meter *meter = (struct meter *)(void *)progress;
	struct timespec now;
	int percent = total > done ? (int)(done * 100 / total) : 99;
	int filled = percent * BAR_WIDTH / 100;
	char name[256];

	if (!meter->wanted || percent == meter->percent)
		return;
	clock_gettime(CLOCK_MONOTONIC, &now);
	if ((now.tv_sec - meter->begun.tv_sec) * 1000 +
			(now.tv_nsec - meter->begun.tv_nsec) / 1000000 <
		1000)
		return;
	meter->percent = percent;
	snprintf(name, sizeof(name), "%s", meter->what);
	err_defang(name);
	name[utf8_begin(name, strlen(name), NAME_WIDTH)] = '\0';
	pthread_mutex_lock(&meter->lock);
	meter->shown = true;
	fprintf(stderr, "\r%s [%.*s%*s] %d %%\033[K", name, filled,
		"##############################", BAR_WIDTH - filled, "", percent);
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

void meter_begin(struct meter *meter, const char *what)
{
	const char *slash = strrchr(what, '/');

	meter->what = slash != NULL ? slash + 1 : what;
	meter->percent = -1;
	clock_gettime(CLOCK_MONOTONIC, &meter->begun);
}

void meter_end(struct meter *meter)
{
	pthread_mutex_lock(&meter->lock);
	if (meter->shown)
		fputs("\r\033[K", stderr);
	meter->shown = false;
	pthread_mutex_unlock(&meter->lock);
}

void meter_begin_file(struct progress *progress, const char *file)
{
	meter_begin((struct meter *)progress, file);
}

void meter_end_files(struct progress *progress)
{
	meter_end((struct meter *)progress);
}

void meter_skip_file(struct progress *progress, const struct err *err)
{
	meter_end((struct meter *)progress);
	fprintf(stderr, "gpuflame: skipped: %s\n", err->msg);
}

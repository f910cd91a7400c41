#include "cmd/meter.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/err.h"

enum { BAR_WIDTH = 30 };

static void tick(struct progress *progress, uint64_t done, uint64_t total)
{
	struct meter *meter = (struct meter *)(void *)progress;
	struct timespec now;
	int percent = total > done ? (int)(done * 100 / total) : 99;
	int filled = percent * BAR_WIDTH / 100;
	char name[64];

	if (!meter->wanted || percent == meter->percent)
		return;
	clock_gettime(CLOCK_MONOTONIC, &now);
	if ((now.tv_sec - meter->begun.tv_sec) * 1000 +
			(now.tv_nsec - meter->begun.tv_nsec) / 1000000 <
		1000)
		return;
	meter->percent = percent;
	meter->shown = true;
	snprintf(name, sizeof(name), "%.40s", meter->what);
	err_defang(name);
	fprintf(stderr, "\r%s [%.*s%*s] %d %%", name, filled, "##############################",
		BAR_WIDTH - filled, "", percent);
	fflush(stderr);
}

void meter_init(struct meter *meter, bool quiet)
{
	*meter = (struct meter){ .progress.tick = tick,
		.wanted = !quiet && isatty(STDERR_FILENO) == 1 };
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
	if (meter->shown)
		fputs("\r\033[K", stderr);
	meter->shown = false;
}

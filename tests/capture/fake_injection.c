/*
 * A stand-in for libgpuflame.so: loaded as that is, it reads the same variables,
 * writes a file and reports to the status file, and captures nothing, so that
 * `gpuflame record` can be tested where there is no CUDA. What it reports comes
 * from the environment:
 *   FAKE_OPS, FAKE_NS, FAKE_RANGES, FAKE_DROPPED   figures
 *   FAKE_FAIL=MESSAGE                              report that, and write no file
 *   FAKE_DIES=1                                    never report the end
 *   FAKE_TORN=1                                    report half a line first
 *   FAKE_CONTENT=FILE                              what the file gets: FILE's bytes
 */
#define _GNU_SOURCE /* gethostname */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <unistd.h>

#include "capture/config.h"
#include "capture/job.h"
#include "capture/output_path.h"
#include "capture/status.h"

int InitializeInjection(void);
int InitializeInjectionNvtx2(void *get_export_table);
void fake_finish(void);

static struct {
	struct config config;
	struct job_place job;
	char path[PATH_MAX];
	bool is_open;
} fake;

static uint64_t number(const char *name)
{
	const char *value = getenv(name);

	return value != NULL ? strtoull(value, NULL, 10) : 0;
}

static void report(enum status_kind kind, const char *text)
{
	struct status status = {
		.kind = kind,
		.pid = getpid(),
		.rank = fake.job.rank != NULL ? fake.job.rank : "-",
		.text = text,
	};
	char line[STATUS_LINE_SIZE];
	size_t len;
	int fd;

	if (kind == STATUS_DONE) {
		status.ops = number("FAKE_OPS");
		status.ns = number("FAKE_NS");
		status.ranges = number("FAKE_RANGES");
		status.dropped = number("FAKE_DROPPED");
	}
	len = status_format(&status, line);
	fd = open(fake.config.status, O_WRONLY | O_APPEND | O_CLOEXEC);
	if (fd < 0 || write(fd, line, len) != (ssize_t)len)
		abort();
	close(fd);
}

void fake_finish(void)
{
	if (!fake.is_open || getenv("FAKE_DIES") != NULL)
		return;
	fake.is_open = false;
	report(STATUS_DONE, fake.path);
}

static int open_file(void)
{
	bool counts = output_path_has(fake.config.output, 'n');
	char host[64] = "", text[24];
	struct output_place place = { .host = host, .pid = getpid(), .get = config_getenv };
	int fd;

	gethostname(host, sizeof(host) - 1);
	place.rank = fake.job.rank;
	place.has_more_ranks = job_has_more_ranks(&fake.job);
	do {
		struct err err = { 0 };

		if (!output_path_expand(
			    fake.config.output, &place, fake.path, sizeof(fake.path), NULL, &err))
			abort();
		snprintf(text, sizeof(text), "%llu", (unsigned long long)place.number);
		if (!counts && place.number > 0 &&
			!output_path_insert(fake.path, sizeof(fake.path), text))
			abort();
		fd = open(fake.path,
			O_WRONLY | O_CREAT | O_CLOEXEC | (fake.config.force ? O_TRUNC : O_EXCL),
			0666);
		place.number++;
	} while (fd < 0 && errno == EEXIST);
	return fd;
}

static void write_content(int fd)
{
	const char *path = getenv("FAKE_CONTENT");
	FILE *file = path != NULL ? fopen(path, "r") : NULL;
	char bytes[4096];
	size_t len = 0;

	while (file != NULL && (len = fread(bytes, 1, sizeof(bytes), file)) > 0) {
		if (write(fd, bytes, len) != (ssize_t)len)
			abort();
	}
	if (file != NULL)
		fclose(file);
}

static void report_torn(void)
{
	int fd = open(fake.config.status, O_WRONLY | O_APPEND | O_CLOEXEC);

	if (fd < 0 || write(fd, "open\t12\n", 8) != 8)
		abort();
	close(fd);
}

int InitializeInjection(void)
{
	struct err err = { 0 };
	const char *fail = getenv("FAKE_FAIL");
	int fd;

	if (fake.is_open)
		return 1;
	if (!config_read(&fake.config, config_getenv, NULL, &err) || fake.config.status == NULL)
		abort();
	job_read(&fake.job, config_getenv, NULL);
	if (getenv("FAKE_TORN") != NULL)
		report_torn();
	fd = fail == NULL ? open_file() : -1;
	if (fd < 0) {
		report(STATUS_FAIL, fail != NULL ? fail : "cannot create the file");
		return 1;
	}
	write_content(fd);
	close(fd);
	fake.is_open = true;
	report(STATUS_OPEN, fake.path);
	atexit(fake_finish);
	return 1;
}

int InitializeInjectionNvtx2(UNUSED void *get_export_table)
{
	return 1;
}

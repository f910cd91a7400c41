#include "collapse/input/gzip.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <zlib.h>

enum { BUFFER_SIZE = 1 << 16, GZIP_ONLY = 16 };

/* Not gzread(): some versions of zlib do not notice there that a stream is truncated. */
struct inflater {
	z_stream stream;
	bool at_member;            /* nothing of the next member has been inflated yet */
	char ahead[GZIP_PEEK_MAX]; /* inflated by gzip_peek(), for gzip_read() to return */
	size_t ahead_len, ahead_at;
	unsigned char buffer[BUFFER_SIZE];
};

static bool read_file(struct gzip *gzip, void *bytes, size_t size, size_t *len, struct err *err)
{
	ssize_t got;

	do
		got = read(gzip->fd, bytes, size);
	while (got < 0 && errno == EINTR);
	if (got < 0)
		return err_set_errno(err, errno, "cannot read '%s'", gzip->path);
	*len = (size_t)got;
	gzip->done += *len;
	return true;
}

/* Read more when no input is left to inflate; *end is whether the file has ended. */
static bool fill(struct gzip *gzip, bool *end, struct err *err)
{
	struct inflater *inflater = gzip->inflater;
	z_stream *stream = &inflater->stream;
	size_t len;

	*end = false;
	if (stream->avail_in > 0)
		return true;
	if (!read_file(gzip, inflater->buffer, BUFFER_SIZE, &len, err))
		return false;
	stream->next_in = inflater->buffer;
	stream->avail_in = (unsigned)len;
	*end = len == 0;
	return true;
}

static bool begins_member(const unsigned char *bytes, size_t len)
{
	static const unsigned char magic[] = { 0x1f, 0x8b };

	return memcmp(bytes, magic, len < sizeof(magic) ? len : sizeof(magic)) == 0;
}

static bool begin(struct gzip *gzip, struct err *err)
{
	unsigned char head[2];
	struct stat status;

	if (fstat(gzip->fd, &status) == 0 && status.st_size > 0)
		gzip->size = (uint64_t)status.st_size;
	if (pread(gzip->fd, head, sizeof(head), 0) != sizeof(head) ||
		!begins_member(head, sizeof(head)))
		return true;
	gzip->inflater = calloc(1, sizeof(*gzip->inflater));
	if (gzip->inflater == NULL)
		return err_nomem(err);
	gzip->inflater->at_member = true;
	if (inflateInit2(&gzip->inflater->stream, MAX_WBITS + GZIP_ONLY) == Z_OK)
		return true;
	free(gzip->inflater);
	gzip->inflater = NULL;
	return err_nomem(err);
}

void gzip_close(struct gzip *gzip)
{
	if (gzip->inflater != NULL)
		inflateEnd(&gzip->inflater->stream);
	free(gzip->inflater);
	if (gzip->fd >= 0)
		close(gzip->fd);
	*gzip = (struct gzip){ .fd = -1 };
}

bool gzip_open(struct gzip *gzip, const char *path, struct err *err)
{
	*gzip = (struct gzip){ .fd = open(path, O_RDONLY | O_CLOEXEC), .path = path };
	if (gzip->fd < 0)
		return err_set_errno(err, errno, "cannot open '%s'", path);
	if (begin(gzip, err))
		return true;
	gzip_close(gzip);
	return false;
}

static bool check_inflated(struct gzip *gzip, int code, struct err *err)
{
	switch (code) {
	case Z_OK:
	case Z_BUF_ERROR: /* no room, or more input needed: neither is final */
		gzip->inflater->at_member = false;
		return true;
	case Z_STREAM_END:
		gzip->inflater->at_member = true;
		return inflateReset(&gzip->inflater->stream) == Z_OK || err_nomem(err);
	case Z_MEM_ERROR:
		return err_nomem(err);
	default:
		return err_set(
			err, ERR_FORMAT, "cannot read '%s': its gzip data is damaged", gzip->path);
	}
}

/*
 * Members follow one another; a file that ends within one, or has other data after one, is
 * damaged.
 */
static bool inflate_some(struct gzip *gzip, bool *end, struct err *err)
{
	struct inflater *inflater = gzip->inflater;
	z_stream *stream = &inflater->stream;

	if (!fill(gzip, end, err))
		return false;
	if (*end)
		return inflater->at_member ||
		       err_set(err, ERR_FORMAT,
			       "cannot read '%s': its gzip data is truncated; was the copy "
			       "cut short?",
			       gzip->path);
	if (inflater->at_member && !begins_member(stream->next_in, stream->avail_in))
		return err_set(err, ERR_FORMAT,
			"cannot read '%s': its gzip data is followed by something else",
			gzip->path);
	return check_inflated(gzip, inflate(stream, Z_NO_FLUSH), err);
}

static bool inflate_bytes(struct gzip *gzip, char *bytes, size_t size, size_t *len, struct err *err)
{
	z_stream *stream = &gzip->inflater->stream;
	bool end = false;

	stream->next_out = (unsigned char *)bytes;
	stream->avail_out = (unsigned)size;
	while (stream->avail_out > 0 && !end) {
		if (!inflate_some(gzip, &end, err))
			return false;
	}
	*len = size - stream->avail_out;
	return true;
}

bool gzip_read(struct gzip *gzip, char *bytes, size_t size, size_t *len, struct err *err)
{
	struct inflater *inflater = gzip->inflater;
	size_t ahead;

	assert(size <= INT_MAX);
	if (inflater == NULL)
		return read_file(gzip, bytes, size, len, err);
	ahead = inflater->ahead_len - inflater->ahead_at;
	if (ahead > size)
		ahead = size;
	memcpy(bytes, inflater->ahead + inflater->ahead_at, ahead);
	inflater->ahead_at += ahead;
	if (!inflate_bytes(gzip, bytes + ahead, size - ahead, len, err))
		return false;
	*len += ahead;
	return true;
}

bool gzip_peek(struct gzip *gzip, char *bytes, size_t size, size_t *len, struct err *err)
{
	struct inflater *inflater = gzip->inflater;
	ssize_t got;

	assert(size <= GZIP_PEEK_MAX);
	if (inflater == NULL) {
		got = pread(gzip->fd, bytes, size, 0);
		*len = got > 0 ? (size_t)got : 0;
		return got >= 0 || err_set_errno(err, errno, "cannot read '%s'", gzip->path);
	}
	assert(inflater->ahead_len == 0);
	if (!inflate_bytes(gzip, inflater->ahead, size, len, err))
		return false;
	inflater->ahead_len = *len;
	memcpy(bytes, inflater->ahead, *len);
	return true;
}

void gzip_progress(const struct gzip *gzip, uint64_t *done, uint64_t *total)
{
	*done = gzip->done;
	if (gzip->inflater != NULL)
		*done -= gzip->inflater->stream.avail_in;
	*total = gzip->size > *done ? gzip->size : *done;
}

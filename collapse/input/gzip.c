#include "collapse/input/gzip.h"

#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <sys/stat.h>

#include <zlib.h>

/* Half of what the reader of large traces asks for at once: zlib then needs no copy of its own. */
enum { BUFFER_SIZE = 1 << 16 };

bool gzip_open(struct gzip *gzip, const char *path, struct err *err)
{
	struct stat status;

	errno = 0;
	*gzip = (struct gzip){ .file = gzopen(path, "rbe"), .path = path };
	if (gzip->file == NULL)
		return errno != 0 ? err_set_errno(err, errno, "cannot open '%s'", path)
				  : err_nomem(err);
	gzbuffer(gzip->file, BUFFER_SIZE);
	if (stat(path, &status) == 0 && status.st_size > 0)
		gzip->size = (uint64_t)status.st_size;
	return true;
}

void gzip_close(struct gzip *gzip)
{
	gzclose_r(gzip->file);
	gzip->file = NULL;
}

bool gzip_read(struct gzip *gzip, char *bytes, size_t size, size_t *len, struct err *err)
{
	int got, code;

	assert(size <= INT_MAX);
	errno = 0;
	got = gzread(gzip->file, bytes, (unsigned)size);
	if (got > 0) {
		*len = (size_t)got;
		return true;
	}
	gzerror(gzip->file, &code);
	*len = 0;
	switch (code) {
	case Z_OK:
	case Z_STREAM_END:
		return true;
	case Z_BUF_ERROR:
		return err_set(err, ERR_FORMAT,
			"cannot read '%s': its gzip data ends in the middle; was the copy cut "
			"short?",
			gzip->path);
	case Z_MEM_ERROR:
		return err_nomem(err);
	case Z_ERRNO:
		return err_set_errno(err, errno, "cannot read '%s'", gzip->path);
	default:
		return err_set(
			err, ERR_FORMAT, "cannot read '%s': its gzip data is damaged", gzip->path);
	}
}

void gzip_progress(const struct gzip *gzip, uint64_t *done, uint64_t *total)
{
	z_off_t offset = gzoffset(gzip->file);

	*done = offset > 0 ? (uint64_t)offset : 0;
	*total = gzip->size > *done ? gzip->size : *done;
}

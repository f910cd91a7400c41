#include "collapse/input/bytes.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/private_file.h"
#include "collapse/input/codec.h"
#include "collapse/model/input_format.h"

enum { BUFFER_SIZE = 1 << 16 };

struct unpacker {
	const struct codec *codec;
	void *state;
	bool at_member;            /* nothing of the next member has been unpacked yet */
	uint64_t unpacked;         /* bytes so far */
	const unsigned char *next; /* in `buffer` */
	size_t left;
	unsigned char buffer[BUFFER_SIZE];
};

static const struct codec *const codecs[] = {
	&codec_gzip,
#ifdef HAVE_ZSTD
	&codec_zstd,
#endif
};

/* What cannot be read is named, or it would pass for text. '?' is any byte. */
#define MAGIC(text) (text), sizeof(text) - 1
static const struct foreign {
	const char *magic;
	size_t len;
	const char *what;
} foreign[] = {
	{ MAGIC("PK\3\4"), "it is a zip archive: unpack it first (unzip)" },
	{ MAGIC("\xfd\x37zXZ"), "it is compressed by xz: unpack it first (unxz)" },
	{ MAGIC("BZh?1AY&SY"), "it is compressed by bzip2: unpack it first (bunzip2)" },
	{ MAGIC("\x28\xb5\x2f\xfd"),
		"it is compressed by zstd, and this gpuflame was built without libzstd: unpack it "
		"first (zstd -d)" },
	{ MAGIC("\xff\xfe"), "it is UTF-16: convert it first (iconv -f UTF-16 -t UTF-8)" },
	{ MAGIC("\xfe\xff"), "it is UTF-16: convert it first (iconv -f UTF-16 -t UTF-8)" },
	{ MAGIC("PERFILE2"), "it is a recording of perf: 'perf script -i FILE | "
			     "stackcollapse-perf.pl' folds it" },
	{ MAGIC("NVR\0"),
		"it is a report of Nsight Compute, of single kernels: gpuflame reads those "
		"of Nsight Systems (nsys)" },
	{ MAGIC("\177ELF"), "it is a program or a library: 'gpuflame record -o run.gpuflame -- "
			    "PROGRAM' records a run of one" },
	{ MAGIC("\x89PNG"), "it is a PNG picture: of pictures gpuflame reads flame graphs in SVG" },
	{ MAGIC("%PDF-"), "it is PDF: of pictures gpuflame reads flame graphs in SVG" },
};

/* --- the bytes of the file ---------------------------------------------------------- */

static bool read_file(struct bytes *source, char *bytes, size_t size, size_t *len, struct err *err)
{
	ssize_t got;

	do
		got = read(source->fd, bytes, size);
	while (got < 0 && errno == EINTR);
	if (got < 0)
		return err_set_errno(err, errno, "cannot read '%s'", source->path);
	*len = (size_t)got;
	source->done += *len;
	return true;
}

static bool is_stdin(const char *path)
{
	return strcmp(path, "-") == 0;
}

static bool has_name(const struct stat *status)
{
	return S_ISREG(status->st_mode) && status->st_nlink > 0;
}

/* A file that standard input is of is read from its beginning, as one that is opened. */
static int open_path(const char *path)
{
	int fd = is_stdin(path) ? fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0)
				: open(path, O_RDONLY | O_CLOEXEC);

	if (fd >= 0 && is_stdin(path))
		(void)lseek(fd, 0, SEEK_SET); /* a pipe has none */
	return fd;
}

/* --- opening ------------------------------------------------------------------------ */

static void start_unpacking(struct bytes *source, const struct codec *codec)
{
	struct unpacker *unpacker = mem_must(malloc(sizeof(*unpacker)));

	unpacker->codec = codec;
	unpacker->at_member = true;
	unpacker->unpacked = 0;
	unpacker->state = codec->open();
	memcpy(unpacker->buffer, source->ahead, source->ahead_len);
	unpacker->next = unpacker->buffer;
	unpacker->left = source->ahead_len;
	source->ahead_len = 0;
	source->unpacker = unpacker;
}

static bool begins_with(const struct bytes *source, const char *magic, size_t len)
{
	for (size_t i = 0; i < len; i++) {
		if (i >= source->ahead_len || (magic[i] != '?' && source->ahead[i] != magic[i]))
			return false;
	}
	return true;
}

/* Look at the first bytes, which cannot be read twice from a pipe. */
static bool begin(struct bytes *source, struct err *err)
{
	struct stat status;
	size_t len = 1;

	if (fstat(source->fd, &status) == 0 && S_ISREG(status.st_mode))
		source->size = (uint64_t)status.st_size;
	for (; len > 0 && source->ahead_len < sizeof(source->ahead); source->ahead_len += len) {
		if (!read_file(source, source->ahead + source->ahead_len,
			    sizeof(source->ahead) - source->ahead_len, &len, err))
			return false;
	}
	for (size_t i = 0; i < ARRAY_SIZE(codecs); i++) {
		if (source->ahead_len >= codecs[i]->magic_len &&
			codecs[i]->begins(
				(const unsigned char *)source->ahead, source->ahead_len)) {
			start_unpacking(source, codecs[i]);
			return true;
		}
	}
	for (size_t i = 0; i < ARRAY_SIZE(foreign); i++) {
		if (begins_with(source, foreign[i].magic, foreign[i].len))
			return err_set(err, ERR_FORMAT, "cannot read '%s': %s", source->path,
				foreign[i].what);
	}
	return true;
}

void bytes_close(struct bytes *source)
{
	if (source->unpacker != NULL)
		source->unpacker->codec->close(source->unpacker->state);
	free(source->unpacker);
	source->unpacker = NULL;
	if (source->fd >= 0)
		close(source->fd);
	source->fd = -1;
}

bool bytes_open(struct bytes *source, const char *path, struct err *err)
{
	struct stat status;

	*source = (struct bytes){ .path = is_stdin(path) ? "<stdin>" : path };
	source->fd = open_path(path);
	if (source->fd < 0)
		return err_set_errno(err, errno, "cannot open '%s'", path);
	source->is_file = !is_stdin(path) && fstat(source->fd, &status) == 0 && has_name(&status);
	if (begin(source, err))
		return true;
	bytes_close(source);
	return false;
}

/* --- reading ------------------------------------------------------------------------ */

/* Read more when none is left to unpack; *end is whether the file has ended. */
static bool fill(struct bytes *source, bool *end, struct err *err)
{
	struct unpacker *unpacker = source->unpacker;

	*end = false;
	if (unpacker->left > 0)
		return true;
	if (!read_file(source, (char *)unpacker->buffer, BUFFER_SIZE, &unpacker->left, err))
		return false;
	unpacker->next = unpacker->buffer;
	*end = unpacker->left == 0;
	return true;
}

static bool fail_unpacking(const struct bytes *source, enum codec_status status, struct err *err)
{
	const char *name = source->unpacker->codec->name;

	if (status == CODEC_TOO_LARGE)
		return err_set(err, ERR_FORMAT,
			"cannot read '%s': its %s data needs more than 128 MiB to unpack: unpack "
			"it first (zstd -d --long=31)",
			source->path, name);
	return err_set(
		err, ERR_FORMAT, "cannot read '%s': its %s data is damaged", source->path, name);
}

/*
 * Members follow one another; a file that ends within one, or has other data after one, is
 * damaged.
 */
static bool unpack_some(struct bytes *source, struct codec_io *io, bool *end, struct err *err)
{
	struct unpacker *unpacker = source->unpacker;
	const char *name = unpacker->codec->name;
	size_t room = io->out_len;
	enum codec_status status;

	if (!fill(source, end, err))
		return false;
	if (*end && unpacker->at_member)
		return true;
	if (unpacker->at_member && !unpacker->codec->begins(unpacker->next, unpacker->left))
		return err_set(err, ERR_FORMAT,
			"cannot read '%s': its %s data is followed by something else", source->path,
			name);
	io->in = unpacker->next;
	io->in_len = unpacker->left;
	status = unpacker->codec->unpack(unpacker->state, io);
	unpacker->next = io->in;
	unpacker->left = io->in_len;
	unpacker->at_member = status == CODEC_ENDED;
	if (status > CODEC_ENDED)
		return fail_unpacking(source, status, err);
	/* without input, what it still held may have come out */
	if (*end && status == CODEC_MORE && io->out_len == room)
		return err_set(err, ERR_FORMAT,
			"cannot read '%s': its %s data is truncated; was the copy cut short?",
			source->path, name);
	*end = false;
	return true;
}

/* A small file must not take the machine's memory; traces are packed 10 or 30 times. */
static bool check_expansion(const struct bytes *source, struct err *err)
{
	enum { TIMES = 1000, MIB = 1 << 20, ANY_MIB = 64 };
	uint64_t mib = source->unpacker->unpacked / MIB;

	return mib < ANY_MIB || mib <= source->done * TIMES / MIB ||
	       err_set(err, ERR_FORMAT,
		       "cannot read '%s': it is packed to less than a %uth of its size; if you "
		       "trust it, unpack it first",
		       source->path, TIMES);
}

bool bytes_may_hold(uint64_t bytes, uint64_t count, struct err *err)
{
	enum { EACH = 10, ANY = 1 << 20 };

	return count <= ANY || count / EACH <= bytes ||
	       err_set(err, ERR_FORMAT,
		       "more than %d frames or events for each of its bytes; if you trust it, "
		       "unpack it first",
		       EACH);
}

/* NOLINTNEXTLINE(readability-non-const-parameter): written to through `io` */
static bool unpack(struct bytes *source, char *bytes, size_t size, size_t *len, struct err *err)
{
	struct codec_io io = { .out = (unsigned char *)bytes, .out_len = size };
	bool end = false;

	while (io.out_len > 0 && !end) {
		if (!unpack_some(source, &io, &end, err))
			return false;
	}
	*len = size - io.out_len;
	source->unpacker->unpacked += *len;
	return check_expansion(source, err);
}

bool bytes_read(struct bytes *source, char *bytes, size_t size, size_t *len, struct err *err)
{
	size_t ahead = source->ahead_len - source->ahead_at;

	if (ahead > size)
		ahead = size;
	memcpy(bytes, source->ahead + source->ahead_at, ahead);
	source->ahead_at += ahead;
	if (!(source->unpacker != NULL ? unpack : read_file)(
		    source, bytes + ahead, size - ahead, len, err))
		return false;
	*len += ahead;
	return true;
}

bool bytes_peek(struct bytes *source, char *bytes, size_t size, size_t *len, struct err *err)
{
	assert(size <= BYTES_PEEK_MAX && source->ahead_at == 0);
	if (source->unpacker != NULL && source->ahead_len == 0 &&
		!unpack(source, source->ahead, BYTES_PEEK_MAX, &source->ahead_len, err))
		return false;
	*len = source->ahead_len < size ? source->ahead_len : size;
	memcpy(bytes, source->ahead, *len);
	return true;
}

void bytes_progress(const struct bytes *source, uint64_t *done, uint64_t *total)
{
	*done = source->done;
	if (source->unpacker != NULL)
		*done -= source->unpacker->left;
	*total = source->size > *done ? source->size : *done;
}

/* --- copies ------------------------------------------------------------------------- */

static bool write_all(int fd, const char *bytes, size_t len)
{
	ssize_t put;

	for (; len > 0; bytes += put, len -= (size_t)put) {
		put = write(fd, bytes, len);
		if (put < 0 && errno == EINTR)
			put = 0;
		if (put < 0)
			return false;
	}
	return true;
}

static bool copy_rest(struct bytes *source, int to, const char *path, struct err *err)
{
	char bytes[BUFFER_SIZE];
	size_t len = 1;

	while (len > 0) {
		if (!bytes_read(source, bytes, sizeof(bytes), &len, err))
			return false;
		if (!write_all(to, bytes, len))
			return err_set_errno(err, errno,
				"cannot read '%s': cannot copy it to '%s' ($TMPDIR)", source->path,
				path);
	}
	return true;
}

bool bytes_next(struct bytes *source, char *bytes, size_t size, size_t *len,
	struct progress *progress, struct err *err)
{
	uint64_t done, total;

	if (!bytes_read(source, bytes, size, len, err))
		return false;
	bytes_progress(source, &done, &total);
	if (progress != NULL)
		progress->tick(progress, done, total);
	return true;
}

bool bytes_all(struct bytes *source, size_t max, struct progress *progress, unsigned char **bytes,
	size_t *count, struct err *err)
{
	enum { PIECE = 1 << 16 };
	size_t len = 1, cap = 0;

	for (*count = 0; len > 0; *count += len) {
		if (*count > max)
			return err_set(err, ERR_FORMAT,
				"cannot read '%s': it is larger than %zu MiB", source->path,
				max >> 20);
		mem_need(*bytes, cap, *count + PIECE);
		if (!bytes_next(source, (char *)*bytes + *count, PIECE, &len, progress, err))
			return false;
	}
	return true;
}

bool bytes_spool(struct bytes *source, const char *name, char **path, struct err *err)
{
	const char *label = source->path;
	int fd;

	*path = private_file_path(name, err);
	if (*path == NULL)
		return false;
	fd = open(*path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
	if (fd < 0)
		err_set_errno(err, errno, "cannot open '%s'", *path);
	else if (copy_rest(source, fd, *path, err) && lseek(fd, 0, SEEK_SET) == 0) {
		bytes_close(source);
		*source = (struct bytes){ .fd = fd, .path = label };
		if (begin(source, err))
			return true;
		fd = -1; /* it is the source's */
	}
	if (fd >= 0)
		close(fd);
	private_file_remove(*path);
	free(*path);
	*path = NULL;
	return false;
}

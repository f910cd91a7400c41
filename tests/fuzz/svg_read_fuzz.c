/*
 * Pictures of any content: reading must end in stacks, or in an error with a
 * message, in bounded memory and time. The input is SVG, or gzip of it; or, when
 * it begins with '{', the data of one of ours, as they are before deflate.
 */
#define _GNU_SOURCE /* memfd_create */
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

#include <zlib.h>

#include "collapse/stacks/stacks_reader.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* A picture of ours with this data. */
static void write_payload(const uint8_t *data, size_t size, FILE *out)
{
	static const char digits[] =
		"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
		"!#$%&()*+-;<=>?@^_`{|}~";
	uLongf len = compressBound(size);
	uint8_t *packed = calloc(len + 2, 1);

	if (packed == NULL || compress2(packed, &len, data, size, 0) != Z_OK)
		abort();
	fputs("<svg data-gf='1'><metadata class='gf-data' data-encoding='deflate+base85'><![CDATA[",
		out);
	/* without zlib's header of two bytes and trailer of four */
	for (size_t i = 2; i < len - 4; i += 4) {
		uint32_t word = (uint32_t)packed[i] << 24 | (uint32_t)packed[i + 1] << 16 |
				(uint32_t)packed[i + 2] << 8 | packed[i + 3];

		for (uint32_t unit = 85 * 85 * 85 * 85; unit > 0; unit /= 85)
			fputc(digits[word / unit % 85], out);
	}
	fputs("]]></metadata></svg>", out);
	free(packed);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	int fd = memfd_create("picture", MFD_CLOEXEC);
	FILE *out = fd >= 0 ? fdopen(dup(fd), "wb") : NULL;
	struct err err = { 0 };
	struct names names;
	struct tree tree;
	struct input_format format;
	struct bytes in;
	char path[64];

	if (out == NULL)
		abort();
	if (size > 0 && data[0] == '{')
		write_payload(data, size, out);
	else if (fwrite(data, 1, size, out) != size)
		abort();
	if (fclose(out) != 0)
		abort();
	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	names_init(&names);
	tree_init(&tree, &names);
	/* what is packed in a way that cannot be read is refused already here */
	if (!bytes_open(&in, path, &err)) {
		if (err.code != ERR_FORMAT || err.msg[0] == '\0')
			abort();
	} else if (picture_read(&in, &tree, &format, &err)) {
		uint64_t sum = 0;

		for (uint32_t node = 0; node < tree.count; node++)
			sum += tree.self[node];
		if (sum != tree.total)
			abort();
	} else if (err.code == ERR_NONE || err.msg[0] == '\0') {
		abort();
	}
	bytes_close(&in); /* of one that could not be opened it closes nothing */
	tree_release(&tree);
	names_release(&names);
	close(fd);
	return 0;
}

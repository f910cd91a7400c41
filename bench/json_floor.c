/*
 * The floor of reading traces that are JSON: json_floor FILE reads it, gzip or
 * not, parses it with yajl, and only counts the tokens.
 */
#include <stdio.h>

#include <yajl/yajl_parse.h>
#include <zlib.h>

static unsigned long tokens;

static int count(void *context)
{
	(void)context;
	tokens++;
	return 1;
}

static int count_boolean(void *context, int value)
{
	(void)value;
	return count(context);
}

static int count_number(void *context, const char *text, size_t len)
{
	(void)text;
	(void)len;
	return count(context);
}

static int count_string(void *context, const unsigned char *text, size_t len)
{
	(void)text;
	(void)len;
	return count(context);
}

int main(int argc, char **argv)
{
	static const yajl_callbacks callbacks = {
		count,
		count_boolean,
		NULL,
		NULL,
		count_number,
		count_string,
		count,
		count_string,
		count,
		count,
		count,
	};
	static unsigned char chunk[1 << 16];
	gzFile in = argc == 2 ? gzopen(argv[1], "rb") : NULL;
	yajl_handle parser = yajl_alloc(&callbacks, NULL, NULL);
	int len;

	if (in == NULL || parser == NULL)
		return 1;
	gzbuffer(in, 1 << 18);
	yajl_config(parser, yajl_dont_validate_strings, 1);
	while ((len = gzread(in, chunk, sizeof(chunk))) > 0) {
		if (yajl_parse(parser, chunk, (size_t)len) != yajl_status_ok)
			return 1;
	}
	printf("%lu tokens\n", tokens);
	yajl_free(parser);
	return gzclose(in) != Z_OK;
}

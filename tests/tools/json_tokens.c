/*
 * json_tokens PIECE <DOCUMENTS: the tokens of JSON documents, fed in pieces of PIECE bytes, for
 * comparison with other parsers. Each document is a line with its length, then its bytes. One line
 * for each: its tokens, strings in hexadecimal, or "error BYTE".
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "collapse/input/json.h"

static bool take(void *context, enum json_token token, const char *text, size_t len,
	UNUSED unsigned depth, UNUSED struct err *err)
{
	static const char letters[] = "nft#\"k{}[]";
	struct text *line = context;

	text_add(line, &letters[token], 1);
	if (token == JSON_NUMBER)
		text_add(line, text, len);
	for (size_t i = 0; i < len && token != JSON_NUMBER; i++)
		text_addf(line, "%02x", (unsigned char)text[i]);
	text_add(line, " ", 1);
	return true;
}

static void print_tokens(const char *document, size_t len, size_t piece)
{
	struct err err = { 0 };
	struct json_parser json;
	struct text line = { 0 };
	const char *byte;
	bool ok = true;

	json_init(&json, take, &line);
	for (size_t at = 0; ok && at < len; at += piece)
		ok = json_feed(&json, document + at, len - at < piece ? len - at : piece, &err);
	ok = ok && json_end(&json, &err);
	byte = strstr(err.msg, "at byte ");
	if (ok)
		printf("%.*s\n", (int)line.len, line.bytes);
	else
		printf("error %ld\n", byte != NULL ? atol(byte + 8) : 0);
	text_release(&line);
	json_release(&json);
}

int main(int argc, char **argv)
{
	size_t piece = argc == 2 ? (size_t)atol(argv[1]) : 0, len;
	char size[32];

	if (piece == 0)
		return 2;
	while (fgets(size, sizeof(size), stdin) != NULL) {
		char *document = malloc((len = (size_t)atol(size)) + 1);

		if (document == NULL || fread(document, 1, len, stdin) != len)
			return 1;
		print_tokens(document, len, piece);
		free(document);
	}
	return 0;
}

#include "stats/chart/roles.h"

#include <string.h>

static const char *const kind_words[CHART_KINDS] = { "heat", "points", "bars" };
static const char *const role_words[CHART_ROLES] = { "x", "to", "width", "value", "difference",
	"low", "high", "lane", "series", "subject", "more" };

/* A piece of the text, without blanks around it. */
struct piece {
	const char *text;
	size_t len;
};

/* The next one; `*text` is then at what ended it, one of `ends` or its own end. */
static struct piece next_piece(const char **text, const char *ends)
{
	struct piece piece = { .text = *text + strspn(*text, " ;:,") };

	piece.len = strcspn(piece.text, ends);
	*text = piece.text + piece.len;
	while (piece.len > 0 && piece.text[piece.len - 1] == ' ')
		piece.len--;
	return piece;
}

static bool is_word(struct piece piece, const char *word)
{
	return strlen(word) == piece.len && memcmp(word, piece.text, piece.len) == 0;
}

static size_t find_word(struct piece piece, const char *const *words, size_t count)
{
	size_t i = 0;

	while (i < count && !is_word(piece, words[i]))
		i++;
	return i;
}

static bool refuse(struct piece piece, struct err *err)
{
	return err_set(err, ERR_USAGE, "a picture has no '%.*s'", (int)piece.len, piece.text);
}

bool chart_roles_parse(struct chart_roles *roles, const char *text, const struct column *columns,
	size_t count, struct err *err)
{
	uint8_t found[CHART_ROLES][ROLE_COLUMNS] = { { 0 } }, counts[CHART_ROLES] = { 0 }, used = 0;
	struct piece piece = next_piece(&text, " ;");
	size_t kind = find_word(piece, kind_words, CHART_KINDS), role = 0;

	*roles = (struct chart_roles){ .kind = (enum chart_kind)kind };
	if (kind == CHART_KINDS)
		return refuse(piece, err);
	roles->logarithmic = strncmp(text, " log;", 5) == 0;
	text += strcspn(text, ";");
	while (*text != '\0') {
		size_t i = 0;

		if (*text == ';') {
			piece = next_piece(&text, ":;");
			role = find_word(piece, role_words, CHART_ROLES);
			if (role == CHART_ROLES || *text != ':')
				return refuse(piece, err);
		}
		piece = next_piece(&text, ",;");
		while (i < count && !is_word(piece, columns[i].name))
			i++;
		if (i == count || counts[role] == ROLE_COLUMNS)
			return refuse(piece, err);
		found[role][counts[role]++] = (uint8_t)i;
	}
	for (role = 0; role < CHART_ROLES; role++) {
		for (uint8_t i = 0; i < counts[role] && used < CHART_COLUMNS; i++)
			roles->columns[used++] = found[role][i];
		roles->begin[role + 1] = used;
	}
	return (counts[ROLE_X] > 0 && counts[ROLE_VALUE] + counts[ROLE_DIFFERENCE] > 0) ||
	       err_set(err, ERR_USAGE, "a picture needs an x and a value");
}

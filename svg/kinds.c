#include "svg/kinds.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

enum { LEAF = 1, INNER = 2, LOOK_BYTES = 1024 /* bytes of a name that are examined */ };

const char *kind_label(char kind)
{
	switch (kind) {
	case KIND_RANGE:
		return "range";
	case KIND_MATMUL:
		return "matmul";
	case KIND_ATTENTION:
		return "attention";
	case KIND_NORM:
		return "normalisation";
	case KIND_ELEMENTWISE:
		return "elementwise";
	case KIND_REDUCTION:
		return "reduction";
	case KIND_SOFTMAX:
		return "softmax";
	case KIND_COMMUNICATION:
		return "communication";
	case KIND_COPY:
		return "copy and fill";
	default:
		return "other";
	}
}

/*
 * Words in names of kernels, in lower case; the first that occurs decides. Specific words come
 * first: an "elementwise" kernel with a FillFunctor fills, a "splitKreduce" is a part of a
 * matrix product.
 */
static const struct {
	const char *word;
	char kind;
} words[] = {
	{ "nccl", KIND_COMMUNICATION },
	{ "nvshmem", KIND_COMMUNICATION },
	{ "rccl", KIND_COMMUNICATION },
	{ "allreduce", KIND_COMMUNICATION },
	{ "all_reduce", KIND_COMMUNICATION },
	{ "allgather", KIND_COMMUNICATION },
	{ "all_gather", KIND_COMMUNICATION },
	{ "reducescatter", KIND_COMMUNICATION },
	{ "reduce_scatter", KIND_COMMUNICATION },
	{ "alltoall", KIND_COMMUNICATION },
	{ "all_to_all", KIND_COMMUNICATION },
	{ "sendrecv", KIND_COMMUNICATION },
	{ "memcpy", KIND_COPY },
	{ "memset", KIND_COPY },
	{ "direct_copy", KIND_COPY },
	{ "fillfunctor", KIND_COPY },
	{ "copy_kernel", KIND_COPY },
	{ "fill_kernel", KIND_COPY },
	{ "copy_device_to_device", KIND_COPY },
	{ "batchedcopy", KIND_COPY },
	{ "transpose", KIND_COPY },
	{ "permute", KIND_COPY },
	{ "flash", KIND_ATTENTION },
	{ "fmha", KIND_ATTENTION },
	{ "attention", KIND_ATTENTION },
	{ "attn", KIND_ATTENTION },
	{ "sdpa", KIND_ATTENTION },
	{ "softmax", KIND_SOFTMAX },
	{ "crossentropy", KIND_SOFTMAX },
	{ "classifier", KIND_SOFTMAX },
	{ "global_norm", KIND_REDUCTION },
	{ "layernorm", KIND_NORM },
	{ "layer_norm", KIND_NORM },
	{ "rmsnorm", KIND_NORM },
	{ "rms_norm", KIND_NORM },
	{ "batchnorm", KIND_NORM },
	{ "batch_norm", KIND_NORM },
	{ "groupnorm", KIND_NORM },
	{ "group_norm", KIND_NORM },
	{ "rowwisemoments", KIND_NORM },
	{ "gammabeta", KIND_NORM },
	{ "computegradinput", KIND_NORM },
	{ "splitkreduce", KIND_MATMUL },
	{ "gemm", KIND_MATMUL },
	{ "gemv", KIND_MATMUL },
	{ "matmul", KIND_MATMUL },
	{ "xmma", KIND_MATMUL },
	{ "cutlass", KIND_MATMUL },
	{ "cublas", KIND_MATMUL },
	{ "nvjet", KIND_MATMUL },
	{ "wgrad", KIND_MATMUL },
	{ "dgrad", KIND_MATMUL },
	{ "conv", KIND_MATMUL },
	{ "dot_kernel", KIND_MATMUL },
	{ "reduce", KIND_REDUCTION },
	{ "reduction", KIND_REDUCTION },
	{ "argmax", KIND_REDUCTION },
	{ "scan", KIND_REDUCTION },
	{ "sum_kernel", KIND_REDUCTION },
	{ "elementwise", KIND_ELEMENTWISE },
	{ "pointwise", KIND_ELEMENTWISE },
	{ "gelu", KIND_ELEMENTWISE },
	{ "silu", KIND_ELEMENTWISE },
	{ "relu", KIND_ELEMENTWISE },
	{ "dropout", KIND_ELEMENTWISE },
	{ "adam", KIND_ELEMENTWISE },
	{ "multi_tensor_apply", KIND_ELEMENTWISE },
	{ "residual", KIND_ELEMENTWISE },
	{ "bias", KIND_ELEMENTWISE },
	{ "encoder", KIND_ELEMENTWISE },
	{ "embedding", KIND_ELEMENTWISE },
	{ "cast_kernel", KIND_ELEMENTWISE },
};

/* The beginning of a name in lower case. */
static void lower(const char *name, size_t len, char *text)
{
	size_t shared = len < LOOK_BYTES - 1 ? len : LOOK_BYTES - 1;

	for (size_t i = 0; i < shared; i++)
		text[i] = (char)(name[i] >= 'A' && name[i] <= 'Z' ? name[i] - 'A' + 'a' : name[i]);
	text[shared] = '\0';
}

/* The words indexed by first letter, so that few need to be compared. */
struct word_index {
	uint8_t first[256]; /* by letter: index + 1, or 0 */
	uint8_t next[ARRAY_SIZE(
		words)];      /* by index: the next word with the same first letter, likewise */
	uint32_t second[256]; /* by letter: bit set of second letters */
};

/* Different letters may share a bit: it only says that comparing is worthwhile. */
static uint32_t letter_bit(char letter)
{
	return 1u << ((unsigned char)letter & 31);
}

static void index_words(struct word_index *index)
{
	static_assert(ARRAY_SIZE(words) < UINT8_MAX, "places don't fit");
	*index = (struct word_index){ 0 };
	for (size_t i = ARRAY_SIZE(words); i-- > 0;) {
		uint8_t *first = &index->first[(unsigned char)words[i].word[0]];

		index->second[(unsigned char)words[i].word[0]] |= letter_bit(words[i].word[1]);
		index->next[i] = *first;
		*first = (uint8_t)(i + 1);
	}
}

/* Whether `text` begins with `word`. */
static bool begins(const char *text, const char *word)
{
	for (; *word != '\0'; text++, word++) {
		if (*text != *word)
			return false;
	}
	return true;
}

static char find_kind(const struct word_index *index, const char *name, size_t len)
{
	char text[LOOK_BYTES];
	size_t best = ARRAY_SIZE(words);

	lower(name, len, text);
	for (const char *at = text; *at != '\0'; at++) {
		if ((index->second[(unsigned char)*at] & letter_bit(at[1])) == 0)
			continue;
		for (size_t place = index->first[(unsigned char)*at]; place > 0 && place <= best;
			place = index->next[place - 1]) {
			if (begins(at, words[place - 1].word))
				best = place - 1;
		}
	}
	return best < ARRAY_SIZE(words) ? words[best].kind : (char)KIND_OTHER;
}

char kind_of_kernel(const char *name, size_t len)
{
	struct word_index index;

	index_words(&index);
	return find_kind(&index, name, len);
}

bool kind_is_kernel_name(const char *name, size_t len)
{
	static const char *const looks[] = { "kernel", "gemm", "xmma", "cutlass", "nccldev",
		"[cuda mem", "<<<", "splitk" };
	char text[LOOK_BYTES];

	lower(name, len, text);
	if (strncmp(text, "void ", 5) == 0)
		return true;
	for (size_t i = 0; i < ARRAY_SIZE(looks); i++) {
		if (strstr(text, looks[i]) != NULL)
			return true;
	}
	return false;
}

bool kinds_find(const struct names *names, bool reversed, uint32_t count, const uint32_t *name,
	const uint32_t *parent, char *kinds, struct err *err)
{
	bool *has_child = mem_zeroed(count, sizeof(*has_child), err);
	struct word_index index;

	if (has_child == NULL)
		return false;
	for (uint32_t i = 1; i < count; i++)
		has_child[parent[i]] = true;
	for (uint32_t i = 1; i < count; i++)
		kinds[name[i]] |= (reversed ? parent[i] != 0 : has_child[i]) ? INNER : LEAF;
	free(has_child);
	index_words(&index);
	for (uint32_t id = 0; id < names->count; id++) {
		const struct name *it = &names->list[id];

		if (kinds[id] == 0)
			continue;
		if (kinds[id] == LEAF ||
			(kinds[id] != INNER && kind_is_kernel_name(it->text, it->len)))
			kinds[id] = find_kind(&index, it->text, it->len);
		else
			kinds[id] = KIND_RANGE;
	}
	return true;
}

unsigned kind_shade(const char *name, size_t len)
{
	uint32_t hash = 2166136261u; /* FNV-1a */

	for (size_t i = 0; i < len; i++)
		hash = (hash ^ (unsigned char)name[i]) * 16777619u;
	return (hash >> 24) % KIND_SHADES;
}

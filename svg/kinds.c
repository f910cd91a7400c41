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
	case KIND_IDLE:
		return "idle";
	default:
		return "other";
	}
}

/* Where a word counts. */
enum {
	OWN = 1,    /* in the function's own name, without namespaces and arguments */
	ANY = 2,    /* anywhere, if the own name has no word */
	WITHIN = 4, /* in what a wrapper is instantiated with */
	WRAPS = 8,  /* this one is a wrapper: what is within it decides */
};

/*
 * Words in names of kernels, in lower case; the first of the list that occurs decides. Specific
 * words come first: products name their epilogues ("relu", "bias") and have the word "reduce" in
 * split sums, and Inductor lists all that it fused.
 */
static const struct {
	const char *word;
	char kind;
	uint8_t where;
} words[] = {
	{ "[gpu idle]", KIND_IDLE, OWN },
	/* Inductor: what a generated kernel is, before the list of what it computes */
	{ "triton_poi_", KIND_ELEMENTWISE, OWN },
	{ "triton_for_", KIND_ELEMENTWISE, OWN },
	{ "nccl", KIND_COMMUNICATION, OWN | ANY },
	{ "nvshmem", KIND_COMMUNICATION, OWN | ANY },
	{ "rccl_", KIND_COMMUNICATION, OWN | ANY },
	{ "mscclkernel", KIND_COMMUNICATION, OWN | ANY },
	{ "msccl::", KIND_COMMUNICATION, OWN | ANY },
	{ "mscclpp", KIND_COMMUNICATION, OWN | ANY },
	{ "allreduce", KIND_COMMUNICATION, OWN | ANY },
	{ "all_reduce", KIND_COMMUNICATION, OWN | ANY },
	{ "all-reduce", KIND_COMMUNICATION, OWN | ANY },
	{ "allgather", KIND_COMMUNICATION, OWN | ANY },
	{ "all_gather", KIND_COMMUNICATION, OWN | ANY },
	{ "all-gather", KIND_COMMUNICATION, OWN | ANY },
	{ "reducescatter", KIND_COMMUNICATION, OWN | ANY },
	{ "reduce_scatter", KIND_COMMUNICATION, OWN | ANY },
	{ "reduce-scatter", KIND_COMMUNICATION, OWN | ANY },
	{ "alltoall", KIND_COMMUNICATION, OWN | ANY },
	{ "all_to_all", KIND_COMMUNICATION, OWN | ANY },
	{ "all-to-all", KIND_COMMUNICATION, OWN | ANY },
	{ "sendrecv", KIND_COMMUNICATION, OWN | ANY },
	{ "collective-permute", KIND_COMMUNICATION, OWN | ANY },
	{ "cross_device_reduce", KIND_COMMUNICATION, OWN | ANY },
	{ "userbuffers", KIND_COMMUNICATION, OWN | ANY },
	{ "deep_ep::", KIND_COMMUNICATION, OWN | ANY },
	{ "_lamport", KIND_COMMUNICATION, OWN | ANY },
	{ "reshape_and_cache", KIND_COPY, OWN },
	{ "kv_indices", KIND_OTHER, OWN },
	{ "flash", KIND_ATTENTION, OWN | ANY },
	{ "fmha", KIND_ATTENTION, OWN | ANY },
	{ "attention", KIND_ATTENTION, OWN | ANY },
	{ "attn", KIND_ATTENTION, OWN | ANY },
	{ "sdpa", KIND_ATTENTION, OWN | ANY },
	{ "multihead", KIND_ATTENTION, OWN | ANY },
	{ "kernel_mha", KIND_ATTENTION, OWN | ANY },
	{ "mha_", KIND_ATTENTION, OWN | ANY },
	{ "_mla_", KIND_ATTENTION, OWN | ANY },
	{ "flashmla", KIND_ATTENTION, OWN | ANY },
	{ "kernel_stage1", KIND_ATTENTION, OWN },
	{ "kernel_stage2", KIND_ATTENTION, OWN },
	{ "softmax", KIND_SOFTMAX, OWN | ANY },
	{ "crossentropy", KIND_SOFTMAX, OWN | ANY },
	{ "cross_entropy", KIND_SOFTMAX, OWN | ANY },
	{ "nll_loss", KIND_SOFTMAX, OWN },
	{ "classifier", KIND_SOFTMAX, OWN },
	{ "global_norm", KIND_REDUCTION, OWN | ANY | WITHIN },
	{ "lpnorm", KIND_REDUCTION, OWN | ANY | WITHIN },
	{ "l2norm", KIND_REDUCTION, OWN | ANY | WITHIN },
	{ "normfunctor", KIND_REDUCTION, OWN | ANY | WITHIN },
	{ "layernorm", KIND_NORM, OWN | ANY },
	{ "layer_norm", KIND_NORM, OWN | ANY },
	{ "rmsnorm", KIND_NORM, OWN | ANY },
	{ "rms_norm", KIND_NORM, OWN | ANY },
	{ "batchnorm", KIND_NORM, OWN | ANY },
	{ "batch_norm", KIND_NORM, OWN | ANY },
	{ "groupnorm", KIND_NORM, OWN | ANY },
	{ "group_norm", KIND_NORM, OWN | ANY },
	{ "instancenorm", KIND_NORM, OWN | ANY },
	{ "instance_norm", KIND_NORM, OWN | ANY },
	{ "gammabeta", KIND_NORM, OWN | ANY },
	{ "grad_gamma", KIND_NORM, OWN | ANY },
	{ "gradgamma", KIND_NORM, OWN | ANY },
	{ "rowwisemoments", KIND_NORM, OWN },
	{ "computegradinput", KIND_NORM, OWN },
	{ "computeinternalgradients", KIND_NORM, OWN },
	{ "bn_fw", KIND_NORM, OWN },
	{ "bn_bw", KIND_NORM, OWN },
	{ "bn_inf", KIND_NORM, OWN },
	{ "bnfw", KIND_NORM, OWN },
	{ "bnbw", KIND_NORM, OWN },
	{ "bn_add", KIND_NORM, OWN },
	{ "ln_fwd", KIND_NORM, OWN },
	{ "ln_bwd", KIND_NORM, OWN },
	{ "fused_ln", KIND_NORM, OWN },
	{ "residual_ln", KIND_NORM, OWN },
	{ "qknorm", KIND_NORM, OWN },
	{ "qk_norm", KIND_NORM, OWN },
	{ "rsqrt", KIND_NORM, OWN },
	{ "add_norm", KIND_NORM, OWN },
	{ "l1_norm", KIND_NORM, OWN },
	{ "triton_red_", KIND_REDUCTION, OWN },
	{ "triton_per_", KIND_REDUCTION, OWN },
	{ "cijk_", KIND_MATMUL, OWN },
	{ "triton_tem_", KIND_MATMUL, OWN },
	{ "triton_mm", KIND_MATMUL, OWN },
	{ "16cudnn_", KIND_MATMUL, OWN },
	{ "84cudnn_", KIND_MATMUL, OWN },
	{ "88cudnn_", KIND_MATMUL, OWN },
	{ "triton_bmm", KIND_MATMUL, OWN },
	{ "memcpy", KIND_COPY, OWN | ANY },
	{ "memset", KIND_COPY, OWN | ANY },
	{ "direct_copy", KIND_COPY, OWN | WITHIN },
	{ "fillfunctor", KIND_COPY, OWN | WITHIN },
	{ "copy_kernel", KIND_COPY, OWN | WITHIN },
	{ "copy_device_to_device", KIND_COPY, OWN | WITHIN },
	{ "fill_kernel", KIND_COPY, OWN },
	{ "batchedcopy", KIND_COPY, OWN },
	{ "copybuffer", KIND_COPY, OWN },
	{ "fillbuffer", KIND_COPY, OWN },
	{ "transpose", KIND_COPY, OWN },
	{ "permute", KIND_COPY, OWN },
	{ "nchwtonhwc", KIND_COPY, OWN },
	{ "nhwctonchw", KIND_COPY, OWN },
	{ "nchw2", KIND_COPY, OWN },
	{ "nhwc2", KIND_COPY, OWN },
	{ "tonchw", KIND_COPY, OWN },
	{ "tonhwc", KIND_COPY, OWN },
	{ "im2col", KIND_COPY, OWN },
	{ "col2im", KIND_COPY, OWN },
	{ "addpadding", KIND_COPY, OWN },
	{ "converttensor", KIND_COPY, OWN },
	{ "store_kvcache", KIND_COPY, OWN },
	{ "kv_cache", KIND_COPY, OWN },
	{ "append_paged", KIND_COPY, OWN },
	{ "concat", KIND_COPY, OWN },
	{ "dynamic_update_slice", KIND_COPY, OWN },
	/* not matmul, though their names may have "xmma" or "conv" */
	{ "pool", KIND_REDUCTION, OWN },
	{ "convert", KIND_ELEMENTWISE, OWN },
	{ "sort", KIND_OTHER, OWN },
	{ "topk_topp", KIND_OTHER, OWN },
	{ "sampling", KIND_OTHER, OWN },
	{ "fbgemm_gpu::", KIND_ELEMENTWISE, ANY },
	{ "gemm", KIND_MATMUL, OWN | ANY },
	{ "gemv", KIND_MATMUL, OWN | ANY },
	{ "gemk", KIND_MATMUL, OWN | ANY },
	{ "bmm_", KIND_MATMUL, OWN | ANY },
	{ "matmul", KIND_MATMUL, OWN | ANY },
	{ "splitk", KIND_MATMUL, OWN | ANY },
	{ "split_k", KIND_MATMUL, OWN | ANY },
	{ "nvjet", KIND_MATMUL, OWN | ANY },
	{ "wgrad", KIND_MATMUL, OWN | ANY },
	{ "dgrad", KIND_MATMUL, OWN | ANY },
	{ "fprop", KIND_MATMUL, OWN | ANY },
	{ "winograd", KIND_MATMUL, OWN | ANY },
	{ "implicit_con", KIND_MATMUL, OWN | ANY },
	{ "xmma", KIND_MATMUL, OWN },
	{ "scudnn", KIND_MATMUL, OWN },
	{ "hcudnn", KIND_MATMUL, OWN },
	{ "icudnn", KIND_MATMUL, OWN },
	{ "conv", KIND_MATMUL, OWN },
	{ "marlin", KIND_MATMUL, OWN },
	{ "fused_moe_kernel", KIND_MATMUL, OWN },
	{ "grouped_mm", KIND_MATMUL, OWN },
	{ "group_mm", KIND_MATMUL, OWN },
	{ "_mm_", KIND_MATMUL, OWN },
	{ "fft2d", KIND_MATMUL, OWN },
	{ "trsm", KIND_MATMUL, OWN },
	{ "syrk", KIND_MATMUL, OWN },
	{ "xdlops", KIND_MATMUL, OWN },
	{ "wmma", KIND_MATMUL, OWN },
	{ "elemwisegrad", KIND_MATMUL, OWN },
	/* vectors of cuBLAS */
	{ "dot_kernel", KIND_REDUCTION, OWN },
	{ "asum", KIND_REDUCTION, OWN },
	{ "nrm2", KIND_REDUCTION, OWN },
	{ "iamax", KIND_REDUCTION, OWN },
	{ "axpy", KIND_ELEMENTWISE, OWN },
	{ "scal_kernel", KIND_ELEMENTWISE, OWN },
	{ "rot_kernel", KIND_ELEMENTWISE, OWN },
	{ "argmax", KIND_REDUCTION, OWN | ANY },
	{ "argmin", KIND_REDUCTION, OWN | ANY },
	{ "reduce", KIND_REDUCTION, OWN | ANY },
	{ "reduction", KIND_REDUCTION, OWN | ANY },
	{ "scan", KIND_REDUCTION, OWN | ANY },
	{ "_sum_", KIND_REDUCTION, OWN },
	{ "sum_kernel", KIND_REDUCTION, OWN },
	{ "topk", KIND_REDUCTION, OWN },
	{ "histogram", KIND_REDUCTION, OWN },
	{ "elementwise", KIND_ELEMENTWISE, OWN | WRAPS },
	{ "pointwise", KIND_ELEMENTWISE, OWN | WRAPS },
	{ "multi_tensor_apply", KIND_ELEMENTWISE, OWN | WRAPS },
	{ "kernel_agent", KIND_ELEMENTWISE, OWN | WRAPS },
	{ "gelu", KIND_ELEMENTWISE, OWN },
	{ "silu", KIND_ELEMENTWISE, OWN },
	{ "relu", KIND_ELEMENTWISE, OWN },
	{ "swiglu", KIND_ELEMENTWISE, OWN },
	{ "act_and_mul", KIND_ELEMENTWISE, OWN },
	{ "activation", KIND_ELEMENTWISE, OWN },
	{ "dropout", KIND_ELEMENTWISE, OWN },
	{ "adam", KIND_ELEMENTWISE, OWN },
	{ "lamb", KIND_ELEMENTWISE, OWN },
	{ "sgd_", KIND_ELEMENTWISE, OWN },
	{ "residual", KIND_ELEMENTWISE, OWN },
	{ "bias", KIND_ELEMENTWISE, OWN },
	{ "encoder", KIND_ELEMENTWISE, OWN },
	{ "embedding", KIND_ELEMENTWISE, OWN },
	{ "cast_kernel", KIND_ELEMENTWISE, OWN },
	{ "cast_", KIND_ELEMENTWISE, OWN },
	{ "quant", KIND_ELEMENTWISE, OWN },
	{ "rotary", KIND_ELEMENTWISE, OWN },
	{ "rope", KIND_ELEMENTWISE, OWN },
	{ "optensor", KIND_ELEMENTWISE, OWN },
	{ "op2dtensor", KIND_ELEMENTWISE, OWN },
	{ "op3dtensor", KIND_ELEMENTWISE, OWN },
	{ "op4dtensor", KIND_ELEMENTWISE, OWN },
	{ "op5dtensor", KIND_ELEMENTWISE, OWN },
	{ "tensorop", KIND_ELEMENTWISE, OWN },
	{ "tensor_kernel", KIND_ELEMENTWISE, OWN },
	{ "scatter", KIND_ELEMENTWISE, OWN },
	{ "gather", KIND_ELEMENTWISE, OWN },
	{ "index", KIND_ELEMENTWISE, OWN },
	{ "distribution", KIND_ELEMENTWISE, OWN },
	{ "lstm_cell", KIND_ELEMENTWISE, OWN },
	{ "gru_cell", KIND_ELEMENTWISE, OWN },
	{ "elemwise", KIND_ELEMENTWISE, OWN },
	{ "rnncell", KIND_ELEMENTWISE, OWN },
	{ "where", KIND_ELEMENTWISE, OWN },
	{ "_fusion", KIND_ELEMENTWISE, OWN },
	{ "fusion_", KIND_ELEMENTWISE, OWN },
	{ "wrapped_", KIND_ELEMENTWISE, OWN },
	{ "curand", KIND_ELEMENTWISE, OWN },
	{ "copy", KIND_COPY, OWN },
	{ "cutlass", KIND_MATMUL, ANY },
	{ "cublas", KIND_MATMUL, ANY },
	{ "xmma", KIND_MATMUL, ANY },
	{ "parallel_for", KIND_ELEMENTWISE, ANY },
};

/* The beginning of a name in lower case; returns its length. */
static size_t lower(const char *name, size_t len, char *text)
{
	const uint64_t each = UINT64_C(0x0101010101010101);
	size_t shared = len < LOOK_BYTES - 1 ? len : LOOK_BYTES - 1, done = 0;

	/* eight at a time: the upper bit of a sum says whether a byte of ASCII is at least a letter
	 */
	for (; shared - done >= sizeof(each); done += sizeof(each)) {
		uint64_t word = mem_load64(name + done), low = word & 0x7f * each;
		uint64_t upper = (low + (0x80 - 'A') * each) & ~(low + (0x7f - 'Z') * each) &
				 ~word & 0x80 * each;

		word |= upper >> 2;
		memcpy(text + done, &word, sizeof(word));
	}
	for (size_t i = done; i < shared; i++)
		text[i] = (char)(name[i] >= 'A' && name[i] <= 'Z' ? name[i] - 'A' + 'a' : name[i]);
	text[shared] = '\0';
	return shared;
}

enum { PAIRS = 1024 };

/* The words indexed by their first two letters, so that few need to be compared. */
struct word_index {
	uint8_t first[PAIRS];            /* by pair: index + 1, or 0 */
	uint8_t next[ARRAY_SIZE(words)]; /* by index: the next word of the same pair, likewise */
};

/* Different pairs may share a place: it only says that comparing is worthwhile. */
static size_t pair_at(const char *text)
{
	return ((unsigned char)text[0] * 37u + (unsigned char)text[1]) % PAIRS;
}

static void index_words(struct word_index *index)
{
	static_assert(ARRAY_SIZE(words) < UINT8_MAX, "places don't fit");
	*index = (struct word_index){ 0 };
	for (size_t i = ARRAY_SIZE(words); i-- > 0;) {
		uint8_t *first = &index->first[pair_at(words[i].word)];

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

/* Whether text of `len` bytes begins with `word`. */
static bool starts(const char *text, size_t len, const char *word)
{
	size_t word_len = strlen(word);

	return len >= word_len && memcmp(text, word, word_len) == 0;
}

static bool begins_unnamed(const char *at, size_t len)
{
	return starts(at, len, "(anonymous") || starts(at, len, "(unnamed") ||
	       starts(at, len, "<unnamed");
}

void kernel_own_name(const char *name, size_t len, size_t *from, size_t *to)
{
	static const bool is_special[256] = {
		['('] = true, [')'] = true, ['<'] = true, ['>'] = true, [' '] = true, [':'] = true
	};
	unsigned depth = 0;
	bool ended = true;

	*from = *to = 0;
	for (size_t i = 0; i < len; i++) {
		size_t begin = i;

		if ((name[i] == ')' || name[i] == '>') && depth > 0) {
			depth--;
		} else if (name[i] == '(' || name[i] == '<') {
			if (depth == 0 && name[i] == '(' && !begins_unnamed(name + i, len - i))
				return;
			depth++;
			ended = true;
		} else if (name[i] == ' ' || name[i] == ':') {
			if (depth == 0 && name[i] == ' ' && i + 1 < len && name[i + 1] == '[')
				return;
			ended = true;
		} else {
			while (i + 1 < len && !is_special[(unsigned char)name[i + 1]])
				i++;
			if (depth > 0)
				continue;
			*from = ended ? begin : *from;
			*to = i + 1;
			ended = false;
		}
	}
}

/* The first of the words that count `where` and begin between from and to, or their number. */
static size_t find_word(
	const struct word_index *index, const char *from, const char *to, unsigned where)
{
	size_t best = ARRAY_SIZE(words);

	for (const char *at = from; at < to; at++) {
		for (size_t place = index->first[pair_at(at)]; place > 0 && place <= best;
			place = index->next[place - 1]) {
			if ((words[place - 1].where & where) != 0 &&
				begins(at, words[place - 1].word))
				best = place - 1;
		}
	}
	return best;
}

static char find_kind(const struct word_index *index, const char *name, size_t len)
{
	char text[LOOK_BYTES];
	size_t text_len = lower(name, len, text), from, to, own, other;

	kernel_own_name(text, text_len, &from, &to);
	if (text[0] == '[') /* no function: "[CUDA memcpy HtoD]" */
		from = 0;
	own = find_word(index, text + from, text + to, OWN);
	if (own < ARRAY_SIZE(words) && (words[own].where & WRAPS) == 0)
		return words[own].kind;
	other = find_word(index, text, text + text_len, own < ARRAY_SIZE(words) ? WITHIN : ANY);
	own = other < ARRAY_SIZE(words) ? other : own;
	return own < ARRAY_SIZE(words) ? words[own].kind : (char)KIND_OTHER;
}

/* Whether a name looks like that of a kernel, regardless of its position. */
static bool is_kernel_name(const char *name, size_t len)
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

void kinds_find(const struct names *names, bool reversed, uint32_t count, const uint32_t *name,
	const uint32_t *parent, char *kinds)
{
	bool *has_child = mem_zeroed(count, sizeof(*has_child));
	struct word_index index;

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
		if (kinds[id] == LEAF || (kinds[id] != INNER && is_kernel_name(it->text, it->len)))
			kinds[id] = find_kind(&index, it->text, it->len);
		else
			kinds[id] = KIND_RANGE;
	}
}

unsigned kind_shade(const char *name, size_t len)
{
	uint32_t hash = 2166136261u; /* FNV-1a */

	for (size_t i = 0; i < len; i++)
		hash = (hash ^ (unsigned char)name[i]) * 16777619u;
	return (hash >> 24) % KIND_SHADES;
}

#define _GNU_SOURCE /* memmem */
#include "collapse/model/tensor_work.h"

#include <math.h>

#include "base/chars.h"
#include "base/mem.h"

enum { MOST_DIMS = 8 };

struct tensor_shape {
	double dims[MOST_DIMS];
	size_t count;
};

struct call {
	const struct formula *formula;
	const struct tensor_inputs *inputs;
	struct tensor_work *work;
};

/*
 * `first` is the index of the first factor; `flags` of what else counts: of attention the causal
 * mask, of the backward of convolutions the gradients that are wanted.
 */
struct formula {
	const char *name;
	bool (*count)(struct call *call);
	size_t first, flags;
	bool heads_last; /* attention: batch x length x heads x size, and a window after the mask */
};

/* --- the inputs ----------------------------------------------------------------------- */

/* Item `index` of a list: its length; 0 also if there is none. */
static size_t item(const char *list, size_t index, const char **at)
{
	for (; index > 0; index--) {
		list += strcspn(list, ";");
		if (*list == '\0')
			break;
		list++;
	}
	*at = list;
	return strcspn(list, ";");
}

/* Numbers of at most 15 digits, which doubles hold; signs and what is between them are skipped. */
static bool get_numbers(const char *text, size_t len, double *numbers, size_t *count)
{
	bool in_number = false;
	size_t digits = 0;

	*count = 0;
	for (size_t i = 0; i < len; i++) {
		if (text[i] < '0' || text[i] > '9') {
			in_number = false;
			continue;
		}
		digits = in_number ? digits + 1 : 1;
		if (digits > 15 || (!in_number && *count == MOST_DIMS))
			return false;
		if (!in_number)
			numbers[(*count)++] = 0;
		in_number = true;
		numbers[*count - 1] = 10 * numbers[*count - 1] + (text[i] - '0');
	}
	return *count > 0;
}

/* A tensor of so many dimensions; 0: of any number but none. */
static bool get_shape(
	const struct call *call, size_t index, size_t dims, struct tensor_shape *shape)
{
	const char *text;
	size_t len = item(call->inputs->dims, index, &text);

	return memchr(text, '?', len) == NULL &&
	       get_numbers(text, len, shape->dims, &shape->count) &&
	       (dims == 0 || shape->count == dims);
}

static bool get_values(const struct call *call, size_t index, struct tensor_shape *values)
{
	const char *text;
	size_t len = item(call->inputs->values, index, &text);

	return get_numbers(text, len, values->dims, &values->count);
}

/* Of a list of one number for all dimensions, or one for each. */
static double value_of(const struct tensor_shape *values, size_t index)
{
	return values->dims[index < values->count ? index : values->count - 1];
}

/* "True" or "False", item `part` of a list of them. */
static bool get_flag(const struct call *call, size_t index, size_t part, bool *flag)
{
	const char *text;
	size_t len = item(call->inputs->values, index, &text);

	for (; len > 0; text++, len--) {
		size_t word = 0;

		while (word < len && strchr("[], ", text[word]) == NULL)
			word++;
		if (word == 0)
			continue;
		*flag = is_word(text, word, "True") || is_word(text, word, "true");
		if (!*flag && !is_word(text, word, "False") && !is_word(text, word, "false"))
			return false;
		if (part-- == 0)
			return true;
		text += word - 1;
		len -= word - 1;
	}
	return false;
}

/* The type and size of an input, which is not said in older traces; false: it is no float. */
static bool get_type(
	const struct call *call, size_t index, enum number_type *type, double *size_bytes)
{
	static const struct {
		const char *word;
		enum number_type type;
		double size_bytes;
	} types[] = {
		{ "float", NUMBER_FP32, 4 },
		{ "c10::Half", NUMBER_FP16, 2 },
		{ "c10::BFloat16", NUMBER_BF16, 2 },
		{ "c10::Float8", NUMBER_FP8, 1 },
		{ "double", NUMBER_FP64, 8 },
	};
	const char *text;
	size_t len = item(call->inputs->types, index, &text);

	*type = NUMBER_UNKNOWN;
	*size_bytes = 0;
	if (*call->inputs->types == '\0')
		return true;
	for (size_t i = 0; i < ARRAY_SIZE(types); i++) {
		if (len < strlen(types[i].word) ||
			memcmp(text, types[i].word, strlen(types[i].word)) != 0)
			continue;
		*type = types[i].type;
		*size_bytes = types[i].size_bytes;
		return true;
	}
	return false;
}

static double elements(const struct tensor_shape *shape)
{
	double product = 1;

	for (size_t i = 0; i < shape->count; i++)
		product *= shape->dims[i];
	return product;
}

/*
 * Set the work from its FLOP, the number of elements of its results, and the inputs that it reads:
 * all tensors from 0 up to `end`. Results are as the first factor, but of 8 bits twice as wide.
 */
static bool set_work(struct call *call, double flop, double results, size_t end)
{
	struct tensor_work *work = call->work;
	enum number_type type;
	double size_bytes;

	if (!get_type(call, call->formula->first, &work->type, &size_bytes))
		return false;
	work->flop = flop;
	work->bytes = results * (work->type == NUMBER_FP8 ? 2 : size_bytes);
	for (size_t i = 0; i < end; i++) {
		struct tensor_shape shape;

		if (get_shape(call, i, 0, &shape) && get_type(call, i, &type, &size_bytes))
			work->bytes += elements(&shape) * size_bytes;
	}
	return flop > 0;
}

/* --- formulas ------------------------------------------------------------------------- */

/* A (m x k) by B (k x n), or as many of them. */
static bool count_product(struct call *call)
{
	size_t first = call->formula->first;
	struct tensor_shape a, b;
	double batch = 1;

	if (!get_shape(call, first, 0, &a) || !get_shape(call, first + 1, a.count, &b) ||
		a.count < 2 || a.count > 3)
		return false;
	if (a.count == 3)
		batch = a.dims[0];
	if (a.dims[a.count - 1] != b.dims[b.count - 2] || (a.count == 3 && batch != b.dims[0]))
		return false;
	return set_work(call, 2 * elements(&a) * b.dims[b.count - 1],
		batch * a.dims[a.count - 2] * b.dims[b.count - 1], first + 2);
}

/* x (... x k) by the transpose of w (n x k); and a bias. */
static bool count_linear(struct call *call)
{
	struct tensor_shape x, w;

	return get_shape(call, 0, 0, &x) && get_shape(call, 1, 2, &w) &&
	       x.dims[x.count - 1] == w.dims[1] &&
	       set_work(
		       call, 2 * elements(&x) * w.dims[0], elements(&x) / w.dims[1] * w.dims[0], 3);
}

/* Each place of the result, or of the input of a transposed one, takes each weight once. */
static double convolve(const struct tensor_shape *places, const struct tensor_shape *w)
{
	double flop = 2 * places->dims[0] * elements(w);

	for (size_t i = 2; i < places->count; i++)
		flop *= places->dims[i];
	return flop;
}

/* x, w, bias, stride, padding, dilation, transposed, output padding, groups */
static bool count_convolution(struct call *call)
{
	struct tensor_shape x, w, stride, padding, dilation, more, groups, y = { 0 };
	bool transposed;

	if (!get_shape(call, 0, 0, &x) || x.count < 3 || !get_shape(call, 1, x.count, &w) ||
		!get_values(call, 3, &stride) || !get_values(call, 4, &padding) ||
		!get_values(call, 5, &dilation) || !get_flag(call, 6, 0, &transposed) ||
		!get_values(call, 7, &more) || !get_values(call, 8, &groups))
		return false;
	y.count = x.count;
	y.dims[0] = x.dims[0];
	y.dims[1] = transposed ? w.dims[1] * groups.dims[0] : w.dims[0];
	for (size_t i = 2; i < x.count; i++) {
		double step = value_of(&stride, i - 2), pad = 2 * value_of(&padding, i - 2);
		double kernel = value_of(&dilation, i - 2) * (w.dims[i] - 1);

		if (step < 1)
			return false;
		if (transposed)
			y.dims[i] =
				(x.dims[i] - 1) * step - pad + kernel + 1 + value_of(&more, i - 2);
		else
			y.dims[i] = floor((x.dims[i] + pad - kernel - 1) / step) + 1;
		if (y.dims[i] < 1)
			return false;
	}
	return set_work(call, convolve(transposed ? &x : &y, &w), elements(&y), 3);
}

/* The gradient of the result, x, w, sizes of the bias, stride, ..., 7: transposed */
static bool count_convolution_backward(struct call *call)
{
	struct tensor_shape y, x, w;
	bool transposed, wants_x, wants_w;

	if (!get_shape(call, 0, 0, &y) || y.count < 3 || !get_shape(call, 1, y.count, &x) ||
		!get_shape(call, 2, y.count, &w) || !get_flag(call, 7, 0, &transposed) ||
		!get_flag(call, call->formula->flags, 0, &wants_x) ||
		!get_flag(call, call->formula->flags, 1, &wants_w))
		return false;
	return set_work(call, (wants_x + wants_w) * convolve(transposed ? &x : &y, &w),
		wants_x * elements(&x) + wants_w * elements(&w), 3);
}

/*
 * Pairs of a query and a key that the mask leaves: the first query has the first key or, of
 * flash_attn, the last query has all keys.
 */
static bool count_pairs(const struct call *call, double queries, double keys, double *pairs)
{
	const char *text;
	bool causal = false;

	/* older traces do not say */
	if (*call->inputs->values != '\0' && !get_flag(call, call->formula->flags, 0, &causal))
		return false;
	if (call->formula->heads_last) {
		for (size_t i = 1; i <= 2; i++) {
			size_t len = item(call->inputs->values, call->formula->flags + i, &text);

			if (len > 0 && !is_word(text, len, "-1"))
				return false;
		}
	}
	*pairs = queries * keys;
	if (causal) {
		double less = queries < keys ? queries : keys;

		*pairs = less * (less + 1) / 2 + (call->formula->heads_last
								 ? (keys - less) * queries
								 : (queries - less) * keys);
	}
	return true;
}

/*
 * Queries, keys and values, from `first`: batch x heads x length x size. Forward, which has no
 * gradient before them: scores, and their product with the values; backward: scores again, their
 * gradient and that of the values, and those of queries and keys.
 */
static bool count_attention(struct call *call)
{
	size_t first = call->formula->first, length = call->formula->heads_last ? 1 : 2;
	double of_keys = first == 0 ? 1 : 3, of_values = first == 0 ? 1 : 2;
	struct tensor_shape q, k, v;
	double heads, pairs, results;

	if (!get_shape(call, first, 4, &q) || !get_shape(call, first + 1, 4, &k) ||
		!get_shape(call, first + 2, 4, &v) || q.dims[0] != k.dims[0] ||
		q.dims[3] != k.dims[3] || k.dims[length] != v.dims[length] ||
		!count_pairs(call, q.dims[length], k.dims[length], &pairs))
		return false;
	heads = q.dims[0] * q.dims[3 - length];
	results = first == 0 ? heads * q.dims[length] * v.dims[3]
			     : elements(&q) + elements(&k) + elements(&v);
	return set_work(call, 2 * heads * pairs * (of_keys * q.dims[3] + of_values * v.dims[3]),
		results, first + 3);
}

/* Where "is_causal" and the like are: native_functions.yaml, flash_attn_interface.py. */
static const struct formula formulas[] = {
	{ "aten::mm", count_product, 0, 0, false },
	{ "aten::addmm", count_product, 1, 0, false },
	{ "aten::_addmm_activation", count_product, 1, 0, false },
	{ "aten::bmm", count_product, 0, 0, false },
	{ "aten::baddbmm", count_product, 1, 0, false },
	{ "aten::_scaled_mm", count_product, 0, 0, false },
	{ "aten::linear", count_linear, 0, 0, false },
	{ "aten::convolution", count_convolution, 0, 0, false },
	{ "aten::_convolution", count_convolution, 0, 0, false },
	{ "aten::convolution_backward", count_convolution_backward, 0, 10, false },
	{ "aten::_scaled_dot_product_flash_attention", count_attention, 0, 4, false },
	{ "aten::_scaled_dot_product_efficient_attention", count_attention, 0, 6, false },
	{ "aten::_scaled_dot_product_cudnn_attention", count_attention, 0, 6, false },
	{ "aten::_scaled_dot_product_flash_attention_backward", count_attention, 1, 11, false },
	{ "aten::_scaled_dot_product_efficient_attention_backward", count_attention, 1, 11, false },
	{ "aten::_scaled_dot_product_cudnn_attention_backward", count_attention, 1, 14, false },
	{ "flash_attn::_flash_attn_forward", count_attention, 0, 5, true },
	{ "flash_attn::_flash_attn_backward", count_attention, 1, 11, true },
};

static const struct formula *find_formula(const char *name, size_t len)
{
	for (size_t i = 0; i < ARRAY_SIZE(formulas); i++) {
		if (is_word(name, len, formulas[i].name))
			return &formulas[i];
	}
	return NULL;
}

bool tensor_work_find(
	const char *name, size_t len, const struct tensor_inputs *inputs, struct tensor_work *work)
{
	struct call call = { find_formula(name, len), inputs, work };

	*work = (struct tensor_work){ 0 };
	return call.formula != NULL && call.formula->count(&call);
}

/* Where `word` begins in a name; `len` if nowhere. */
static size_t find_word(const char *name, size_t len, const char *word)
{
	const char *at = memmem(name, len, word, strlen(word));

	return at != NULL ? (size_t)(at - name) : len;
}

/* "[4096, 1024], [], [[8, 4]]], ..." as struct tensor_inputs has it; what does not fit is left out.
 */
static void get_sizes(const char *text, size_t len, char *dims, size_t room)
{
	size_t depth = 1, used = 0, whole = 0;

	for (size_t i = 0; i < len && depth > 0; i++) {
		if (used + 1 == room) {
			used = whole;
			break;
		}
		depth += text[i] == '[';
		depth -= text[i] == ']';
		if (depth > 2)
			dims[used++] = '?';
		else if (text[i] == ',' && depth == 2)
			dims[used++] = 'x';
		else if (text[i] == ',')
			dims[whole = used++] = ';';
		else if (text[i] >= '0' && text[i] <= '9')
			dims[used++] = text[i];
	}
	dims[used] = '\0';
}

bool tensor_work_of_range(const char *name, size_t len, struct tensor_work *work)
{
	static const char mark[] = ", sizes = [";
	size_t at = find_word(name, len, mark), begin = at + sizeof(mark) - 1;
	char dims[256];
	const struct tensor_inputs inputs = { dims, "", "" };

	if (at == len)
		return false;
	get_sizes(name + begin, len - begin, dims, sizeof(dims));
	return tensor_work_find(name, find_word(name, len, ", "), &inputs, work);
}

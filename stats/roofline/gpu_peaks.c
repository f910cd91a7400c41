#include "stats/roofline/roofline.h"

#include <ctype.h>

/* Whether one of the name's words is this one: "A10" is none of "A100-SXM4-80GB". */
static bool has_word(const char *name, const char *word, size_t len)
{
	for (const char *at = name; *at != '\0';) {
		size_t here = 0;

		while (isalnum((unsigned char)at[here]))
			here++;
		if (here == len && memcmp(at, word, len) == 0)
			return true;
		at += here > 0 ? here : 1;
	}
	return false;
}

static bool has_words(const char *name, const char *words)
{
	while (*words != '\0') {
		size_t len = strcspn(words, " ");

		if (!has_word(name, words, len))
			return false;
		words += len + strspn(words + len, " ");
	}
	return true;
}

/* What has no type is in half precision. */
static void set_unknown(struct gpu_peak *peak)
{
	double fp16 = peak->flops[NUMBER_FP16], bf16 = peak->flops[NUMBER_BF16];

	peak->flops[NUMBER_UNKNOWN] = bf16 > fp16 ? bf16 : fp16;
}

bool gpu_peak_find(const char *name, struct gpu_peak *peak)
{
#define GPU_PEAK(words, ...) { words, { __VA_ARGS__ } },
	static const struct {
		const char *words;
		double peaks[7];
	} known[] = {
#include "stats/roofline/gpu_peaks.list"
	};
	static const char *const parts[] = { "MIG", "Laptop", "Max" };

	*peak = (struct gpu_peak){ .bytes = 0 };
	for (size_t i = 0; i < ARRAY_SIZE(parts); i++) {
		if (has_words(name, parts[i]))
			return false;
	}
	for (size_t i = 0; i < ARRAY_SIZE(known); i++) {
		if (!has_words(name, known[i].words))
			continue;
		for (size_t type = NUMBER_FP64; type < NUMBER_TYPES; type++)
			peak->flops[type] = known[i].peaks[type - NUMBER_FP64] * 1e12;
		peak->bytes = known[i].peaks[ARRAY_SIZE(known[i].peaks) - 1] * 1e9;
		set_unknown(peak);
		return true;
	}
	return false;
}

void gpu_peak_replace(struct gpu_peak *peak, const struct gpu_peak *given)
{
	for (size_t type = 0; type < NUMBER_TYPES; type++)
		peak->flops[type] = given->flops[type] > 0 ? given->flops[type] : peak->flops[type];
	if (given->bytes > 0)
		peak->bytes = given->bytes;
	set_unknown(peak);
}

/* --- what users give ------------------------------------------------------------------ */

/* "bf16"; false: there is no such type. */
static bool number_type_find(const char *word, size_t len, enum number_type *type)
{
	static const char *const words[NUMBER_TYPES] = {
		[NUMBER_FP64] = "fp64",
		[NUMBER_FP32] = "fp32",
		[NUMBER_TF32] = "tf32",
		[NUMBER_FP16] = "fp16",
		[NUMBER_BF16] = "bf16",
		[NUMBER_FP8] = "fp8",
	};

	for (size_t i = NUMBER_FP64; i < NUMBER_TYPES; i++) {
		if (strlen(words[i]) == len && memcmp(words[i], word, len) == 0) {
			*type = (enum number_type)i;
			return true;
		}
	}
	return false;
}

static bool parse_rate(const char *text, size_t len, double unit, double *rate)
{
	char *end;
	double number = len > 0 ? strtod(text, &end) : 0;

	*rate = number * unit;
	return len > 0 && end == text + len && number > 0 && number < 1e9;
}

static bool parse_one(const char *text, size_t len, struct gpu_peak *peak)
{
	const char *equals = memchr(text, '=', len);
	size_t word = equals != NULL ? (size_t)(equals - text) : 0;
	enum number_type type;
	double rate;

	if (equals == NULL) {
		if (!parse_rate(text, len, 1e12, &rate))
			return false;
		for (size_t i = 0; i < NUMBER_TYPES; i++)
			peak->flops[i] = rate;
		return true;
	}
	if (word == strlen("memory") && memcmp(text, "memory", word) == 0)
		return parse_rate(equals + 1, len - word - 1, 1e9, &peak->bytes);
	return number_type_find(text, word, &type) &&
	       parse_rate(equals + 1, len - word - 1, 1e12, &peak->flops[type]);
}

bool gpu_peak_parse(const char *text, struct gpu_peak *peak, struct err *err)
{
	const char *at = text;

	for (;;) {
		size_t len = strcspn(at, ",");

		if (!parse_one(at, len, peak))
			return err_set(err, ERR_USAGE,
				"expected dense TFLOP/s, such as 989.4, or by type, with GB/s of "
				"memory: bf16=989.4,fp8=1979,memory=3350 (fp64, fp32, tf32, fp16, "
				"bf16, fp8), but got '%.100s'",
				text);
		if (at[len] == '\0')
			return true;
		at += len + 1;
	}
}

/* --- what ranges have to compute, as users state it --------------------------------------- */

static bool parse_work(const char *text, struct tensor_work *work)
{
	char *end;

	*work = (struct tensor_work){ .flop = strtod(text, &end) };
	if (end == text || !(work->flop > 0 && work->flop < 1e30))
		return false;
	return *end == '\0' ||
	       (*end == ':' && number_type_find(end + 1, strlen(end + 1), &work->type));
}

bool stated_works_add(struct stated_works *works, const char *text, struct err *err)
{
	const char *equals = strrchr(text, '=');
	struct stated_work stated = { .is_used = false };

	if (equals == NULL || equals == text || !parse_work(equals + 1, &stated.work))
		return err_set(err, ERR_USAGE,
			"expected REGEX=FLOP or REGEX=FLOP:TYPE, such as '^attention$=1.2e12:fp8' "
			"(types: fp64, fp32, tf32, fp16, bf16, fp8), but got '%.100s'",
			text);
	stated.pattern = mem_must(strndup(text, (size_t)(equals - text)));
	mem_need(works->list, works->cap, works->count + 1);
	works->list[works->count] = stated;
	return rules_add(&works->list[works->count++].rules, RULE_ONLY, RULE_ON_ALL, stated.pattern,
		NULL, err);
}

bool stated_works_check(const struct stated_works *works, struct err *err)
{
	for (size_t i = 0; works->were_asked && i < works->count; i++) {
		if (!works->list[i].is_used)
			return err_set(err, ERR_EMPTY,
				"--flops: no range with GPU operations is named '%.100s', or an "
				"earlier --flops has them; the report nvtx_gpu_proj_sum lists them",
				works->list[i].pattern);
	}
	return true;
}

void stated_works_release(struct stated_works *works)
{
	for (size_t i = 0; i < works->count; i++) {
		free(works->list[i].pattern);
		rules_release(&works->list[i].rules);
	}
	free(works->list);
	*works = (struct stated_works){ 0 };
}

bool stated_works_find(struct stated_works *works, struct names *names, uint32_t name,
	uint32_t *found, struct err *err)
{
	*found = 0;
	for (size_t i = 0; *found == 0 && name != NAME_NONE && i < works->count; i++) {
		struct stated_work *work = &works->list[i];
		struct verdict verdict;

		work->rules.names = names;
		if (!rules_apply(&work->rules, FRAME_RANGE, name, &verdict, err))
			return false;
		work->is_used |= verdict.only;
		*found = verdict.only ? (uint32_t)i + 1 : 0;
	}
	return true;
}

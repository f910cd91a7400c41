#include <math.h>

#include "base/compiler.h"
#include "collapse/model/tensor_work.h"
#include "tests/unit/test.h"

static bool find(const char *name, const char *dims, const char *types, const char *values,
	struct tensor_work *work)
{
	const struct tensor_inputs inputs = { dims, types, values };

	return tensor_work_find(name, strlen(name), &inputs, work);
}

/* Worked out by hand: see the comment of each. */
TEST(work_is_that_of_the_formula)
{
	static const char half[] = "c10::Half;c10::Half;c10::Half;c10::Half;c10::Half";
	static const struct {
		const char *name, *dims, *types, *values;
		double flop, bytes;
		enum number_type type;
	} cases[] = {
		/* 2 x 3 x 5 x 7; 15 + 35 + 21 elements */
		{ "aten::mm", "3x5;5x7", "float;float", "", 210, 284, NUMBER_FP32 },
		/* no types: as many FLOP, of unknown bytes */
		{ "aten::mm", "3x5;5x7", "", "", 210, 0, NUMBER_UNKNOWN },
		/* a bias of 7 besides */
		{ "aten::addmm", "7;3x5;5x7;;", "double;double;double;Scalar;Scalar", ";;;1;1", 210,
			624, NUMBER_FP64 },
		{ "aten::bmm", "2x3x5;2x5x7", half, "", 420, 284, NUMBER_FP16 },
		/* what is added has 2 x 3 x 7 elements */
		{ "aten::baddbmm", "2x3x7;2x3x5;2x5x7", half, "", 420, 368, NUMBER_FP16 },
		/* scales of 32 bits are not counted; the result has 16 bits */
		{ "aten::_scaled_mm", "3x5;5x7;;",
			"c10::Float8_e4m3fn;c10::Float8_e4m3fn;float;float", "", 210, 92,
			NUMBER_FP8 },
		/* 2 x 4 x 3 rows of 5, by 7; 60 + 35 + 7 + 84 elements */
		{ "aten::linear", "4x3x5;7x5;7", "c10::BFloat16;c10::BFloat16;c10::BFloat16", "",
			840, 372, NUMBER_BF16 },
		{ "aten::linear", "4x3x5;7x5;", "c10::BFloat16;c10::BFloat16;", "", 840, 358,
			NUMBER_BF16 },
		/* 2 images, (16 + 2 - 3) / 2 + 1 = 8 by 8 places, 8 x 4 x 3 x 3 weights */
		{ "aten::convolution", "2x4x16x16;8x4x3x3;8", "float;float;float",
			";;;[2, 2];[1, 1];[1, 1];False;[0, 0];1", 73728,
			4 * (2048 + 288 + 8 + 1024), NUMBER_FP32 },
		/* one number stands for all dimensions; 2 groups: 4 x 1 x 3 weights, 8 places */
		{ "aten::_convolution", "1x2x10;4x1x3;", "float;float;",
			";;;[1];[0];[1];False;[0];2", 192, 4 * (20 + 12 + 32), NUMBER_FP32 },
		/* transposed: each of 5 places of the input; (5 - 1) x 2 + 3 = 11 places out */
		{ "aten::convolution", "1x2x5;2x3x3;", "float;float;", ";;;[2];[0];[1];True;[0];1",
			180, 4 * (10 + 18 + 33), NUMBER_FP32 },
		/* a dilated kernel of 3 covers 5: 6 places */
		{ "aten::convolution", "1x1x10;1x1x3;", "float;float;",
			";;;[1];[0];[2];False;[0];1", 36, 4 * (10 + 3 + 6), NUMBER_FP32 },
		/* as much as forward for each gradient that is wanted */
		{ "aten::convolution_backward", "2x8x8x8;2x4x16x16;8x4x3x3", "float;float;float",
			";;;[8];[2, 2];[1, 1];[1, 1];False;[0, 0];1;[True, True, True]", 147456,
			4 * (1024 + 2048 + 288 + 2048 + 288), NUMBER_FP32 },
		{ "aten::convolution_backward", "2x8x8x8;2x4x16x16;8x4x3x3", "float;float;float",
			";;;[8];[2, 2];[1, 1];[1, 1];False;[0, 0];1;[False, True, False]", 73728,
			4 * (1024 + 2048 + 288 + 288), NUMBER_FP32 },
		/* 2 x 3 heads, 4 x 6 pairs, 8 + 8 each, twice; 5 heads of keys would be as good */
		{ "aten::_scaled_dot_product_flash_attention", "2x3x4x8;2x3x6x8;2x3x6x8;;;", half,
			";;;0.;False;False", 4608, 2 * (192 + 288 + 288 + 192), NUMBER_FP16 },
		{ "aten::_scaled_dot_product_efficient_attention", "2x4x4x8;2x2x6x8;2x2x6x8", half,
			";;;;False;0.;False", 6144, 2 * (256 + 192 + 192 + 256), NUMBER_FP16 },
		/* a causal mask leaves 1 + 2 + 3 + 4 of 24 pairs, or 1 + 2 + 2 + 2 of 8 */
		{ "aten::_scaled_dot_product_flash_attention", "2x3x4x8;2x3x6x8;2x3x6x8;;;", half,
			";;;0.;True;False", 1920, 2 * (192 + 288 + 288 + 192), NUMBER_FP16 },
		{ "aten::_scaled_dot_product_cudnn_attention", "1x1x4x8;1x1x2x8;1x1x2x8", half,
			";;;;False;0.;true", 224, 2 * (32 + 16 + 16 + 32), NUMBER_FP16 },
		/* five products: three of the keys' size, two of the values' */
		{ "aten::_scaled_dot_product_flash_attention_backward",
			"1x1x4x4;1x1x4x8;1x1x6x8;1x1x6x4", half, ";;;;;;;;;;0.;False", 1536,
			2 * (16 + 32 + 48 + 24 + 32 + 48 + 24), NUMBER_FP16 },
		/* length before heads: 1 x 3 heads, 4 x 6 pairs */
		{ "flash_attn::_flash_attn_forward", "1x4x3x8;1x6x3x8;1x6x3x8;;", half,
			";;;0.;0.5;False;-1;-1", 2304, 2 * (96 + 144 + 144 + 96), NUMBER_FP16 },
		/* of whose mask the last query has all keys: 3 + 4 + 5 + 6 of 24, or 1 + 2 of 8 */
		{ "flash_attn::_flash_attn_forward", "1x4x3x8;1x6x3x8;1x6x3x8;;", half,
			";;;0.;0.5;True;-1;-1", 1728, 2 * (96 + 144 + 144 + 96), NUMBER_FP16 },
		{ "flash_attn::_flash_attn_forward", "1x4x1x8;1x2x1x8;1x2x1x8;;", half,
			";;;0.;0.5;True;-1;-1", 96, 2 * (32 + 16 + 16 + 32), NUMBER_FP16 },
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		struct tensor_work work;

		if (!find(cases[i].name, cases[i].dims, cases[i].types, cases[i].values, &work))
			fail_msg("%zu: %s is not counted", i, cases[i].name);
		if (fabs(work.flop - cases[i].flop) > 0.5 ||
			fabs(work.bytes - cases[i].bytes) > 0.5 || work.type != cases[i].type)
			fail_msg("%zu: %s: %f FLOP, %f bytes, type %d", i, cases[i].name, work.flop,
				work.bytes, (int)work.type);
	}
}

TEST(what_is_not_said_is_not_guessed)
{
	static const char *const cases[][4] = {
		{ "aten::add", "3x5;3x5", "float;float", "" },
		{ "aten::mmm", "3x5;5x7", "float;float", "" },
		{ "aten::mm", "", "", "" },
		{ "aten::mm", "3x5", "float", "" },
		{ "aten::mm", "3x5;6x7", "float;float", "" },
		{ "aten::mm", "3x0;0x7", "float;float", "" },
		{ "aten::mm", "3;3", "float;float", "" },
		{ "aten::mm", "3x5;5x7", "int;int", "" },
		{ "aten::mm", "?x?;5x7", "float;float", "" },
		{ "aten::mm", "1000000000000000000x5;5x7", "float;float", "" },
		{ "aten::bmm", "2x3x5;3x5x7", "float;float", "" },
		{ "aten::bmm", "1x1x1x1x1x1x1x1x1;5x7", "float;float", "" },
		{ "aten::linear", "4x5;7x6", "float;float", "" },
		/* older traces have no strides */
		{ "aten::convolution", "2x4x16x16;8x4x3x3;8", "float;float;float", "" },
		{ "aten::convolution", "2x4x16x16;8x4x3x3;8", "float;float;float",
			";;;[0, 0];[1, 1];[1, 1];False;[0, 0];1" },
		{ "aten::convolution", "1x4x2x2;8x4x3x3;8", "float;float;float",
			";;;[1, 1];[0, 0];[1, 1];False;[0, 0];1" },
		{ "aten::convolution", "1x4x2x2;8x4x3x3;8", "float;float;float",
			";;;[2, 2];[0, 0];[1, 1];False;[0, 0];1" },
		{ "aten::convolution", "1x4x9x9;8x4x99999999999999x3;8", "float;float;float",
			";;;[1, 1];[0, 0];[99999999999999, 1];False;[0, 0];1" },
		{ "aten::convolution_backward", "2x8x8x8;2x4x16x16;8x4x3x3", "float;float;float",
			";;;[8];[2, 2];[1, 1];[1, 1];False;[0, 0];1;" },
		{ "aten::_scaled_dot_product_flash_attention", "2x3x4x8;2x3x6x8;2x3x5x8",
			"float;float;float", "" },
		{ "aten::_scaled_dot_product_flash_attention", "2x3x4x8;2x3x6x8;2x3x6x8",
			"float;float;float", ";;;0." },
		/* a window of 256 keys */
		{ "flash_attn::_flash_attn_forward", "1x4x3x8;1x6x3x8;1x6x3x8",
			"c10::Half;c10::Half;c10::Half", ";;;0.;0.5;True;256;0" },
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		struct tensor_work work;

		if (find(cases[i][0], cases[i][1], cases[i][2], cases[i][3], &work))
			fail_msg("%zu: %s %s is counted", i, cases[i][0], cases[i][1]);
	}
}

/* 0 FLOP: not counted */
static void expect_flop(const char *name, double flop)
{
	struct tensor_work work = { .flop = 0 };
	bool found = tensor_work_of_range(name, strlen(name), &work);

	if (found != (flop > 0) || (found && fabs(work.flop - flop) > 0.5))
		fail_msg("%s: %f FLOP", name, work.flop);
}

/* Names as emit_nvtx() makes them. */
TEST(shapes_may_be_in_a_name)
{
	static const struct {
		const char *name;
		double flop;
	} cases[] = {
		{ "aten::mm, seq = 1, op_id = 2, sizes = [[3, 5], [5, 7]]", 210 },
		{ "aten::addmm, op_id = 2, sizes = [[7], [3, 5], [5, 7], [], []], "
		  "input_op_ids = [(1,0)]",
			210 },
		{ "aten::linear, sizes = [[4, 3, 5], [7, 5], []]", 840 },
		{ "aten::mm, sizes = [[3, 5], [5, 7", 210 },
		{ "aten::mm, seq = 1, op_id = 2", 0 },
		{ "aten::mm", 0 },
		{ "aten::mm, sizes = [", 0 },
		{ "aten::mm, sizes = []", 0 },
		{ "aten::mm, sizes = [[[3, 5]], [[5, 7]]]", 0 },
		{ "aten::cat, sizes = [[3, 5], [5, 7]]", 0 },
		{ ", sizes = [[3, 5], [5, 7]]", 0 },
	};

	/* more than there is room for, within the second shape and after it */
	char name[600] = "aten::mm, sizes = [[3, 5], [5, 7], [1";

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++)
		expect_flop(cases[i].name, cases[i].flop);
	while (strlen(name) < 400)
		strcat(name, ", 1");
	expect_flop(strcat(name, "]]"), 210);
	strcpy(name, "aten::mm, sizes = [[3, 5], [5, ");
	while (strlen(name) < 400)
		strcat(name, "1");
	expect_flop(strcat(name, "]]"), 0);
}

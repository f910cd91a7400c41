#include <math.h>

#include "base/compiler.h"
#include "stats/roofline/roofline.h"
#include "tests/unit/test.h"

/* Names as NVIDIA's and AMD's drivers give them. */
TEST(a_gpu_is_found_by_its_name)
{
	static const struct {
		const char *name;
		double bf16, tf32, memory; /* 0: it is not found */
	} cases[] = {
		{ "NVIDIA H100 80GB HBM3", 989.4, 494.7, 3350 },
		{ "NVIDIA H100 PCIe", 756.5, 378, 2000 },
		{ "NVIDIA H100 NVL", 835.5, 417.5, 3900 },
		{ "NVIDIA H200", 989.4, 494.7, 4800 },
		{ "NVIDIA B200", 2250, 1125, 8000 },
		{ "NVIDIA GB200", 2500, 1250, 8000 },
		{ "NVIDIA A100-SXM4-80GB", 312, 156, 2039 },
		{ "NVIDIA A100-SXM4-40GB", 312, 156, 1555 },
		{ "NVIDIA A100 80GB PCIe", 312, 156, 1935 },
		{ "NVIDIA A10", 125, 62.5, 600 },
		{ "NVIDIA A10G", 70, 35, 600 },
		{ "NVIDIA L4", 121, 60, 300 },
		{ "NVIDIA L40S", 362, 183, 864 },
		{ "Tesla T4", 0, 8.1, 320 },
		{ "Tesla V100-SXM2-32GB", 0, 15.7, 900 },
		{ "Tesla V100-PCIE-16GB", 0, 14, 900 },
		{ "NVIDIA GeForce RTX 4090", 165.2, 82.6, 1008 },
		{ "NVIDIA RTX 6000 Ada Generation", 364.2, 182.1, 960 },
		{ "AMD Instinct MI300X", 1307.4, 163.4, 5300 },
		{ "AMD Instinct MI250X", 191.5, 47.9, 1638 },
		/* a part of a GPU, a slower one, and others */
		{ "NVIDIA H100 80GB HBM3 MIG 1g.10gb", 0, 0, 0 },
		{ "NVIDIA GeForce RTX 4090 Laptop GPU", 0, 0, 0 },
		{ "NVIDIA H1000", 0, 0, 0 },
		{ "", 0, 0, 0 },
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		struct gpu_peak peak;

		if (gpu_peak_find(cases[i].name, &peak) != (cases[i].memory > 0) ||
			fabs(peak.flops[NUMBER_BF16] / 1e12 - cases[i].bf16) > 1e-6 ||
			fabs(peak.flops[NUMBER_TF32] / 1e12 - cases[i].tf32) > 1e-6 ||
			fabs(peak.bytes / 1e9 - cases[i].memory) > 1e-6)
			fail_msg("'%s': %g of bf16, %g of tf32, %g of memory", cases[i].name,
				peak.flops[NUMBER_BF16], peak.flops[NUMBER_TF32], peak.bytes);
	}
}

TEST(what_is_given_replaces_what_is_known)
{
	struct gpu_peak peak, given = { .bytes = 0 };
	struct err err = { 0 };

	assert_true(gpu_peak_find("NVIDIA A100-SXM4-80GB", &peak));
	assert_true(peak.flops[NUMBER_FP32] == 19.5e12 && peak.flops[NUMBER_TF32] == 156e12);
	assert_true(gpu_peak_find("Tesla V100-SXM2-32GB", &peak));
	assert_true(peak.flops[NUMBER_UNKNOWN] == 125e12);
	assert_true(gpu_peak_parse("fp16=100,memory=800", &given, &err));
	gpu_peak_replace(&peak, &given);
	assert_true(peak.flops[NUMBER_FP16] == 100e12 && peak.flops[NUMBER_FP32] == 15.7e12);
	assert_true(peak.flops[NUMBER_UNKNOWN] == 100e12 && peak.bytes == 800e9);
	assert_true(gpu_peak_parse("1e3", &given, &err));
	gpu_peak_replace(&peak, &given);
	assert_true(peak.flops[NUMBER_FP64] == 1e15 && peak.flops[NUMBER_UNKNOWN] == 1e15);
	assert_true(peak.bytes == 800e9);
}

TEST(bad_peaks_are_refused)
{
	static const char *const cases[] = { "", "x", "0", "-1", "1e9", "bf16", "bf16=", "bf16=x",
		"bf16=1,", "fp4=1", "memory=-1", "=1", "nan", "inf", "1 2" };

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		struct gpu_peak given = { .bytes = 0 };
		struct err err = { 0 };

		if (gpu_peak_parse(cases[i], &given, &err) || err.code != ERR_USAGE)
			fail_msg("'%s' is accepted", cases[i]);
	}
}

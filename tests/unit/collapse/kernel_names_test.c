#include "collapse/names/kernel_names.h"
#include "tests/unit/test.h"

static void assert_short(const char *name, const char *expected)
{
	size_t len = strlen(name), used;
	char *out = malloc(len + 1);

	assert_non_null(out);
	used = kernel_short_name(name, len, out);
	assert_true(used <= len);
	out[used] = '\0';
	assert_string_equal(out, expected);
	free(out);
}

TEST(shortening_keeps_the_last_name)
{
	static const struct {
		const char *name, *expected;
	} cases[] = {
		{ "gelu_forward_kernel2(__nv_bfloat16 *, const __nv_bfloat16 *)",
			"gelu_forward_kernel2" },
		{ "void k<float, (int)4>(float *)", "k" },
		{ "void at::native::vectorized_elementwise_kernel<(int)4, at::native::AddF<float>>"
		  "(int, T2)",
			"vectorized_elementwise_kernel" },
		{ "void at::native::(anonymous namespace)::foo<int>(int)", "foo" },
		{ "jax::<unnamed>::ThreeFry2x32Kernel(const unsigned int *, long)",
			"ThreeFry2x32Kernel" },
		{ "std::enable_if<(a)0, void>::type ns::k<float>(float)", "k" },
		{ "float* k(int)", "k" },
		{ "ns::f::operator()(int) const", "operator()" },
		{ "ns::operator<< <char>(int)", "operator<<" },
		{ "operator<< <char>(int)", "operator<<" },
		{ "sm80_xmma_gemm_f16_tn", "sm80_xmma_gemm_f16_tn" },
		{ "[CUDA memcpy HtoD]", "[CUDA memcpy HtoD]" },
		/* not a C++ name, or a truncated one: unchanged */
		{ "a<b", "a<b" },
		{ "a>b", "a>b" },
		{ "f(int", "f(int" },
		{ "(x)", "(x)" },
		{ "a::", "a::" },
		{ ">", ">" },
		{ "", "" },
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++)
		assert_short(cases[i].name, cases[i].expected);
}

static const char *family(struct rules *rules, const char *name)
{
	struct err err = { 0 };
	struct verdict verdict;
	uint32_t id;

	id = names_intern(rules->names, name, strlen(name));
	assert_true(rules_apply(rules, FRAME_LEAF, id, &verdict, &err));
	return rules->names->list[verdict.frame].text;
}

TEST(families_say_what_a_kernel_does)
{
	static const struct {
		const char *name, *expected;
	} cases[] = {
		{ "sm90_xmma_gemm_bf16bf16_bf16f32_f32_tn_n_tilesize128x128x64_cublas",
			"xmma_gemm" },
		{ "sm80_xmma_fprop_implicit_gemm_indexed_f16f16_tilesize128x32x64_execute_kernel_"
		  "trt",
			"xmma_fprop" },
		{ "void cutlass::Kernel2<cutlass_80_tensorop_bf16_s16816gemm_relu_bf16_256x128>"
		  "(T1::Params)",
			"cutlass_gemm" },
		{ "ampere_sgemm_128x64_nn", "gemm" },
		{ "trt_ampere_h16816gemm_64x64_ldg8_relu_stages_64x5_tn_v1", "gemm" },
		{ "void flash_fwd_kernel<Flash_fwd_kernel_traits<(int)64, (int)128>>(Params)",
			"flash_attention_forward" },
		{ "void cudnn_generated_fort_native_sdpa_sm90_flash_bprop_wgmma_f16_kernel0_0(d)",
			"flash_attention_backward" },
		{ "cudnn_generated_fort_native_sdpa_sm90_flash_fprop_wgmma_f16_knob_3f_64x128x128_"
		  "kernel0_0",
			"flash_attention_forward" },
		{ "void cutlass::device_kernel<flash::FlashAttnFwdSm90<flash::"
		  "CollectiveMainloopFwdSm90<(int)2, cutlass::bfloat16_t>>>(T1::Params)",
			"flash_attention_forward" },
		{ "void "
		  "cutlass::device_kernel<flash::enable_sm90<flash::FlashAttnBwdSm90<int>>>(P)",
			"flash_attention_backward" },
		{ "fmha_cutlassF_bf16_aligned_64x128_rf_sm80(AttentionKernel<bfloat16>::Params)",
			"efficient_attention_forward" },
		{ "fmha_cutlassB_f32_aligned_64x64_k64_sm80(Params)",
			"efficient_attention_backward" },
		{ "triton_poi_fused__scaled_dot_product_flash_attention_backward_add_3",
			"triton_poi_fused__scaled_dot_product_flash_attention_backward_add" },
		{ "cutlass_80_wmma_tensorop_bf16_s161616gemm_bf16_16x16_128x2_tn", "cutlass_gemm" },
		{ "volta_scudnn_128x64_relu_medium_nn_v1", "volta_scudnn_128x64_relu_medium_nn" },
		{ "ncclDevKernel_AllReduce_Sum_bf16_RING_LL(ncclDevKernelArgsStorage<4096ul>)",
			"nccl_AllReduce" },
		{ "ncclSymDevKernel_AllGather_LL(ncclSymDevArgs)", "nccl_AllGather" },
		{ "layernorm_forward_kernel6(float *)", "layernorm_forward_kernel" },
		{ "void at::native::vectorized_elementwise_kernel<(int)4, F>(int, T2)",
			"vectorized_elementwise_kernel" },
	};
	struct names names;
	struct rules rules;
	struct err err = { 0 };

	names_init(&names);
	rules_init(&rules, &names);
	assert_true(kernel_names_add(&rules, KERNEL_NAMES_FAMILY, &err));
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++)
		assert_string_equal(family(&rules, cases[i].name), cases[i].expected);
	rules_release(&rules);
	names_release(&names);
}

/* Names are untrusted: no rule may need so many steps for one that it fails. */
TEST(families_accept_long_names)
{
	static const char *const parts[] = { "cutlass_", "_a", "cutlass", "ampere_", "sm80_x_",
		"flash", "flash_", "sdpa_", "FlashFw", "fmha_cutlass", "ncclDevKernel_", "_1x",
		"1x", "1", "xmma_", "gemv" };
	struct names names;
	struct rules rules;
	struct err err = { 0 };
	char name[40000];

	names_init(&names);
	rules_init(&rules, &names);
	assert_true(kernel_names_add(&rules, KERNEL_NAMES_FAMILY, &err));
	for (size_t i = 0; i < 2 * ARRAY_SIZE(parts); i++) {
		const char *part = parts[i / 2];
		size_t len = i % 2 == 0 ? 0 : strlen("cutlass");

		memcpy(name, "cutlass", len);
		for (; len + strlen(part) < sizeof(name); len += strlen(part))
			memcpy(name + len, part, strlen(part));
		name[len] = '\0';
		assert_non_null(family(&rules, name));
	}
	rules_release(&rules);
	names_release(&names);
}

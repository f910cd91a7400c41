# The bundled trace, folded by the default rules.
default-rules() {
  gpuflame collapse "$FIXTURES/demo.sqlite"
}
check default-rules 0 <<'STDOUT' 3<<'STDERR'
Train step;Generation step;forward;Layer;attention;sm90_xmma_gemm_bf16bf16_bf16f32_f32_tn_n_tilesize128x128x64_warpgroupsize1x1x1_execute_segment_k_off_kernel__5x_cublas 805094
Train step;Generation step;forward;Layer;attention;void flash_fwd_kernel<Flash_fwd_kernel_traits<128, 128, 64, 4, false, false, cutlass::bfloat16_t>, false, true>(Flash_fwd_params) 891888
Train step;Generation step;forward;Layer;layernorm;void layernorm_forward_kernel6(__nv_bfloat16*, float*, float*, const __nv_bfloat16*, int, int) 129336
Train step;Generation step;forward;Layer;mlp;gelu_forward_kernel2(__nv_bfloat16*, const __nv_bfloat16*) 231876
Train step;Generation step;forward;Layer;mlp;sm90_xmma_gemm_bf16bf16_bf16f32_f32_tn_n_tilesize128x256x64_warpgroupsize2x1x1_execute_segment_k_off_kernel__5x_cublas 1580298
Train step;Generation step;forward;Layer;residual;fused_residual_forward_kernel5(__nv_bfloat16*, __nv_bfloat16*, float*, float*, const __nv_bfloat16*, int, int) 157885
Train step;Generation step;forward;embedding;encoder_forward_kernel3(__nv_bfloat16*, const int*, const __nv_bfloat16*, int, int, int) 18090
Train step;Generation step;forward;loss;sm90_xmma_gemm_bf16bf16_bf16f32_f32_tn_n_tilesize256x128x64_warpgroupsize2x1x1_execute_segment_k_off_kernel__5x_cublas 417276
Train step;Generation step;forward;loss;void fused_classifier_kernel5<__nv_bfloat16, true>(__nv_bfloat16*, float*, float, const int*, int, int, int, int) 195321
Train step;Generation step;softmax;void softmax_warp_forward<float, float, float, 10, false, false>(float*, float const*, int, int, int) 16376
Train step;backward;Layer;attention;sm90_xmma_gemm_bf16bf16_bf16f32_f32_nt_n_tilesize128x128x64_warpgroupsize1x1x1_execute_segment_k_off_kernel__5x_cublas 3543552
Train step;backward;Layer;attention;void flash_bwd_dq_dk_dv_loop_seqk_parallel_kernel<Flash_bwd_kernel_traits<64, 128, 128, 8, 4, 4, 4, false, false, cutlass::bfloat16_t>, false, true>(Flash_bwd_params) 6803766
Train step;backward;Layer;layernorm;layernorm_backward_kernel10(__nv_bfloat16*, __nv_bfloat16*, __nv_bfloat16*, float*, const __nv_bfloat16*, int, int, int) 1124073
Train step;backward;Layer;mlp;gelu_backward_inplace_kernel(__nv_bfloat16*, const __nv_bfloat16*) 812812
Train step;backward;Layer;mlp;sm90_xmma_gemm_bf16bf16_bf16f32_f32_nn_n_tilesize128x256x64_warpgroupsize2x1x1_execute_segment_k_off_kernel__5x_cublas 4834686
Train step;backward;Layer;mlp;sm90_xmma_gemm_bf16bf16_bf16f32_f32_nt_n_tilesize128x128x64_warpgroupsize1x1x1_execute_segment_k_off_kernel__5x_cublas 4703342
Train step;backward;Layer;mlp;void matmul_backward_bias_kernel9<__nv_bfloat16, false>(__nv_bfloat16*, const __nv_bfloat16*, int, int) 534060
Train step;backward;loss;sm90_xmma_gemm_bf16bf16_bf16f32_f32_nt_n_tilesize256x128x64_warpgroupsize2x1x1_execute_segment_k_off_kernel__5x_cublas 2432302
Train step;forward;Layer;attention;sm90_xmma_gemm_bf16bf16_bf16f32_f32_tn_n_tilesize128x128x64_warpgroupsize1x1x1_execute_segment_k_off_kernel__5x_cublas 2401868
Train step;forward;Layer;attention;void flash_fwd_kernel<Flash_fwd_kernel_traits<128, 128, 64, 4, false, false, cutlass::bfloat16_t>, false, true>(Flash_fwd_params) 2641920
Train step;forward;Layer;layernorm;void layernorm_forward_kernel6(__nv_bfloat16*, float*, float*, const __nv_bfloat16*, int, int) 387132
Train step;forward;Layer;mlp;gelu_forward_kernel2(__nv_bfloat16*, const __nv_bfloat16*) 701404
Train step;forward;Layer;mlp;sm90_xmma_gemm_bf16bf16_bf16f32_f32_tn_n_tilesize128x256x64_warpgroupsize2x1x1_execute_segment_k_off_kernel__5x_cublas 4768140
Train step;forward;Layer;residual;fused_residual_forward_kernel5(__nv_bfloat16*, __nv_bfloat16*, float*, float*, const __nv_bfloat16*, int, int) 477607
Train step;forward;embedding;encoder_forward_kernel3(__nv_bfloat16*, const int*, const __nv_bfloat16*, int, int, int) 55017
Train step;forward;loss;sm90_xmma_gemm_bf16bf16_bf16f32_f32_tn_n_tilesize256x128x64_warpgroupsize2x1x1_execute_segment_k_off_kernel__5x_cublas 1229517
Train step;forward;loss;void fused_classifier_kernel5<__nv_bfloat16, true>(__nv_bfloat16*, float*, float, const int*, int, int, int, int) 575585
Train step;gradients;NCCL:ncclAllReduce;ncclDevKernel_AllReduce_Sum_bf16_RING_LL(ncclDevKernelArgsStorage<4096ul>) 2785965
Train step;optimizer;grad norm;void global_norm_squared_kernel<__nv_bfloat16>(float*, const __nv_bfloat16*, unsigned long, long) 284812
Train step;optimizer;update;void adamw_kernel3<__nv_bfloat16, __nv_bfloat16>(__nv_bfloat16*, float*, __nv_bfloat16*, float*, float*, unsigned long, float) 1269784
load batch;[CUDA memcpy HtoD] 1110000
load batch;[CUDA memset] 27000
STDOUT
gpuflame: note: validation is left out: 4.41 ms, 8.4 % (--no-default-rules has it)
STDERR

# Each oddity has its place in the stacks and its line on stderr.
oddities() {
  gpuflame collapse "$FIXTURES/oddities.sqlite"
}
check oddities 0 <<'STDOUT' 3<<'STDERR'
Train step;Layer;gemm(float*) 1
Train step;NCCL:ncclAllReduce;gemm(float*) 1000
Train step;[unnamed];gemm(float*) 100
Train step;gemm(float*) 202000
Train step;its neighbour;gemm(float*) 200
Train step;overlaps;its neighbour;gemm(float*) 20
Train step;registered name;[CUDA graph] 44
Train step;registered name;[CUDA memset] 500
Train step;registered name;gemm(float*) 10
Train step;semi:colon � x;gemm(float*) 20000
Train step;start/end;gemm(float*) 10000
[CUDA memcpy AtoA] 5
[CUDA memcpy AtoD] 6
[CUDA memcpy AtoH] 4
[CUDA memcpy DtoA] 7
[CUDA memcpy DtoD] 8
[CUDA memcpy DtoH] 2
[CUDA memcpy HtoA] 3
[CUDA memcpy HtoD] 1
[CUDA memcpy HtoH] 9
[CUDA memcpy PtoP] 10
[CUDA memcpy UVM DtoD] 13
[CUDA memcpy UVM DtoH] 12
[CUDA memcpy UVM HtoD] 11
[CUDA memcpy kind 77] 77
[no launch record];gemm(float*) 33
[unnamed] 300
gemm(float*) 2
other process;gemm(float*) 1000000
STDOUT
gpuflame: note: 1 ranges were never closed; assumed to last until the end of the report
gpuflame: note: 1 ranges have no name
gpuflame: note: 2 GPU operations have no launch record: launched before the profiler began, moved by unified memory, or lost
gpuflame: note: 2 rows of GPU operations skipped: no valid time
gpuflame: note: 2 rows of ranges skipped: no valid time or thread
gpuflame: warning: the report says: Not all NVTX events might have been collected. (2 times)
gpuflame: warning: the report says: Number of incomplete CUPTI events dropped: 12?[31m
gpuflame: note: validation is left out: 100 us, 7.5 % (--no-default-rules has it)
STDERR

# With every rule off, nothing is filtered and numbers stay: the stacks that are others then.
oddities-no-rules() {
  gpuflame collapse -q "$FIXTURES/oddities.sqlite" | sed 's/^Train step;/Train step 3;/' >before
  gpuflame collapse -q --no-strip-layer-number --no_strip_train_iter_number \
    --no-strip-graph-number --no_filter_out_validation --preset none --strip-numbers none \
    "$FIXTURES/oddities.sqlite" | news before
}
check oddities-no-rules 0 <<'STDOUT'
Train step 3;Layer 7;gemm(float*) 1
Train step 3;registered name;[CUDA graph 12] 4
Train step 3;registered name;[CUDA graph 9] 40
validation;never closed;gemm(float*) 100000
(27 as before)
STDOUT

# Each option, on its own.
options() {
  each() { tell "$*" gpuflame collapse -q "$@" "$FIXTURES/oddities.sqlite"; }
  each --kernels-only --kernel-names short --only step --filter-out '^(start|.*its|semi)'
  each --no-domain-prefix --only ncclAllReduce
  each --rename '^(Train) step=$1ing' --only Training --filter-out '^gemm|memset'
  each --rename 'g(?<rest>e+mm)=<${rest}>' --only '^<emm>' --filter-out '^(Train step|other process)$'
  each --drop-frame '^Train step$' --drop-frame '^Layer$' --only '^gemm' --filter-out 'other|overlaps|its|start/end|NCCL|unnamed|registered|no launch|semi'
  each --root '^NCCL:' --only NCCL
  cat >my.rules <<'END'
# comment

range:rename ^Train step=step
kernel:only ^\[CUDA
END
  each --rules my.rules --filter-out memcpy
}
check options 0 <<'STDOUT'
--- --kernels-only --kernel-names short --only step --filter-out ^(start|.*its|semi)
Train step;Layer;gemm 1
Train step;NCCL:ncclAllReduce;gemm 1000
Train step;[unnamed];gemm 100
Train step;gemm 202000
Train step;registered name;gemm 10
--- --no-domain-prefix --only ncclAllReduce: Train step;ncclAllReduce;gemm(float*) 1000
--- --rename ^(Train) step=$1ing --only Training --filter-out ^gemm|memset: Training;registered name;[CUDA graph] 44
--- --rename g(?<rest>e+mm)=<${rest}> --only ^<emm> --filter-out ^(Train step|other process)$: <emm>(float*) 2 | [no launch record];<emm>(float*) 33
--- --drop-frame ^Train step$ --drop-frame ^Layer$ --only ^gemm --filter-out other|overlaps|its|start/end|NCCL|unnamed|registered|no launch|semi
gemm(float*) 202003
--- --root ^NCCL: --only NCCL: NCCL:ncclAllReduce;gemm(float*) 1000
--- --rules my.rules --filter-out memcpy: step;registered name;[CUDA graph] 44 | step;registered name;[CUDA memset] 500
STDOUT

# Presets: listed, printed, chosen by name, by file, or by what they recognise.
presets() {
  cat >in.folded <<'EOF'
ProfilerStep#12;model.layers.3.mlp;triton_poi_fused_add_mul_12 1
ProfilerStep#13;model.layers.4.mlp;triton_poi_fused_add_mul_7 2
ProfilerStep#13;onnx::Conv_239_clone_1;void k<float, (int)4>(float *) 4
plain_7;void at::native::k<float, (int)8>(float *, int) 8
EOF
  # compiled kernels, known by what a short name lacks
  cat >compiled.folded <<'EOF'
step;CudaCodeGen::kernel912(CudaCodeGen::Tensor<float>) 1
step;CudaCodeGen::kernel913(CudaCodeGen::Tensor<float>) 2
step;void nvfuser::nvfuser_pointwise_f0_c1_r0_g0(nvfuser::Tensor<float>) 4
step;loop_fusion_12 8
step;kernel7(int) 16
EOF
  gpuflame collapse --list-presets | cut -d ' ' -f 1 | sort >listed
  (cd "$TESTS/../collapse/names/presets" && printf '%s\n' *.rules) | grep -v kernel-family | sed 's/\.rules$//' | sort | diff - listed && echo "every file is listed"
  for name in $(cat listed); do
    gpuflame collapse --print-preset "$name" | diff - "$TESTS/../collapse/names/presets/$name.rules" || echo "$name differs"
  done
  echo "auto:" && gpuflame collapse in.folded
  gpuflame collapse --preset none in.folded | cmp - in.folded && echo "none: as they were"
  echo "all:" && gpuflame collapse --preset all in.folded
  echo "two:" && gpuflame collapse --preset modules,triton in.folded | news in.folded
  echo '# a file of ours' >mine.rules
  echo 'range:rename ^plain_\d+$=plain' >>mine.rules
  echo "ours:" && gpuflame collapse --preset mine.rules in.folded | news in.folded
  echo "short:" && gpuflame collapse --kernel-names short in.folded
  echo "family:" && gpuflame collapse --kernel-names=family in.folded
  for mode in full short family; do
    echo "compiled, $mode:" && gpuflame collapse --kernel-names $mode compiled.folded
  done
  tell "" gpuflame collapse --preset pytroch in.folded
  tell "" gpuflame collapse --preset ./absent in.folded
  tell "" gpuflame collapse --kernel-names tiny in.folded
  tell "" gpuflame collapse --print-preset nothing
}
check presets 2 <<'STDOUT'
every file is listed
auto:
ProfilerStep;model.layers.N.mlp;triton_poi_fused_add_mul_N 3
ProfilerStep;onnx::Conv;void k<float, (int)4>(float *) 4
plain_7;void at::native::k<float, (int)8>(float *, int) 8
none: as they were
all:
ProfilerStep;model.layers.N.mlp;triton_poi_fused_add_mul_N 3
ProfilerStep;onnx::Conv;void k<float, (int)4>(float *) 4
plain;void at::native::k<float, (int)8>(float *, int) 8
two:
ProfilerStep#12;model.layers.N.mlp;triton_poi_fused_add_mul_N 1
ProfilerStep#13;model.layers.N.mlp;triton_poi_fused_add_mul_N 2
(2 as before)
ours:
plain;void at::native::k<float, (int)8>(float *, int) 8
(3 as before)
short:
ProfilerStep;model.layers.N.mlp;triton_poi_fused_add_mul_N 3
ProfilerStep;onnx::Conv;k 4
plain_7;k 8
family:
ProfilerStep;model.layers.N.mlp;triton_poi_fused_add_mul 3
ProfilerStep;onnx::Conv;k 4
plain_7;k 8
compiled, full:
step;CudaCodeGen::kernelN(CudaCodeGen::Tensor<float>) 3
step;kernel7(int) 16
step;loop_fusion_12 8
step;void nvfuser::nvfuser_pointwise_N(nvfuser::Tensor<float>) 4
compiled, short:
step;kernel7 16
step;kernelN 3
step;loop_fusion_12 8
step;nvfuser_pointwise_N 4
compiled, family:
step;kernel 19
step;loop_fusion 8
step;nvfuser_pointwise 4
status 2: gpuflame: option '--preset': unknown preset 'pytroch'; did you mean 'pytorch'?
status 1: gpuflame: cannot open rules file './absent': No such file or directory
status 2: gpuflame: option '--kernel-names' takes full, short or family, not 'tiny'
status 2: gpuflame: unknown preset 'nothing'; see 'gpuflame collapse --list-presets'
STDOUT

# Lines of a rules file, one at a time, applied to the frames NAME and k.
rule-lines() {
  while read -r name line; do
    printf '%b\n' "$line" >one.rules
    printf '%s;k 1\n' "${name//_/ }" >in.folded
    tell "$line" gpuflame collapse --preset none --strip-numbers none --no-default-rules --rules one.rules in.folded
  done <<'END'
Layer_7 rename Layer [0-9]+=Layer
a/b rename (\\w+)/(\\w+)=$2 of $1
expert_3 rename (?<who>\\w+) [0-9]+=${who}
axb rename x=$$
ab rename (a)|(b)=<$1$2>
1_2_3 rename [0-9]=#
x rename ^x$=
a rename a=;\\\\n
été rename é=e
🔥 rename ^.$=x
a=b rename a\\=b=c
a=b rename a[=]b=c
a=b rename a[]=]b=c
axb rename a[^]=]b=c
a=b rename a[[:alpha:]=]b=c
a=b rename a[\\]=]b=c
ab rename a(?=b)=c
a=b rename a(x|[)=])b=c
a rename a=b=c
a rename a\\=b
a rename a[=b
a rename (a=b
a only éé(
a rename a=$1
a rename (a)=${name}
a rename (a)=${1
a rename a=$
a rename a=\xff
a rename (*UCP)(a)=$1$1
a rename (?x) (a) # a comment=$1$1
a.b rename \\Qa.b=c
aabb rename (a(?R)?b)=<$1>
xy rename (?<=x)(y)=$1$1
b rename ^(?!a)(.*)=[$1]
x drop-frame\t x
x filter-out ^k
x only ^y
x;y;z root ^y
old filter-out ^new$\nrename old=new\nrename new=newer\ndrop-frame ^newer$
kernel kernel:rename ^k=K
kernel range:rename ^k=K
x \n \t\n# drop-frame (
x renamed a=b
x only  
x range:only
a \xef\xbb\xbf# made on Windows\r\n\r\nrename a=b\r\nrename b=c
x only a\0b
x \n# x\nonly a(b
END
  tell "" gpuflame collapse --rules / in.folded
}
check rule-lines 1 <<'STDOUT'
--- rename Layer [0-9]+=Layer: Layer;k 1
--- rename (\\w+)/(\\w+)=$2 of $1: b of a;k 1
--- rename (?<who>\\w+) [0-9]+=${who}: expert;k 1
--- rename x=$$: a$b;k 1
--- rename (a)|(b)=<$1$2>: <a><b>;k 1
--- rename [0-9]=#:  # # #;k 1
--- rename ^x$=: [unnamed];k 1
--- rename a=;\\\\n: \\n;k 1
--- rename é=e: ete;k 1
--- rename ^.$=x: x;x 1
--- rename a\\=b=c: c;k 1
--- rename a[=]b=c: c;k 1
--- rename a[]=]b=c: c;k 1
--- rename a[^]=]b=c: c;k 1
--- rename a[[:alpha:]=]b=c: c;k 1
--- rename a[\\]=]b=c: c;k 1
--- rename a(?=b)=c: cb;k 1
--- rename a(x|[)=])b=c: c;k 1
--- rename a=b=c: b=c;k 1
--- rename a\\=b: status 2: gpuflame: one.rules:1: rename 'a\=b': expected REGEX=REPLACEMENT (an '=' outside of brackets)
--- rename a[=b: status 2: gpuflame: one.rules:1: rename 'a[=b': expected REGEX=REPLACEMENT (an '=' outside of brackets)
--- rename (a=b: status 2: gpuflame: one.rules:1: rename '(a=b': expected REGEX=REPLACEMENT (an '=' outside of brackets)
--- only éé(: status 2: gpuflame: one.rules:1: pattern 'éé(', column 4: missing closing parenthesis
--- rename a=$1: status 2: gpuflame: one.rules:1: replacement '$1' of 'a': unknown substring
--- rename (a)=${name}: status 2: gpuflame: one.rules:1: replacement '${name}' of '(a)': unknown substring
--- rename (a)=${1: status 2: gpuflame: one.rules:1: replacement '${1' of '(a)': expected closing curly bracket in replacement string
--- rename a=$: status 2: gpuflame: one.rules:1: replacement '$' of 'a': invalid replacement string
--- rename a=\xff: status 2: gpuflame: one.rules:1: replacement '?' of 'a': it is not valid UTF-8
--- rename (*UCP)(a)=$1$1: aa;k 1
--- rename (?x) (a) # a comment=$1$1: aa;k 1
--- rename \\Qa.b=c: c;k 1
--- rename (a(?R)?b)=<$1>: <aabb>;k 1
--- rename (?<=x)(y)=$1$1: xyy;k 1
--- rename ^(?!a)(.*)=[$1]: [b];[k] 1
--- drop-frame\t x: k 1
--- filter-out ^k: status 1: gpuflame: no stack is left after the rules, or none has a value; --summary shows what they filter out
--- only ^y: status 1: gpuflame: no stack is left after the rules, or none has a value; --summary shows what they filter out
--- root ^y: y;z;k 1
--- filter-out ^new$\nrename old=new\nrename new=newer\ndrop-frame ^newer$: k 1
--- kernel:rename ^k=K: kernel;K 1
--- range:rename ^k=K: Kernel;k 1
--- \n \t\n# drop-frame (: x;k 1
--- renamed a=b: status 2: gpuflame: one.rules:1: unknown rule 'renamed'; expected rename, drop-frame, filter-out, only or root
--- only: status 2: gpuflame: one.rules:1: 'only' without a pattern
--- range:only: status 2: gpuflame: one.rules:1: 'only' without a pattern
--- \xef\xbb\xbf# made on Windows\r\n\r\nrename a=b\r\nrename b=c: c;k 1
--- only a\0b: status 2: gpuflame: one.rules:1: a NUL byte; is this a text file?
--- \n# x\nonly a(b: status 2: gpuflame: one.rules:3: pattern 'a(b', column 4: missing closing parenthesis
status 1: gpuflame: cannot read rules file '/': Is a directory
STDOUT

# A bad pattern names its column, a rules file its line.
rule-errors() {
  try() { tell "" gpuflame collapse "$@" "$FIXTURES/old2020.sqlite"; }
  try --only 'x[z'
  try --rename 'no divider'
  try --rules absent.rules
  try --only
}
check rule-errors 2 <<'STDOUT'
status 2: gpuflame: pattern 'x[z', column 4: missing terminating ] for character class
status 2: gpuflame: rename 'no divider': expected REGEX=REPLACEMENT (an '=' outside of brackets)
status 1: gpuflame: cannot open rules file 'absent.rules': No such file or directory
status 2: gpuflame: no file given; see gpuflame collapse --help
STDOUT

# --strip-numbers: numbers that vary among names alike are found and replaced.
strip-numbers() {
  cat >in.folded <<'EOF'
token_0_processing;layer_0_token_0;gemm_64x64 1
token_0_processing;layer_1_token_0;gemm_64x32 2
token_1_processing;layer_0_token_1;gemm_64x64 4
token_2_processing;layer_2_token_2;gemm_32x32 8
Layer 0;k 16
Layer 1;k 32
Layer 2;k 64
iter 1;k 128
iter 2;k 256
EOF
  echo "auto:" && gpuflame collapse in.folded | tee auto
  echo "none:" && gpuflame collapse --strip-numbers none in.folded | news auto
  echo "all:" && gpuflame collapse --strip-numbers all in.folded | news auto
  echo "layers kept:" && gpuflame collapse --no-strip-layer-number in.folded | news auto
  tell "" gpuflame collapse --strip-numbers some in.folded
}
check strip-numbers 2 <<'STDOUT'
auto:
Layer;k 112
iter 1;k 128
iter 2;k 256
token_N_processing;layer_N_token_N;gemm_32x32 8
token_N_processing;layer_N_token_N;gemm_64x32 2
token_N_processing;layer_N_token_N;gemm_64x64 5
none:
token_0_processing;layer_N_token_0;gemm_64x32 2
token_0_processing;layer_N_token_0;gemm_64x64 1
token_1_processing;layer_N_token_1;gemm_64x64 4
token_2_processing;layer_N_token_2;gemm_32x32 8
(3 as before)
all:
iter N;k 384
(4 as before)
layers kept:
Layer 0;k 16
Layer 1;k 32
Layer 2;k 64
(5 as before)
status 2: gpuflame: option '--strip-numbers' takes auto, none or all, not 'some'
STDOUT

# --strict fails on an odd report and writes nothing, not even with -o.
strict() {
  tell "" gpuflame collapse --strict -q "$FIXTURES/oddities.sqlite" -o out.folded
  ls
  gpuflame collapse --strict "$FIXTURES/old2020.sqlite" && echo fine
}
check strict 0 <<'STDOUT' 3<<'STDERR'
status 1: gpuflame: the input has anomalies or reports lost events, and --strict is on
outer;inner;saxpy(int, float) 7
outer;saxpy(int, float) 1
fine
STDOUT
gpuflame: warning: exported by nsys before 2022, which does not report lost events or nodes of CUDA graphs; if the report still exists, export it again with a newer nsys: nsys export --type sqlite REPORT
STDERR

# A ';' in a replacement makes several frames; nothing between two makes none, and nothing at all is one.
several-frames() {
  printf 'step;a/b//c;k/l 5\n/;k 2\n' | gpuflame collapse -q --rename '/=;' -
}
check several-frames 0 <<'STDOUT'
[unnamed];k 2
step;a;b;c;k;l 5
STDOUT

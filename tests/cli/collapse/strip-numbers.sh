# --strip-numbers: numbers that vary among names alike are found and replaced.
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
echo "auto:" && gpuflame collapse in.folded
echo "none:" && gpuflame collapse --strip-numbers none in.folded
echo "all:" && gpuflame collapse --strip-numbers all in.folded
echo "layers kept:" && gpuflame collapse --no-strip-layer-number in.folded
gpuflame collapse --strip-numbers some in.folded || echo "status $?"

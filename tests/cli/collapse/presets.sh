# Presets: listed, printed, chosen by name, by file, or by what they recognise.
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
echo "none:" && gpuflame collapse --preset none in.folded
echo "all:" && gpuflame collapse --preset all in.folded
echo "two:" && gpuflame collapse --preset modules,triton in.folded
echo '# a file of ours' >mine.rules
echo 'range:rename ^plain_\d+$=plain' >>mine.rules
echo "ours:" && gpuflame collapse --preset mine.rules in.folded
echo "short:" && gpuflame collapse --kernel-names short in.folded
echo "family:" && gpuflame collapse --kernel-names=family in.folded
for mode in full short family; do
  echo "compiled, $mode:" && gpuflame collapse --kernel-names $mode compiled.folded
done
gpuflame collapse --preset pytroch in.folded || echo "status $?"
gpuflame collapse --preset ./absent in.folded || echo "status $?"
gpuflame collapse --kernel-names tiny in.folded || echo "status $?"
gpuflame collapse --print-preset nothing || echo "status $?"

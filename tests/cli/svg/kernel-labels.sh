# Labels of kernels: readable names; of those that read the same, what tells them apart; full ones.
cat >a.folded <<'X'
step;sm90_xmma_gemm_bf16bf16_bf16f32_f32_tn_n_tilesize128x128x64_warpgroupsize1x1x1_execute_kernel__5x_cublas 100
step;sm90_xmma_gemm_bf16bf16_bf16f32_f32_tn_n_tilesize128x128x64_warpgroupsize2x1x1_execute_kernel__5x_cublas 100
step;sm80_xmma_gemm_bf16bf16_bf16f32_f32_nn_n_tilesize64x64x64_stage4_execute_kernel__5x_cublas 100
step;void mine::f<int>(int*) 100
step;void mine::f<char>(char*) 100
step;f 100
step;range with <no> kernel;void g<1>(int) 100
X
labels() { grep -o '<text x[^>]*>[^<]*' | sed 's/.*>//'; }
gpuflame svg --no-javascript --width 4000 a.folded | labels
echo "== --full-names"
gpuflame svg --no-javascript --width 4000 --full-names a.folded | labels | cut -c1-40
echo "== the data of the script"
gpuflame svg a.folded >a.svg
python3 "$TESTS/tools/svg_payload.py" a.svg | python3 -c '
import json, sys
data = json.load(sys.stdin)
for index, label in sorted(data["labels"].items(), key=lambda one: one[1]):
    print(label, "=", data["names"][int(index)][:40])'
gpuflame svg --full-names a.folded | grep -o "data-full-names=[^ ]*"
echo "== of names that differ in the middle"
cat >b.folded <<'X'
void at::native::elementwise_kernel<128, 2, at::native::gpu_kernel_impl<at::native::BUnaryFunctor<float, float, float, at::native::binary_internal::MulFunctor<float> > >(int) 1
void at::native::elementwise_kernel<128, 2, at::native::gpu_kernel_impl_nocast<at::native::BUnaryFunctor<float, float, float, at::native::binary_internal::MulFunctor<float> > >(int) 1
void at::native::elementwise_kernel<128, 2, at::native::gpu_kernel_impl<at::native::AUnaryFunctor<float, float, float, at::native::binary_internal::MulFunctor<float> > >(int) 1
void at::native::vectorized_elementwise_kernel<(int)2, at::native::AUnaryFunctor<float, float, float, at::native::binary_internal::MulFunctor<float> >(int) 1
void at::native::vectorized_elementwise_kernel<(int)4, at::native::AUnaryFunctor<float, float, float, at::native::binary_internal::MulFunctor<float> >(int) 1
void cub::DeviceScanKernel<cub::Policy, int>(int) 1
void at_cuda_detail::cub::DeviceScanKernel<cub::Policy, int>(int) 1
ampere_sgemm_32x128_nn 1
volta_sgemm_32x128_nn 1
void cudnn::bn_fw_tr_1C11_kernel_NCHW<float, 128>(float) 1
void cudnn::bn_fw_tr_1C11_kernel_NCHW<float, 12>(float) 1
void cudnn::bn_fw_inf_1C11_kernel_NCHW<__nv_bfloat16>(float) 1
void own::a<void (anonymous namespace)::first>(int) 1
void own::a<void (anonymous namespace)::second>(int) 1
void own::a<€>(int) 1
void own::b_1<int>(int) 1
void own::b_1<int>(int, int) 1
void own::b_1<int>(int, int, int) 1
void own::b_1<int>(int, int, int, int) 1
b_1 1
void own::c<an_identifier_of_more_than_twenty_four_bytes>() 1
void own::c<another_one_that_is_longer_than_that_as_well>() 1
void own::c<anidentifierofmorethantwentyfourbytes€€>() 1
X
gpuflame svg --nametype x b.folded >b.svg
python3 "$TESTS/tools/svg_payload.py" b.svg | python3 -c '
import json, sys
data = json.load(sys.stdin)
labels = [data["labels"].get(str(i), name) for i, name in enumerate(data["names"])]
print("\n".join(sorted(labels)))
print(len(labels) - len(set(labels)), "are the same")'
echo "== of many names that differ in nothing a label has, and others that are called as these labels are"
python3 -c '
for i in range(40000):
    print("void a<%s%d>(int) 1\na #%d 1" % ("b" * 30, i, i + 1))' >c.folded
timeout 20 gpuflame svg c.folded >c.svg
python3 "$TESTS/tools/svg_payload.py" c.svg | python3 -c '
import json, sys
data = json.load(sys.stdin)
labels = [data["labels"].get(str(i), name) for i, name in enumerate(data["names"])]
print(len(labels), "labels,", len(labels) - len(set(labels)), "are the same")'
echo "== in narrow frames: what differs, or nothing"
for width in 260 440 620; do
  gpuflame svg --no-javascript --width "$width" a.folded | labels | grep -v "%$"
  echo "-- $width"
done
awk -F '\t' '!/^#/ { gsub(/;/, ":", $2); print "step;" $2, 1000 + NR }' \
  "$TESTS/fixtures/kernel_kinds.tsv" >d.folded
for width in 8000 20000 60000; do
  for names in "" --full-names; do
    # shellcheck disable=SC2086 # no argument for ""
    gpuflame svg --no-javascript --minwidth 0 --width "$width" $names d.folded |
      python3 "$TESTS/tools/svg_same_labels.py"
  done
done

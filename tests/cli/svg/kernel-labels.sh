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

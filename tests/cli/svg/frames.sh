# Which way up and in which order: the frames as depth, x, width, name.
frame-order() {
  cat >a.folded <<'X'
main;z;k1 5
main;a;k2 20
lib;a;k1 10
main;z;k2 15
main;a 2
main;a(int);k1 3
X
  # rows: the frames of each row in a line
  rows() { sort -sn -k1,1 | awk '$1 != y { printf "%s%s:", y == "" ? "" : "\n", $1 } { y = $1; $1 = ""; printf "%s;", $0 } END { print "" }'; }
  frames() {
    echo "== $*"
    gpuflame svg --no-javascript --countname ns "$@" >a.svg && xmllint --noout a.svg
    sed -n 's/.*<title>\([^<]*\)<\/title><rect x="\([^"]*\)" y="\([^"]*\)" width="\([^"]*\)".*/\3 \2+\4 \1/p' a.svg | rows
  }
  frames a.folded
  frames --inverted a.folded
  frames -i --reverse a.folded
  frames --order width a.folded
  frames --order time a.folded
  frames a.folded a.folded - <a.folded
  printf '\357\273\277main; a ;k 1\n\357\273\277main;a;k 2\nmain;\ta;k 4\na; 8\n' >a.folded
  frames a.folded
}
check frame-order 0 <<'STDOUT'
== a.folded
37: 10+214.55 k1 (10 ns, 18.18%); 267.45+429.1 k2 (20 ns, 36.36%); 696.55+64.36 k1 (3 ns, 5.45%); 760.91+107.27 k1 (5 ns, 9.09%); 868.18+321.82 k2 (15 ns, 27.27%);
53: 10+214.55 a (10 ns, 18.18%); 224.55+472 a (22 ns, 40.00%); 696.55+64.36 a(int) (3 ns, 5.45%); 760.91+429.09 z (20 ns, 36.36%);
69: 10+214.55 lib (10 ns, 18.18%); 224.55+965.45 main (45 ns, 81.82%);
85: 10+1180 all (55 ns, 100%);
== --inverted a.folded
37: 10+1180 all (55 ns, 100%);
53: 10+214.55 lib (10 ns, 18.18%); 224.55+965.45 main (45 ns, 81.82%);
69: 10+214.55 a (10 ns, 18.18%); 224.55+472 a (22 ns, 40.00%); 696.55+64.36 a(int) (3 ns, 5.45%); 760.91+429.09 z (20 ns, 36.36%);
85: 10+214.55 k1 (10 ns, 18.18%); 267.45+429.1 k2 (20 ns, 36.36%); 696.55+64.36 k1 (3 ns, 5.45%); 760.91+107.27 k1 (5 ns, 9.09%); 868.18+321.82 k2 (15 ns, 27.27%);
== -i --reverse a.folded
37: 10+1180 all (55 ns, 100%);
53: 10+42.91 a (2 ns, 3.64%); 52.91+386.18 k1 (18 ns, 32.73%); 439.09+750.91 k2 (35 ns, 63.64%);
69: 10+42.91 main (2 ns, 3.64%); 52.91+214.54 a (10 ns, 18.18%); 267.45+64.37 a(int) (3 ns, 5.45%); 331.82+107.27 z (5 ns, 9.09%); 439.09+429.09 a (20 ns, 36.36%); 868.18+321.82 z (15 ns, 27.27%);
85: 52.91+214.54 lib (10 ns, 18.18%); 267.45+64.37 main (3 ns, 5.45%); 331.82+107.27 main (5 ns, 9.09%); 439.09+429.09 main (20 ns, 36.36%); 868.18+321.82 main (15 ns, 27.27%);
== --order width a.folded
37: 52.91+429.09 k2 (20 ns, 36.36%); 482+321.82 k2 (15 ns, 27.27%); 803.82+107.27 k1 (5 ns, 9.09%); 911.09+64.36 k1 (3 ns, 5.45%); 975.45+214.55 k1 (10 ns, 18.18%);
53: 10+472 a (22 ns, 40.00%); 482+429.09 z (20 ns, 36.36%); 911.09+64.36 a(int) (3 ns, 5.45%); 975.45+214.55 a (10 ns, 18.18%);
69: 10+965.45 main (45 ns, 81.82%); 975.45+214.55 lib (10 ns, 18.18%);
85: 10+1180 all (55 ns, 100%);
== --order time a.folded
37: 10+107.27 k1 (5 ns, 9.09%); 117.27+321.82 k2 (15 ns, 27.27%); 482+429.09 k2 (20 ns, 36.36%); 911.09+64.36 k1 (3 ns, 5.45%); 975.45+214.55 k1 (10 ns, 18.18%);
53: 10+429.09 z (20 ns, 36.36%); 439.09+472 a (22 ns, 40.00%); 911.09+64.36 a(int) (3 ns, 5.45%); 975.45+214.55 a (10 ns, 18.18%);
69: 10+965.45 main (45 ns, 81.82%); 975.45+214.55 lib (10 ns, 18.18%);
85: 10+1180 all (55 ns, 100%);
== a.folded a.folded -
37: 10+214.55 k1 (30 ns, 18.18%); 267.45+429.1 k2 (60 ns, 36.36%); 696.55+64.36 k1 (9 ns, 5.45%); 760.91+107.27 k1 (15 ns, 9.09%); 868.18+321.82 k2 (45 ns, 27.27%);
53: 10+214.55 a (30 ns, 18.18%); 224.55+472 a (66 ns, 40.00%); 696.55+64.36 a(int) (9 ns, 5.45%); 760.91+429.09 z (60 ns, 36.36%);
69: 10+214.55 lib (30 ns, 18.18%); 224.55+965.45 main (135 ns, 81.82%);
85: 10+1180 all (165 ns, 100%);
== a.folded
37: 639.33+393.34 k (5 ns, 33.33%); 1032.67+157.33 k (2 ns, 13.33%);
53: 10+629.33 (8 ns, 53.33%); 639.33+393.34 a (5 ns, 33.33%); 1032.67+157.33 a (2 ns, 13.33%);
69: 10+629.33 a (8 ns, 53.33%); 639.33+393.34 main (5 ns, 33.33%); 1032.67+157.33 &lt;U+FEFF&gt;main (2 ns, 13.33%);
85: 10+1180 all (15 ns, 100%);
STDOUT

# The picture of a small step: frames, titles, labels, the legend, what is left out.
frames-and-labels() {
  cat >a.folded <<'X'
Train step;forward;attention;flash_fwd_kernel 48200
Train step;forward;mlp;ampere_sgemm_128x64_tn 90000
Train step;forward 1000
Train step;backward;mlp;void cutlass::Kernel2<cutlass_80_tensorop<float>>(Params) 120000
Train step;optimizer;adam_kernel 20000
Train step;optimizer;[CUDA memset] 10
Train step;optimizer;a 30
Train step;optimizer;b 30
Train step;optimizer;z 10
X
  gpuflame svg --no-javascript a.folded >a.svg
  xmllint --noout a.svg
  sed -n '/<defs>/,$p' a.svg
  echo "== the root element"
  sed -n 2p a.svg | tr ' ' '\n' | grep -E '^(width|height|data-.*)='
  echo "== with its script: the data, and nothing that a page could run by itself"
  gpuflame svg <a.folded >b.svg
  xmllint --noout b.svg
  grep -oE '<metadata[^>]*>' b.svg
  python3 "$TESTS/tools/svg_payload.py" b.svg
  sed '/<script>/,/<\/script>/d' b.svg | grep -cE ' on[a-z]+=' || true
}
check frames-and-labels 0 <<'STDOUT'
<defs><linearGradient id="gf-b8e00023c" x1="0" y1="0" x2="0" y2="1"><stop class="gf-s1" offset="5%"/><stop class="gf-s2" offset="95%"/></linearGradient><pattern id="gf-h8e00023c" width="5" height="5" patternUnits="userSpaceOnUse"><path class="gf-hatch" d="M-1 1L1 -1M0 5L5 0M4 6L6 4"/></pattern><pattern id="gf-t8e00023c" width="500" height="5" patternUnits="userSpaceOnUse"><path class="gf-hatch" d="M-1 1L1 -1M0 5L5 0M4 6L6 4" transform="scale(100 1)"/></pattern><pattern id="gf-z8e00023c" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path class="gf-idle" d="M0 0h7v7h-7z"/><path class="gf-idle-line" d="M0 0h3v7h-3z"/></pattern><pattern id="gf-x8e00023c" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path class="gf-hidden" d="M0 0h7v7h-7z"/><path class="gf-hidden-line" d="M0 0h2v7h-2z"/></pattern></defs>
<rect class="gf-bg" width="100%" height="100%" fill="url(#gf-b8e00023c)"/>
<g class="gf-header"><text x="10" y="24"><tspan class="gf-title" font-size="15">a.folded, 279 us</tspan></text></g>
<text class="gf-details" x="10" y="134"> </text>
<g class="gf-ui"/>
<g class="gf-legend" role="group" aria-label="legend">
<g class="gf-key gf-r0" data-kind="r"><rect x="10" y="149" width="12" height="12"/><text x="26" y="159">range 1.00 µs 0.36 %</text></g>
<g class="gf-key gf-m0" data-kind="m"><rect x="183.76" y="149" width="12" height="12"/><text x="199.76" y="159">matmul 210 µs 75.2 %</text></g>
<g class="gf-key gf-a0" data-kind="a"><rect x="357.52" y="149" width="12" height="12"/><text x="373.52" y="159">attention 48.2 µs 17.3 %</text></g>
<g class="gf-key gf-e0" data-kind="e"><rect x="559.6" y="149" width="12" height="12"/><text x="575.6" y="159">elementwise 20.0 µs 7.16 %</text></g>
<g class="gf-key gf-y0" data-kind="y"><rect x="775.84" y="149" width="12" height="12"/><text x="791.84" y="159">copy and fill 10 ns &lt; 0.01 %</text></g>
<g class="gf-key gf-o0" data-kind="o"><rect x="1006.24" y="149" width="12" height="12"/><text x="1022.24" y="159">other 70 ns 0.03 %</text></g>
</g>
<g id="frames" class="gf-frames">
<g class="gf-r0"><title>all (279 us, 100%)</title><rect x="10" y="101" width="1180" height="15"/><text x="13" y="111.5">all</text></g>
<g class="gf-r2"><title>Train step (279 us, 100.00%)</title><rect x="10" y="85" width="1180" height="15"/><text x="13" y="95.5">Train step</text></g>
<g class="gf-r1"><title>backward (120 us, 42.97%)</title><rect x="10" y="69" width="507.02" height="15"/><text x="13" y="79.5">backward</text></g>
<g class="gf-r3"><title>mlp (120 us, 42.97%)</title><rect x="10" y="53" width="507.02" height="15"/><text x="13" y="63.5">mlp</text></g>
<g class="gf-m0"><title>void cutlass::Kernel2&lt;cutlass_80_tensorop&lt;float&gt;&gt;(Params) (120 us, 42.97%)</title><rect x="10" y="37" width="507.02" height="15"/><text x="13" y="47.5">void cutlass::Kernel2&lt;cutlass_80_tensorop&lt;float&gt;&gt;(Params)</text></g>
<g class="gf-r0"><title>forward (139 us, 49.84%)</title><rect x="517.02" y="69" width="588.14" height="15"/><text x="520.02" y="79.5">forward</text></g>
<g class="gf-r2"><title>attention (48.2 us, 17.26%)</title><rect x="521.24" y="53" width="203.66" height="15"/><text x="524.24" y="63.5">attention</text></g>
<g class="gf-a0"><title>flash_fwd_kernel (48.2 us, 17.26%)</title><rect x="521.24" y="37" width="203.66" height="15"/><text x="524.24" y="47.5">flash_fwd</text></g>
<g class="gf-r3"><title>mlp (90.0 us, 32.23%)</title><rect x="724.9" y="53" width="380.26" height="15"/><text x="727.9" y="63.5">mlp</text></g>
<g class="gf-m0"><title>ampere_sgemm_128x64_tn (90.0 us, 32.23%)</title><rect x="724.9" y="37" width="380.26" height="15"/><text x="727.9" y="47.5">gemm f32 128x64 tn</text></g>
<g class="gf-r0"><title>optimizer (20.1 us, 7.19%)</title><rect x="1105.16" y="69" width="84.84" height="15"/><text x="1108.16" y="79.5">optimizer</text></g>
<g class="gf-o0"><title>a (30 ns, 0.01%)</title><rect x="1105.2" y="53" width=".13" height="15"/></g>
<g class="gf-e0"><title>adam_kernel (20.0 us, 7.16%)</title><rect x="1105.33" y="53" width="84.5" height="15"/><text x="1108.33" y="63.5">adam</text></g>
<g class="gf-o3"><title>b (30 ns, 0.01%)</title><rect x="1189.83" y="53" width=".13" height="15"/></g>
</g>
</svg>
== the root element
width="1200"
height="168"
data-gf="1"
data-order="name"
data-inverted="0"
data-minwidth="0.1"
data-fontsize="12"
data-xpad="10"
data-top="37"
data-header="27"
data-frame-height="16"
data-levels="4"
data-title="a.folded,
data-unit="ns"
data-factor="1"
data-fluid="1"
data-rows="fit">
== with its script: the data, and nothing that a page could run by itself
<metadata class="gf-data" data-encoding="deflate+base85">
{"v":2,"unit":"ns","decimals":0,"names":["all","Train step","[CUDA memset]","a","adam_kernel","ampere_sgemm_128x64_tn","attention","b","backward","flash_fwd_kernel","forward","mlp","optimizer","void cutlass::Kernel2<cutlass_80_tensorop<float>>(Params)","z"],"labels":{"4":"adam","5":"gemm f32 128x64 tn","9":"flash_fwd"},"kinds":"rryoemrorarrrmo","shades":"020000033001203","nodes":16,"children":[1,3,2,1,5,1,1,1,0,0,0,0,0,0,0,0],"name":[0,1,10,8,12,6,11,11,4,2,3,7,14,9,5,13],"self":[0,0,1000,0,0,0,0,0,20000,10,30,30,10,48200,90000,120000]}
0
STDOUT

# Labels of kernels: readable names, with numbers where these are the same; full ones.
kernel-labels() {
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
  gpuflame svg b.folded >b.svg
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
  limit=20
  [ -z "${EMULATED:-}" ] || limit=600
  timeout $limit gpuflame svg c.folded >c.svg
  python3 "$TESTS/tools/svg_payload.py" c.svg | python3 -c '
import json, sys
data = json.load(sys.stdin)
labels = [data["labels"].get(str(i), name) for i, name in enumerate(data["names"])]
print(len(labels), "labels,", len(labels) - len(set(labels)), "are the same")'
  echo "== in narrow frames: what differs, or nothing"
  for width in 260 620; do
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
}
check kernel-labels 0 <<'STDOUT'
range
matmul 300 ns 42.9 %
other 400 ns 57.1 %
all
step
f
range with &lt;no&gt; kernel
g
gemm bf16 64x64x64 nn
gemm bf16 128x128x64 tn
gemm bf16 128x128x64 tn (2)
f (2)
f (3)
== --full-names
range
matmul 300 ns 42.9 %
other 400 ns 57.1 %
all
step
f
range with &lt;no&gt; kernel
void g&lt;1&gt;(int)
sm80_xmma_gemm_bf16bf16_bf16f32_f32_nn_n
sm90_xmma_gemm_bf16bf16_bf16f32_f32_tn_n [2 times]
void mine::f&lt;char&gt;(char*)
void mine::f&lt;int&gt;(int*)
== the data of the script
f (2) = void mine::f<char>(char*)
f (3) = void mine::f<int>(int*)
g = void g<1>(int)
gemm bf16 128x128x64 tn = sm90_xmma_gemm_bf16bf16_bf16f32_f32_tn_n
gemm bf16 128x128x64 tn (2) = sm90_xmma_gemm_bf16bf16_bf16f32_f32_tn_n
gemm bf16 64x64x64 nn = sm80_xmma_gemm_bf16bf16_bf16f32_f32_nn_n
data-full-names="1"
== of names that differ in the middle
Mul float
Mul float (2)
Mul float (3)
Mul float (4)
Mul float (5)
a
a (2)
a (3)
all
b_1
b_1 (2)
b_1 (3)
b_1 (4)
b_1 (5)
batch norm fwd
batch norm fwd (2)
batch norm fwd (3)
c
c (2)
c (3)
cub scan
cub scan (2)
gemm f32 32x128 nn
gemm f32 32x128 nn (2)
0 are the same
== of many names that differ in nothing a label has, and others that are called as these labels are
80001 labels, 0 are the same
== in narrow frames: what differs, or nothing
range
all
step
f
g
-- 260
range
all
step
f
range wit…
g
gemm [3 times]
f (2)
f (3)
-- 620
203 kernels, 89 labels, 30 are the same
203 kernels, 62 labels, 24 are the same
203 kernels, 202 labels, 27 are the same
203 kernels, 202 labels, 42 are the same
203 kernels, 202 labels, 0 are the same
203 kernels, 202 labels, 9 are the same
STDOUT

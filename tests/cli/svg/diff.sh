# Differences: two columns, two files; new and gone stacks; the change in words.
differences() {
  cat >before.folded <<'X'
step;forward;gemm_kernel 12300000
step;forward;old_kernel 4000000
step;backward;gemm_kernel 20000000
step;same_kernel 5000000
X
  cat >after.folded <<'X'
step;forward;gemm_kernel 9800000
step;backward;gemm_kernel 24000000
step;backward;new_kernel 3000000
step;same_kernel 5000000
X
  cat >both.folded <<'X'
step;forward;gemm_kernel 12300000 9800000
step;forward;old_kernel 4000000 0
step;backward;gemm_kernel 20000000 24000000
step;backward;new_kernel 0 3000000
step;same_kernel 5000000 5000000
X
  frames() {
    echo "== $*"
    gpuflame svg --no-javascript "$@" >a.svg && xmllint --noout a.svg
    sed -n 's/.*<g class="\([^"]*\)".*<title>\([^<]*\)<\/title><rect x="\([^"]*\)" y="\([^"]*\)" width="\([^"]*\)".*/\4 \3 \5 \1 \2/p' a.svg
  }
  frames --diff --title "Differential flame graph" before.folded after.folded
  cp a.svg two.svg
  frames --differential both.folded
  cmp two.svg a.svg
  frames --diff --total 100000000 before.folded after.folded
  frames --diff --base backward before.folded after.folded
  frames --diff --negate before.folded after.folded
  frames --diff --change-colors share before.folded after.folded
  frames --diff --change-threshold 20 before.folded after.folded
  gpuflame svg --diff --change-threshold 101 before.folded after.folded
  frames --diff --normalize before.folded after.folded
  frames --diff --countname samples before.folded after.folded
  frames --diff --reverse --inverted before.folded after.folded
  frames --diff --order width before.folded after.folded
  frames --diff --order change before.folded after.folded
  frames --diff --reverse --order change before.folded after.folded
  echo "== few samples, scaled: what there was is not new"
  printf 'a;b 40\na;c 960\na;d 4\na;e 1\n' >many.folded
  printf 'a;b 4\na;c 96\na;d 1\na;e 1\na;f 1\n' >few.folded
  frames --diff --normalize --countname samples many.folded few.folded
  frames --diff --normalize --reverse few.folded many.folded
  echo "== all of it is gone"
  printf 'a;b 0\n' >none.folded
  frames --diff few.folded none.folded
  echo "== what travels along"
  gpuflame svg --diff before.folded after.folded >a.svg && xmllint --noout a.svg
  python3 "$TESTS/tools/svg_payload.py" a.svg | grep -oE '"children":.*'
  grep -oE 'data-(diff|negate|most-change|change-threshold)="[^"]*"' a.svg
  grep -oE 'gf-subtitle".*' two.svg
  grep -o '<g class="gf-key.*' two.svg
  echo "== without --differential, a name that ends in a number is a name"
  printf 'step;Layer 1 50\nstep;Layer 2 70\n' >a.folded
  frames a.folded
  echo "== a total that normalising would take beyond 64 bits"
  echo 'a;b 18446744073709551615' >most.folded
  echo 'a;b 5' >least.folded
  gpuflame svg --diff --normalize least.folded most.folded
  gpuflame svg --diff --normalize most.folded least.folded | grep -c '<title>a'
  echo "== names as long as they can be"
  long=$(printf 'é%.0s' {1..127})
  echo 'a 1' >"$long"
  gpuflame svg --diff "$long" least.folded | grep -o 'data-title="[^"]*"'
  gpuflame svg --diff least.folded "$long" | grep -o 'data-title="[^"]*"'
}
check differences 0 <<'STDOUT' 3<<'STDERR'
== --diff --title Differential flame graph before.folded after.folded
109 10 1180 gf-u1 all (41.3 ms -&gt; 41.8 ms, +1.2 %, 100%; +1.20%)
93 10 1180 gf-u1 step (41.3 ms -&gt; 41.8 ms, +1.2 %, 100.00%; +1.20%)
77 10 695.63 gf-u4 backward (20.0 ms -&gt; 27.0 ms, +35 %, 64.59%; +16.75%)
61 10 618.34 gf-u4 gemm_kernel (20.0 ms -&gt; 24.0 ms, +20 %, 57.42%; +9.57%)
61 628.34 77.29 gf-u3 gf-new new_kernel (0 -&gt; 3.00 ms, new, 7.18%; +7.18%)
77 705.63 355.55 gf-v4 forward (16.3 ms -&gt; 9.80 ms, -40 %, 23.44%; -15.55%)
61 705.63 252.49 gf-v3 gemm_kernel (12.3 ms -&gt; 9.80 ms, -20 %, 23.44%; -5.98%)
61 958.12 103.06 gf-v4 gf-gone old_kernel (4.00 ms -&gt; 0, gone, 0.00%; -9.57%)
77 1061.18 128.82 gf-w0 same_kernel (5.00 ms -&gt; 5.00 ms, 0 %, 11.96%; 0.00%)
== --differential both.folded
109 10 1180 gf-u1 all (41.3 ms -&gt; 41.8 ms, +1.2 %, 100%; +1.20%)
93 10 1180 gf-u1 step (41.3 ms -&gt; 41.8 ms, +1.2 %, 100.00%; +1.20%)
77 10 695.63 gf-u4 backward (20.0 ms -&gt; 27.0 ms, +35 %, 64.59%; +16.75%)
61 10 618.34 gf-u4 gemm_kernel (20.0 ms -&gt; 24.0 ms, +20 %, 57.42%; +9.57%)
61 628.34 77.29 gf-u3 gf-new new_kernel (0 -&gt; 3.00 ms, new, 7.18%; +7.18%)
77 705.63 355.55 gf-v4 forward (16.3 ms -&gt; 9.80 ms, -40 %, 23.44%; -15.55%)
61 705.63 252.49 gf-v3 gemm_kernel (12.3 ms -&gt; 9.80 ms, -20 %, 23.44%; -5.98%)
61 958.12 103.06 gf-v4 gf-gone old_kernel (4.00 ms -&gt; 0, gone, 0.00%; -9.57%)
77 1061.18 128.82 gf-w0 same_kernel (5.00 ms -&gt; 5.00 ms, 0 %, 11.96%; 0.00%)
== --diff --total 100000000 before.folded after.folded
109 10 540.44 gf-u1 all (41.3 ms -&gt; 41.8 ms, +1.2 %, 41.80%; +0.50%)
93 10 540.44 gf-u1 step (41.3 ms -&gt; 41.8 ms, +1.2 %, 41.80%; +0.50%)
77 10 318.6 gf-u4 backward (20.0 ms -&gt; 27.0 ms, +35 %, 27.00%; +7.00%)
61 10 283.2 gf-u4 gemm_kernel (20.0 ms -&gt; 24.0 ms, +20 %, 24.00%; +4.00%)
61 293.2 35.4 gf-u3 gf-new new_kernel (0 -&gt; 3.00 ms, new, 3.00%; +3.00%)
77 328.6 162.84 gf-v4 forward (16.3 ms -&gt; 9.80 ms, -40 %, 9.80%; -6.50%)
61 328.6 115.64 gf-v3 gemm_kernel (12.3 ms -&gt; 9.80 ms, -20 %, 9.80%; -2.50%)
61 444.24 47.2 gf-v4 gf-gone old_kernel (4.00 ms -&gt; 0, gone, 0.00%; -4.00%)
77 491.44 59 gf-w0 same_kernel (5.00 ms -&gt; 5.00 ms, 0 %, 5.00%; 0.00%)
== --diff --base backward before.folded after.folded
93 10 1180 gf-u4 all (20.0 ms -&gt; 27.0 ms, +35 %, 100%; +25.93%)
77 10 1180 gf-u4 backward (20.0 ms -&gt; 27.0 ms, +35 %, 100.00%; +25.93%)
61 10 1048.89 gf-u4 gemm_kernel (20.0 ms -&gt; 24.0 ms, +20 %, 88.89%; +14.81%)
61 1058.89 131.11 gf-u3 gf-new new_kernel (0 -&gt; 3.00 ms, new, 11.11%; +11.11%)
== --diff --negate before.folded after.folded
109 10 1180 gf-v1 all (41.3 ms -&gt; 41.8 ms, +1.2 %, 100%; +1.20%)
93 10 1180 gf-v1 step (41.3 ms -&gt; 41.8 ms, +1.2 %, 100.00%; +1.20%)
77 10 695.63 gf-v4 backward (20.0 ms -&gt; 27.0 ms, +35 %, 64.59%; +16.75%)
61 10 618.34 gf-v4 gemm_kernel (20.0 ms -&gt; 24.0 ms, +20 %, 57.42%; +9.57%)
61 628.34 77.29 gf-v3 gf-new new_kernel (0 -&gt; 3.00 ms, new, 7.18%; +7.18%)
77 705.63 355.55 gf-u4 forward (16.3 ms -&gt; 9.80 ms, -40 %, 23.44%; -15.55%)
61 705.63 252.49 gf-u3 gemm_kernel (12.3 ms -&gt; 9.80 ms, -20 %, 23.44%; -5.98%)
61 958.12 103.06 gf-u4 gf-gone old_kernel (4.00 ms -&gt; 0, gone, 0.00%; -9.57%)
77 1061.18 128.82 gf-w0 same_kernel (5.00 ms -&gt; 5.00 ms, 0 %, 11.96%; 0.00%)
== --diff --change-colors share before.folded after.folded
109 10 1180 gf-w0 all (41.3 ms -&gt; 41.8 ms, +1.2 %, 100%; +1.20%)
93 10 1180 gf-w0 step (41.3 ms -&gt; 41.8 ms, +1.2 %, 100.00%; +1.20%)
77 10 695.63 gf-u2 backward (20.0 ms -&gt; 27.0 ms, +35 %, 64.59%; +16.75%)
61 10 618.34 gf-u1 gemm_kernel (20.0 ms -&gt; 24.0 ms, +20 %, 57.42%; +9.57%)
61 628.34 77.29 gf-u4 gf-new new_kernel (0 -&gt; 3.00 ms, new, 7.18%; +7.18%)
77 705.63 355.55 gf-v2 forward (16.3 ms -&gt; 9.80 ms, -40 %, 23.44%; -15.55%)
61 705.63 252.49 gf-v1 gemm_kernel (12.3 ms -&gt; 9.80 ms, -20 %, 23.44%; -5.98%)
61 958.12 103.06 gf-v4 gf-gone old_kernel (4.00 ms -&gt; 0, gone, 0.00%; -9.57%)
77 1061.18 128.82 gf-v1 same_kernel (5.00 ms -&gt; 5.00 ms, 0 %, 11.96%; 0.00%)
== --diff --change-threshold 20 before.folded after.folded
109 10 1180 gf-w0 all (41.3 ms -&gt; 41.8 ms, +1.2 %, 100%; +1.20%)
93 10 1180 gf-w0 step (41.3 ms -&gt; 41.8 ms, +1.2 %, 100.00%; +1.20%)
77 10 695.63 gf-u4 backward (20.0 ms -&gt; 27.0 ms, +35 %, 64.59%; +16.75%)
61 10 618.34 gf-w0 gemm_kernel (20.0 ms -&gt; 24.0 ms, +20 %, 57.42%; +9.57%)
61 628.34 77.29 gf-u3 gf-new new_kernel (0 -&gt; 3.00 ms, new, 7.18%; +7.18%)
77 705.63 355.55 gf-v4 forward (16.3 ms -&gt; 9.80 ms, -40 %, 23.44%; -15.55%)
61 705.63 252.49 gf-v3 gemm_kernel (12.3 ms -&gt; 9.80 ms, -20 %, 23.44%; -5.98%)
61 958.12 103.06 gf-v4 gf-gone old_kernel (4.00 ms -&gt; 0, gone, 0.00%; -9.57%)
77 1061.18 128.82 gf-w0 same_kernel (5.00 ms -&gt; 5.00 ms, 0 %, 11.96%; 0.00%)
== --diff --normalize before.folded after.folded
109 10 1180 gf-w0 all (41.8 ms -&gt; 41.8 ms, 0 %, 100%; 0.00%)
93 10 1180 gf-w0 step (41.8 ms -&gt; 41.8 ms, 0 %, 100.00%; 0.00%)
77 10 694.9 gf-u4 backward (20.2 ms -&gt; 27.0 ms, +33 %, 64.59%; +16.17%)
61 10 617.69 gf-u4 gemm_kernel (20.2 ms -&gt; 24.0 ms, +19 %, 57.42%; +8.99%)
61 627.69 77.21 gf-u3 gf-new new_kernel (0 -&gt; 3.00 ms, new, 7.18%; +7.18%)
77 704.9 356.42 gf-v4 forward (16.5 ms -&gt; 9.80 ms, -41 %, 23.44%; -16.02%)
61 704.9 252.22 gf-v3 gemm_kernel (12.4 ms -&gt; 9.80 ms, -21 %, 23.44%; -6.34%)
61 957.12 104.2 gf-v4 gf-gone old_kernel (4.05 ms -&gt; 0, gone, 0.00%; -9.69%)
77 1061.32 128.68 gf-v1 same_kernel (5.06 ms -&gt; 5.00 ms, -1.2 %, 11.96%; -0.14%)
== --diff --countname samples before.folded after.folded
109 10 1180 gf-u1 all (41,800,000 samples, 41,300,000 -&gt; 41,800,000, +1.2 %, 100%; +1.20%)
93 10 1180 gf-u1 step (41,800,000 samples, 41,300,000 -&gt; 41,800,000, +1.2 %, 100.00%; +1.20%)
77 10 695.63 gf-u4 backward (27,000,000 samples, 20,000,000 -&gt; 27,000,000, +35 %, 64.59%; +16.75%)
61 10 618.34 gf-u4 gemm_kernel (24,000,000 samples, 20,000,000 -&gt; 24,000,000, +20 %, 57.42%; +9.57%)
61 628.34 77.29 gf-u3 gf-new new_kernel (3,000,000 samples, 0 -&gt; 3,000,000, new, 7.18%; +7.18%)
77 705.63 355.55 gf-v4 forward (9,800,000 samples, 16,300,000 -&gt; 9,800,000, -40 %, 23.44%; -15.55%)
61 705.63 252.49 gf-v3 gemm_kernel (9,800,000 samples, 12,300,000 -&gt; 9,800,000, -20 %, 23.44%; -5.98%)
61 958.12 103.06 gf-v4 gf-gone old_kernel (0 samples, 4,000,000 -&gt; 0, gone, 0.00%; -9.57%)
77 1061.18 128.82 gf-w0 same_kernel (5,000,000 samples, 5,000,000 -&gt; 5,000,000, 0 %, 11.96%; 0.00%)
== --diff --reverse --inverted before.folded after.folded
61 10 1180 gf-u1 all (41.3 ms -&gt; 41.8 ms, +1.2 %, 100%; +1.20%)
77 10 870.83 gf-u3 gemm_kernel (32.3 ms -&gt; 33.8 ms, +4.6 %, 80.86%; +3.59%)
93 10 618.34 gf-u4 backward (20.0 ms -&gt; 24.0 ms, +20 %, 57.42%; +9.57%)
109 10 618.34 gf-u4 step (20.0 ms -&gt; 24.0 ms, +20 %, 57.42%; +9.57%)
93 628.34 252.49 gf-v4 forward (12.3 ms -&gt; 9.80 ms, -20 %, 23.44%; -5.98%)
109 628.34 252.49 gf-v4 step (12.3 ms -&gt; 9.80 ms, -20 %, 23.44%; -5.98%)
77 880.83 77.29 gf-u4 gf-new new_kernel (0 -&gt; 3.00 ms, new, 7.18%; +7.18%)
93 880.83 77.29 gf-u4 gf-new backward (0 -&gt; 3.00 ms, new, 7.18%; +7.18%)
109 880.83 77.29 gf-u4 gf-new step (0 -&gt; 3.00 ms, new, 7.18%; +7.18%)
77 958.12 103.06 gf-v4 gf-gone old_kernel (4.00 ms -&gt; 0, gone, 0.00%; -9.57%)
93 958.12 103.06 gf-v4 gf-gone forward (4.00 ms -&gt; 0, gone, 0.00%; -9.57%)
109 958.12 103.06 gf-v4 gf-gone step (4.00 ms -&gt; 0, gone, 0.00%; -9.57%)
77 1061.18 128.82 gf-w0 same_kernel (5.00 ms -&gt; 5.00 ms, 0 %, 11.96%; 0.00%)
93 1061.18 128.82 gf-w0 step (5.00 ms -&gt; 5.00 ms, 0 %, 11.96%; 0.00%)
== --diff --order width before.folded after.folded
109 10 1180 gf-u1 all (41.3 ms -&gt; 41.8 ms, +1.2 %, 100%; +1.20%)
93 10 1180 gf-u1 step (41.3 ms -&gt; 41.8 ms, +1.2 %, 100.00%; +1.20%)
77 10 695.63 gf-u4 backward (20.0 ms -&gt; 27.0 ms, +35 %, 64.59%; +16.75%)
61 10 618.34 gf-u4 gemm_kernel (20.0 ms -&gt; 24.0 ms, +20 %, 57.42%; +9.57%)
61 628.34 77.29 gf-u3 gf-new new_kernel (0 -&gt; 3.00 ms, new, 7.18%; +7.18%)
77 705.63 355.55 gf-v4 forward (16.3 ms -&gt; 9.80 ms, -40 %, 23.44%; -15.55%)
61 705.63 252.49 gf-v3 gemm_kernel (12.3 ms -&gt; 9.80 ms, -20 %, 23.44%; -5.98%)
61 958.12 103.06 gf-v4 gf-gone old_kernel (4.00 ms -&gt; 0, gone, 0.00%; -9.57%)
77 1061.18 128.82 gf-w0 same_kernel (5.00 ms -&gt; 5.00 ms, 0 %, 11.96%; 0.00%)
== --diff --order change before.folded after.folded
109 10 1180 gf-u1 all (41.3 ms -&gt; 41.8 ms, +1.2 %, 100%; +1.20%)
93 10 1180 gf-u1 step (41.3 ms -&gt; 41.8 ms, +1.2 %, 100.00%; +1.20%)
77 10 695.63 gf-u4 backward (20.0 ms -&gt; 27.0 ms, +35 %, 64.59%; +16.75%)
61 10 618.34 gf-u4 gemm_kernel (20.0 ms -&gt; 24.0 ms, +20 %, 57.42%; +9.57%)
61 628.34 77.29 gf-u3 gf-new new_kernel (0 -&gt; 3.00 ms, new, 7.18%; +7.18%)
77 705.63 128.82 gf-w0 same_kernel (5.00 ms -&gt; 5.00 ms, 0 %, 11.96%; 0.00%)
77 834.45 355.55 gf-v4 forward (16.3 ms -&gt; 9.80 ms, -40 %, 23.44%; -15.55%)
61 834.45 252.49 gf-v3 gemm_kernel (12.3 ms -&gt; 9.80 ms, -20 %, 23.44%; -5.98%)
61 1086.94 103.06 gf-v4 gf-gone old_kernel (4.00 ms -&gt; 0, gone, 0.00%; -9.57%)
== --diff --reverse --order change before.folded after.folded
109 10 1180 gf-u1 all (41.3 ms -&gt; 41.8 ms, +1.2 %, 100%; +1.20%)
93 10 77.29 gf-u4 gf-new new_kernel (0 -&gt; 3.00 ms, new, 7.18%; +7.18%)
77 10 77.29 gf-u4 gf-new backward (0 -&gt; 3.00 ms, new, 7.18%; +7.18%)
61 10 77.29 gf-u4 gf-new step (0 -&gt; 3.00 ms, new, 7.18%; +7.18%)
93 87.29 870.83 gf-u3 gemm_kernel (32.3 ms -&gt; 33.8 ms, +4.6 %, 80.86%; +3.59%)
77 87.29 618.34 gf-u4 backward (20.0 ms -&gt; 24.0 ms, +20 %, 57.42%; +9.57%)
61 87.29 618.34 gf-u4 step (20.0 ms -&gt; 24.0 ms, +20 %, 57.42%; +9.57%)
77 705.63 252.49 gf-v4 forward (12.3 ms -&gt; 9.80 ms, -20 %, 23.44%; -5.98%)
61 705.63 252.49 gf-v4 step (12.3 ms -&gt; 9.80 ms, -20 %, 23.44%; -5.98%)
93 958.12 128.82 gf-w0 same_kernel (5.00 ms -&gt; 5.00 ms, 0 %, 11.96%; 0.00%)
77 958.12 128.82 gf-w0 step (5.00 ms -&gt; 5.00 ms, 0 %, 11.96%; 0.00%)
93 1086.94 103.06 gf-v4 gf-gone old_kernel (4.00 ms -&gt; 0, gone, 0.00%; -9.57%)
77 1086.94 103.06 gf-v4 gf-gone forward (4.00 ms -&gt; 0, gone, 0.00%; -9.57%)
61 1086.94 103.06 gf-v4 gf-gone step (4.00 ms -&gt; 0, gone, 0.00%; -9.57%)
== few samples, scaled: what there was is not new
== --diff --normalize --countname samples many.folded few.folded
93 10 1180 gf-w0 all (103 samples, 103 -&gt; 103, 0 %, 100%; 0.00%)
77 10 1180 gf-w0 a (103 samples, 103 -&gt; 103, 0 %, 100.00%; 0.00%)
61 10 45.83 gf-v1 b (4 samples, 4.1 -&gt; 4, -2.4 %, 3.88%; -0.10%)
61 55.83 1099.8 gf-v4 c (96 samples, 98.388 -&gt; 96, -2.4 %, 93.20%; -2.32%)
61 1155.63 11.46 gf-u2 d (1 samples, 0.41 -&gt; 1, +144 %, 0.97%; +0.57%)
61 1167.09 11.45 gf-u3 e (1 samples, 0.102 -&gt; 1, +880 %, 0.97%; +0.87%)
61 1178.54 11.46 gf-u3 gf-new f (1 samples, 0 -&gt; 1, new, 0.97%; +0.97%)
== --diff --normalize --reverse few.folded many.folded
93 10 1180 gf-w0 all (1.00 us -&gt; 1.00 us, 0 %, 100%; 0.00%)
77 10 46.51 gf-u1 b (39 ns -&gt; 40 ns, +2.5 %, 3.98%; +0.10%)
61 10 46.51 gf-u1 a (39 ns -&gt; 40 ns, +2.5 %, 3.98%; +0.10%)
77 56.51 1116.33 gf-u4 c (937 ns -&gt; 960 ns, +2.5 %, 95.52%; +2.32%)
61 56.51 1116.33 gf-u4 a (937 ns -&gt; 960 ns, +2.5 %, 95.52%; +2.32%)
77 1172.84 4.65 gf-v2 d (9.76 ns -&gt; 4 ns, -59 %, 0.40%; -0.57%)
61 1172.84 4.65 gf-v2 a (9.76 ns -&gt; 4 ns, -59 %, 0.40%; -0.57%)
77 1177.49 1.16 gf-v3 e (9.76 ns -&gt; 1 ns, -90 %, 0.10%; -0.87%)
61 1177.49 1.16 gf-v3 a (9.76 ns -&gt; 1 ns, -90 %, 0.10%; -0.87%)
77 1178.65 11.35 gf-v3 gf-gone f (9.76 ns -&gt; 0, gone, 0.00%; -0.97%)
61 1178.65 11.35 gf-v3 gf-gone a (9.76 ns -&gt; 0, gone, 0.00%; -0.97%)
== all of it is gone
== --diff few.folded none.folded
93 10 1180 gf-v4 gf-gone all (103 ns -&gt; 0, gone, 0.00%; -100.00%)
77 10 1180 gf-v4 gf-gone a (103 ns -&gt; 0, gone, 0.00%; -100.00%)
61 10 45.83 gf-v1 gf-gone b (4 ns -&gt; 0, gone, 0.00%; -3.88%)
61 55.83 1099.8 gf-v4 gf-gone c (96 ns -&gt; 0, gone, 0.00%; -93.20%)
61 1155.63 11.46 gf-v1 gf-gone d (1 ns -&gt; 0, gone, 0.00%; -0.97%)
61 1167.09 11.45 gf-v1 gf-gone e (1 ns -&gt; 0, gone, 0.00%; -0.97%)
61 1178.54 11.46 gf-v1 gf-gone f (1 ns -&gt; 0, gone, 0.00%; -0.97%)
== what travels along
"children":[1,3,2,2,0,0,0,0,0],"name":[0,7,2,1,6,3,5,3,4],"self":[0,0,0,0,5000000,9800000,0,24000000,3000000],"before":[0,0,0,0,5000000,12300000,4000000,20000000,0]}
data-diff="amount"
data-most-change="7000000"
data-change-threshold="0.5"
data-diff="v4"
data-diff="v3"
data-diff="v2"
data-diff="v1"
data-diff="w0"
data-diff="u1"
data-diff="u2"
data-diff="u3"
data-diff="u4"
data-diff="new"
data-diff="gone"
gf-subtitle" x="600" y="48" text-anchor="middle">41.3 ms -&gt; 41.8 ms, +1.2 %</text>
<g class="gf-key gf-v4" data-diff="v4" data-other="share shrank by up to 100%"><rect x="10" y="157" width="12" height="12"/><text x="26" y="167">shrank by up to 7.00 ms</text></g>
<g class="gf-key gf-v3" data-diff="v3" data-other="75%"><rect x="205" y="157" width="12" height="12"/><text x="221" y="167">3.50 ms</text></g>
<g class="gf-key gf-v2" data-diff="v2" data-other="50%"><rect x="286.72" y="157" width="12" height="12"/><text x="302.72" y="167">1.75 ms</text></g>
<g class="gf-key gf-v1" data-diff="v1" data-other="25%"><rect x="368.44" y="157" width="12" height="12"/><text x="384.44" y="167">875 us</text></g>
<g class="gf-key gf-w0" data-diff="w0"><rect x="443.08" y="157" width="12" height="12"/><text x="459.08" y="167">within 0.5%</text></g>
<g class="gf-key gf-u1" data-diff="u1" data-other="25%"><rect x="553.12" y="157" width="12" height="12"/><text x="569.12" y="167">875 us</text></g>
<g class="gf-key gf-u2" data-diff="u2" data-other="50%"><rect x="627.76" y="157" width="12" height="12"/><text x="643.76" y="167">1.75 ms</text></g>
<g class="gf-key gf-u3" data-diff="u3" data-other="75%"><rect x="709.48" y="157" width="12" height="12"/><text x="725.48" y="167">3.50 ms</text></g>
<g class="gf-key gf-u4" data-diff="u4" data-other="share grew by up to 100%"><rect x="791.2" y="157" width="12" height="12"/><text x="807.2" y="167">grew by up to 7.00 ms</text></g>
<g class="gf-key gf-u4 gf-new" data-diff="new"><rect x="972.04" y="157" width="12" height="12"/><text x="988.04" y="167">new</text></g>
<g class="gf-key gf-v4 gf-gone" data-diff="gone"><rect x="1025.44" y="157" width="12" height="12"/><text x="1041.44" y="167">gone</text></g>
== without --differential, a name that ends in a number is a name
== a.folded
69 10 1180 gf-r0 all (120 ns, 100%)
53 10 1180 gf-r3 step (120 ns, 100.00%)
37 10 491.67 gf-o0 Layer 1 (50 ns, 41.67%)
37 501.67 688.33 gf-o0 Layer 2 (70 ns, 58.33%)
== a total that normalising would take beyond 64 bits
2
== names as long as they can be
data-title="ééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééé -&gt; least.folded"
data-title="least.folded -&gt; ééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééé"
STDOUT
gpuflame: option '--change-threshold' takes 0 to 100
gpuflame: note: every line ends with two numbers; if they are values before and after, as difffolded.pl writes them, use --differential, or gpuflame diff for two files
gpuflame: total overflows 64 bits
STDERR

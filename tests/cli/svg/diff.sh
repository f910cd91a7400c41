# Pictures of a difference: new and gone stacks; the change in words.
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
  # rows: the frames of each row in a line
  rows() { sort -sn -k1,1 | awk '$1 != y { printf "%s%s:", y == "" ? "" : "\n", $1 } { y = $1; $1 = ""; printf "%s;", $0 } END { print "" }'; }
  frames() {
    echo "== $*"
    gpuflame "$@" --no-javascript -o a.svg && xmllint --noout a.svg
    sed -n 's/.*<g class="\([^"]*\)".*<title>\([^<]*\)<\/title><rect x="\([^"]*\)" y="\([^"]*\)" width="\([^"]*\)".*/\4 \3+\5 \1 \2/p' a.svg | rows | if [ -e first ]; then news first; else tee first; fi
  }
  frames diff before.folded after.folded
  frames diff --total 100000000 before.folded after.folded
  frames diff --change-colors share before.folded after.folded
  frames diff --change-threshold 20 before.folded after.folded
  gpuflame diff --change-threshold 101 before.folded after.folded
  frames diff --countname samples before.folded after.folded
  frames diff --reverse --inverted before.folded after.folded
  frames diff --order width before.folded after.folded
  frames diff --order change before.folded after.folded
  frames diff --reverse --order change before.folded after.folded
  echo "== all of it is gone"
  printf 'a;b 4\na;c 96\na;d 1\na;e 1\na;f 1\n' >some.folded
  printf 'a;c 0\n' >none.folded
  frames diff some.folded none.folded
  echo "== what travels along"
  gpuflame diff before.folded after.folded -o a.svg && xmllint --noout a.svg
  python3 "$TESTS/tools/svg_payload.py" a.svg | grep -oE '"children":.*'
  sed -n 2p a.svg | grep -oE 'data-(diff|most-change|change-threshold)="[^"]*"'
  grep -oE 'gf-subtitle".*' a.svg
  grep -o '<g class="gf-key.*' a.svg
  echo "== a name that ends in a number is a name"
  printf 'step;Layer 1 50\nstep;Layer 2 70\n' >a.folded
  frames svg a.folded
}
check differences 0 <<'STDOUT' 3<<'STDERR'
== diff before.folded after.folded
37: 10+618.34 gf-u4 gemm_kernel (20.0 ms -&gt; 24.0 ms, +20 %, 57.42%; +9.57%); 628.34+77.29 gf-u3 gf-new new_kernel (0 -&gt; 3.00 ms, new, 7.18%; +7.18%); 705.63+252.49 gf-v3 gemm_kernel (12.3 ms -&gt; 9.80 ms, -20 %, 23.44%; -5.98%); 958.12+103.06 gf-v4 gf-gone old_kernel (4.00 ms -&gt; 0, gone, 0.00%; -9.57%);
53: 10+695.63 gf-u4 backward (20.0 ms -&gt; 27.0 ms, +35 %, 64.59%; +16.75%); 705.63+355.55 gf-v4 forward (16.3 ms -&gt; 9.80 ms, -40 %, 23.44%; -15.55%); 1061.18+128.82 gf-w0 same_kernel (5.00 ms -&gt; 5.00 ms, 0 %, 11.96%; 0.00%);
69: 10+1180 gf-u1 step (41.3 ms -&gt; 41.8 ms, +1.2 %, 100.00%; +1.20%);
85: 10+1180 gf-u1 all (41.3 ms -&gt; 41.8 ms, +1.2 %, 100%; +1.20%);
== diff --total 100000000 before.folded after.folded
37: 10+283.2 gf-u4 gemm_kernel (20.0 ms -&gt; 24.0 ms, +20 %, 24.00%; +4.00%); 293.2+35.4 gf-u3 gf-new new_kernel (0 -&gt; 3.00 ms, new, 3.00%; +3.00%); 328.6+115.64 gf-v3 gemm_kernel (12.3 ms -&gt; 9.80 ms, -20 %, 9.80%; -2.50%); 444.24+47.2 gf-v4 gf-gone old_kernel (4.00 ms -&gt; 0, gone, 0.00%; -4.00%);
53: 10+318.6 gf-u4 backward (20.0 ms -&gt; 27.0 ms, +35 %, 27.00%; +7.00%); 328.6+162.84 gf-v4 forward (16.3 ms -&gt; 9.80 ms, -40 %, 9.80%; -6.50%); 491.44+59 gf-w0 same_kernel (5.00 ms -&gt; 5.00 ms, 0 %, 5.00%; 0.00%);
69: 10+540.44 gf-u1 step (41.3 ms -&gt; 41.8 ms, +1.2 %, 41.80%; +0.50%);
85: 10+540.44 gf-u1 all (41.3 ms -&gt; 41.8 ms, +1.2 %, 41.80%; +0.50%);
(0 as before)
== diff --change-colors share before.folded after.folded
37: 10+618.34 gf-u1 gemm_kernel (20.0 ms -&gt; 24.0 ms, +20 %, 57.42%; +9.57%); 628.34+77.29 gf-u4 gf-new new_kernel (0 -&gt; 3.00 ms, new, 7.18%; +7.18%); 705.63+252.49 gf-v1 gemm_kernel (12.3 ms -&gt; 9.80 ms, -20 %, 23.44%; -5.98%); 958.12+103.06 gf-v4 gf-gone old_kernel (4.00 ms -&gt; 0, gone, 0.00%; -9.57%);
53: 10+695.63 gf-u2 backward (20.0 ms -&gt; 27.0 ms, +35 %, 64.59%; +16.75%); 705.63+355.55 gf-v2 forward (16.3 ms -&gt; 9.80 ms, -40 %, 23.44%; -15.55%); 1061.18+128.82 gf-v1 same_kernel (5.00 ms -&gt; 5.00 ms, 0 %, 11.96%; 0.00%);
69: 10+1180 gf-w0 step (41.3 ms -&gt; 41.8 ms, +1.2 %, 100.00%; +1.20%);
85: 10+1180 gf-w0 all (41.3 ms -&gt; 41.8 ms, +1.2 %, 100%; +1.20%);
(0 as before)
== diff --change-threshold 20 before.folded after.folded
37: 10+618.34 gf-w0 gemm_kernel (20.0 ms -&gt; 24.0 ms, +20 %, 57.42%; +9.57%); 628.34+77.29 gf-u3 gf-new new_kernel (0 -&gt; 3.00 ms, new, 7.18%; +7.18%); 705.63+252.49 gf-v3 gemm_kernel (12.3 ms -&gt; 9.80 ms, -20 %, 23.44%; -5.98%); 958.12+103.06 gf-v4 gf-gone old_kernel (4.00 ms -&gt; 0, gone, 0.00%; -9.57%);
69: 10+1180 gf-w0 step (41.3 ms -&gt; 41.8 ms, +1.2 %, 100.00%; +1.20%);
85: 10+1180 gf-w0 all (41.3 ms -&gt; 41.8 ms, +1.2 %, 100%; +1.20%);
(1 as before)
== diff --countname samples before.folded after.folded
37: 10+618.34 gf-u4 gemm_kernel (24,000,000 samples, 20,000,000 -&gt; 24,000,000, +20 %, 57.42%; +9.57%); 628.34+77.29 gf-u3 gf-new new_kernel (3,000,000 samples, 0 -&gt; 3,000,000, new, 7.18%; +7.18%); 705.63+252.49 gf-v3 gemm_kernel (9,800,000 samples, 12,300,000 -&gt; 9,800,000, -20 %, 23.44%; -5.98%); 958.12+103.06 gf-v4 gf-gone old_kernel (0 samples, 4,000,000 -&gt; 0, gone, 0.00%; -9.57%);
53: 10+695.63 gf-u4 backward (27,000,000 samples, 20,000,000 -&gt; 27,000,000, +35 %, 64.59%; +16.75%); 705.63+355.55 gf-v4 forward (9,800,000 samples, 16,300,000 -&gt; 9,800,000, -40 %, 23.44%; -15.55%); 1061.18+128.82 gf-w0 same_kernel (5,000,000 samples, 5,000,000 -&gt; 5,000,000, 0 %, 11.96%; 0.00%);
69: 10+1180 gf-u1 step (41,800,000 samples, 41,300,000 -&gt; 41,800,000, +1.2 %, 100.00%; +1.20%);
85: 10+1180 gf-u1 all (41,800,000 samples, 41,300,000 -&gt; 41,800,000, +1.2 %, 100%; +1.20%);
(0 as before)
== diff --reverse --inverted before.folded after.folded
37: 10+1180 gf-u1 all (41.3 ms -&gt; 41.8 ms, +1.2 %, 100%; +1.20%);
53: 10+870.83 gf-u3 gemm_kernel (32.3 ms -&gt; 33.8 ms, +4.6 %, 80.86%; +3.59%); 880.83+128.82 gf-w0 same_kernel (5.00 ms -&gt; 5.00 ms, 0 %, 11.96%; 0.00%); 1009.65+103.06 gf-v4 gf-gone old_kernel (4.00 ms -&gt; 0, gone, 0.00%; -9.57%); 1112.71+77.29 gf-u4 gf-new new_kernel (0 -&gt; 3.00 ms, new, 7.18%; +7.18%);
69: 10+618.34 gf-u4 backward (20.0 ms -&gt; 24.0 ms, +20 %, 57.42%; +9.57%); 628.34+252.49 gf-v4 forward (12.3 ms -&gt; 9.80 ms, -20 %, 23.44%; -5.98%); 880.83+128.82 gf-w0 step (5.00 ms -&gt; 5.00 ms, 0 %, 11.96%; 0.00%); 1009.65+103.06 gf-v4 gf-gone forward (4.00 ms -&gt; 0, gone, 0.00%; -9.57%); 1112.71+77.29 gf-u4 gf-new backward (0 -&gt; 3.00 ms, new, 7.18%; +7.18%);
85: 10+618.34 gf-u4 step (20.0 ms -&gt; 24.0 ms, +20 %, 57.42%; +9.57%); 628.34+252.49 gf-v4 step (12.3 ms -&gt; 9.80 ms, -20 %, 23.44%; -5.98%); 1009.65+103.06 gf-v4 gf-gone step (4.00 ms -&gt; 0, gone, 0.00%; -9.57%); 1112.71+77.29 gf-u4 gf-new step (0 -&gt; 3.00 ms, new, 7.18%; +7.18%);
(0 as before)
== diff --order width before.folded after.folded
(4 as before)
== diff --order change before.folded after.folded
37: 10+618.34 gf-u4 gemm_kernel (20.0 ms -&gt; 24.0 ms, +20 %, 57.42%; +9.57%); 628.34+77.29 gf-u3 gf-new new_kernel (0 -&gt; 3.00 ms, new, 7.18%; +7.18%); 834.45+252.49 gf-v3 gemm_kernel (12.3 ms -&gt; 9.80 ms, -20 %, 23.44%; -5.98%); 1086.94+103.06 gf-v4 gf-gone old_kernel (4.00 ms -&gt; 0, gone, 0.00%; -9.57%);
53: 10+695.63 gf-u4 backward (20.0 ms -&gt; 27.0 ms, +35 %, 64.59%; +16.75%); 705.63+128.82 gf-w0 same_kernel (5.00 ms -&gt; 5.00 ms, 0 %, 11.96%; 0.00%); 834.45+355.55 gf-v4 forward (16.3 ms -&gt; 9.80 ms, -40 %, 23.44%; -15.55%);
(2 as before)
== diff --reverse --order change before.folded after.folded
37: 10+77.29 gf-u4 gf-new step (0 -&gt; 3.00 ms, new, 7.18%; +7.18%); 87.29+618.34 gf-u4 step (20.0 ms -&gt; 24.0 ms, +20 %, 57.42%; +9.57%); 705.63+252.49 gf-v4 step (12.3 ms -&gt; 9.80 ms, -20 %, 23.44%; -5.98%); 1086.94+103.06 gf-v4 gf-gone step (4.00 ms -&gt; 0, gone, 0.00%; -9.57%);
53: 10+77.29 gf-u4 gf-new backward (0 -&gt; 3.00 ms, new, 7.18%; +7.18%); 87.29+618.34 gf-u4 backward (20.0 ms -&gt; 24.0 ms, +20 %, 57.42%; +9.57%); 705.63+252.49 gf-v4 forward (12.3 ms -&gt; 9.80 ms, -20 %, 23.44%; -5.98%); 958.12+128.82 gf-w0 step (5.00 ms -&gt; 5.00 ms, 0 %, 11.96%; 0.00%); 1086.94+103.06 gf-v4 gf-gone forward (4.00 ms -&gt; 0, gone, 0.00%; -9.57%);
69: 10+77.29 gf-u4 gf-new new_kernel (0 -&gt; 3.00 ms, new, 7.18%; +7.18%); 87.29+870.83 gf-u3 gemm_kernel (32.3 ms -&gt; 33.8 ms, +4.6 %, 80.86%; +3.59%); 958.12+128.82 gf-w0 same_kernel (5.00 ms -&gt; 5.00 ms, 0 %, 11.96%; 0.00%); 1086.94+103.06 gf-v4 gf-gone old_kernel (4.00 ms -&gt; 0, gone, 0.00%; -9.57%);
(1 as before)
== all of it is gone
== diff some.folded none.folded
37: 10+1099.81 gf-v4 gf-gone c (96 ns -&gt; 0, gone, 0.00%; -93.20%); 1109.81+45.82 gf-v1 gf-gone b (4 ns -&gt; 0, gone, 0.00%; -3.88%); 1155.63+11.46 gf-v1 gf-gone d (1 ns -&gt; 0, gone, 0.00%; -0.97%); 1167.09+11.45 gf-v1 gf-gone e (1 ns -&gt; 0, gone, 0.00%; -0.97%); 1178.54+11.46 gf-v1 gf-gone f (1 ns -&gt; 0, gone, 0.00%; -0.97%);
53: 10+1180 gf-v4 gf-gone a (103 ns -&gt; 0, gone, 0.00%; -100.00%);
69: 10+1180 gf-v4 gf-gone all (103 ns -&gt; 0, gone, 0.00%; -100.00%);
(0 as before)
== what travels along
"children":[1,3,2,2,0,0,0,0,0],"name":[0,7,2,1,6,3,5,3,4],"self":[0,0,0,0,5000000,9800000,0,24000000,3000000],"before":[0,0,0,0,5000000,12300000,4000000,20000000,0]}
data-diff="amount"
data-most-change="7000000"
data-change-threshold="0.5"
gf-subtitle" dx="12">41.3 ms → 41.8 ms, +1.2 %</tspan></text></g>
<g class="gf-key gf-v4" data-diff="v4" data-other="share shrank by up to 100 %"><rect x="10" y="133" width="12" height="12"/><text x="26" y="143">shrank by up to 7.00 ms</text></g>
<g class="gf-key gf-v3" data-diff="v3" data-other="75 %"><rect x="205" y="133" width="12" height="12"/><text x="221" y="143">3.50 ms</text></g>
<g class="gf-key gf-v2" data-diff="v2" data-other="50 %"><rect x="286.72" y="133" width="12" height="12"/><text x="302.72" y="143">1.75 ms</text></g>
<g class="gf-key gf-v1" data-diff="v1" data-other="25 %"><rect x="368.44" y="133" width="12" height="12"/><text x="384.44" y="143">875 µs</text></g>
<g class="gf-key gf-w0" data-diff="w0"><rect x="450.16" y="133" width="12" height="12"/><text x="466.16" y="143">within 0.5 %</text></g>
<g class="gf-key gf-u1" data-diff="u1" data-other="25 %"><rect x="567.28" y="133" width="12" height="12"/><text x="583.28" y="143">875 µs</text></g>
<g class="gf-key gf-u2" data-diff="u2" data-other="50 %"><rect x="649" y="133" width="12" height="12"/><text x="665" y="143">1.75 ms</text></g>
<g class="gf-key gf-u3" data-diff="u3" data-other="75 %"><rect x="730.72" y="133" width="12" height="12"/><text x="746.72" y="143">3.50 ms</text></g>
<g class="gf-key gf-u4" data-diff="u4" data-other="share grew by up to 100 %"><rect x="812.44" y="133" width="12" height="12"/><text x="828.44" y="143">grew by up to 7.00 ms</text></g>
<g class="gf-key gf-u4 gf-new" data-diff="new"><rect x="993.28" y="133" width="12" height="12"/><text x="1009.28" y="143">new</text></g>
<g class="gf-key gf-v4 gf-gone" data-diff="gone"><rect x="1046.68" y="133" width="12" height="12"/><text x="1062.68" y="143">gone</text></g>
== a name that ends in a number is a name
== svg a.folded
37: 10+491.67 gf-o2 Layer 1 (50 ns, 41.67%); 501.67+688.33 gf-o3 Layer 2 (70 ns, 58.33%);
53: 10+1180 gf-r3 step (120 ns, 100.00%);
69: 10+1180 gf-r0 all (120 ns, 100%);
(0 as before)
STDOUT
gpuflame: option '--change-threshold' takes 0 to 100
gpuflame: warning: AFTER has 0 ns, BEFORE has 103 ns: is it the same program?
STDERR

# Nothing is lost by leaving narrow frames out: the data in the file has all of it.
embedded-data() {
  python3 - >a.folded <<'X'
for step in range(40):
    for layer in range(60):
        print("step %d;layer %d;kernel%d %d" % (step, layer, layer % 7, 10 ** (layer % 9) + step))
X
  gpuflame svg --towers a.folded >a.svg && xmllint --noout a.svg
  PYTHONPATH=$TESTS/tools python3 -B - <<'X'
import re, svg_payload
text = open("a.svg").read()
graph = svg_payload.unpack("a.svg")
print(sorted(graph), graph["v"], graph["unit"], graph["decimals"])
stacks = svg_payload.stacks(graph)
expected = dict(line.rsplit(" ", 1) for line in open("a.folded").read().splitlines())
print(len(stacks), stacks == {stack: int(value) for stack, value in expected.items()})
print(len(graph["kinds"]) == len(graph["names"]) == len(graph["shades"]))
# what is drawn, and what is drawn as one, is as wide as the frame below it
frames = [(float(y), float(x), float(w)) for x, y, w in re.findall(r'<rect x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="15"/>', text)]
rests = [(float(y), float(x), float(w)) for x, y, w in re.findall(r'<path (?:class="gf-more" )?d="M([\d.]+) ([\d.]+)h([\d.]+)', text)]
rows = sorted({f[0] for f in frames}, reverse=True)
for row in rows:
    print(row, "frames", sum(f[0] == row for f in frames), "remainders", sum(r[0] == row for r in rests),
          "width %.0f" % sum(b[2] for b in frames + rests if b[0] == row))
total = sum(int(v) for v in expected.values())
print("total", total, re.search(r"<title>(all[^<]*)", text)[1])
X
}
check embedded-data 0 <<'STDOUT'
['children', 'decimals', 'kinds', 'labels', 'name', 'names', 'nodes', 'self', 'shades', 'unit', 'v'] 2 ns 0
2400 True
True
85.0 frames 1 remainders 0 width 1180
69.0 frames 40 remainders 0 width 1180
53.0 frames 480 remainders 0 width 1168
37.0 frames 480 remainders 0 width 1168
total 26671157880 all (26.7 s, 100%)
STDOUT

# How the file is written: without script, to a file.
file-forms() {
  printf 'Zug;\303\234ber \342\202\254;\360\237\232\202 5\nlink;k 3\n' >a.folded
  echo "== --no-javascript"
  gpuflame svg --no-javascript a.folded | grep -cE '<script|<metadata'
  gpuflame svg a.folded | grep -oE '<script>|<metadata[^>]*>'
  echo "== -o"
  gpuflame svg a.folded -o out.svg && xmllint --noout out.svg
  gpuflame svg a.folded | cmp - out.svg
}
check file-forms 0 <<'STDOUT'
== --no-javascript
0
<metadata class="gf-data" data-encoding="deflate+base85">
<script>
== -o
STDOUT

# Sizes: width, frame height, the narrowest frame, letters and how labels are cut.
sizes() {
  cat >a.folded <<'X'
step;void at::native::vectorized_elementwise_kernel<4, at::native::AddFunctor<float>>(int) 600
step;ein Ümläut mit vielen Zeichen und ohne Ende, weil er so lang ist 300
step;s1 1
step;s2 1
step;s3 3
step;s4 5
step;tiny 90
X
  show() {
    echo "== $*"
    gpuflame svg --no-javascript "$@" a.folded >a.svg && xmllint --noout a.svg
    sed -n 2p a.svg | grep -oE ' (width|height|viewBox|font-size|font-family|data-(minwidth|fontsize|frame-height|fluid))="[^"]*"' | tr -d '\n'
    echo
    sed -n '/id="frames"/,/^<\/g>$/p' a.svg | sed 's/<title>\([^<]\{60\}\)[^<]*/<title>\1../' | tail -n +2 | news base
  }
  : >base
  show | tee first && mv first base
  show --width 300
  show --width 300 --height 20 --fontsize 10 | head -n 5
  show --minwidth 4
  show --minwidth 0.5%
  echo "== more frames than a browser should parse for nothing: those of 0.19 px"
  seq 6000 | sed 's/.*/f & k 1/' >many.folded
  for how in "" --no-javascript "--minwidth 0"; do
    gpuflame svg $how many.folded | grep -c '<title>'
  done
  show --minwidth 0
}
check sizes 0 <<'STDOUT'
== 
 width="1200" height="136" viewBox="0 0 1200 136" font-family="system-ui,Verdana,sans-serif" font-size="12" data-minwidth="0.1" data-fontsize="12" data-frame-height="16" data-fluid="1"
<g class="gf-r0"><title>all (1.00 us, 100%)</title><rect x="10" y="69" width="1180" height="15"/><text x="13" y="79.5">all</text></g>
<g class="gf-r3"><title>step (1.00 us, 100.00%)</title><rect x="10" y="53" width="1180" height="15"/><text x="13" y="63.5">step</text></g>
<g class="gf-o1"><title>ein Ümläut mit vielen Zeichen und ohne Ende, weil er so lang..</title><rect x="10" y="37" width="354" height="15"/><text x="13" y="47.5">ein Ümläut mit vielen Zeichen und ohne Ende, w…</text></g>
<g class="gf-o0"><title>s1 (1 ns, 0.10%)</title><rect x="364" y="37" width="1.18" height="15"/></g>
<g class="gf-o1"><title>s2 (1 ns, 0.10%)</title><rect x="365.18" y="37" width="1.18" height="15"/></g>
<g class="gf-o2"><title>s3 (3 ns, 0.30%)</title><rect x="366.36" y="37" width="3.54" height="15"/></g>
<g class="gf-o3"><title>s4 (5 ns, 0.50%)</title><rect x="369.9" y="37" width="5.9" height="15"/></g>
<g class="gf-o1"><title>tiny (90 ns, 9.00%)</title><rect x="375.8" y="37" width="106.2" height="15"/><text x="378.8" y="47.5">tiny</text></g>
<g class="gf-e0"><title>void at::native::vectorized_elementwise_kernel&lt;4, at::nat..</title><rect x="482" y="37" width="708" height="15"/><text x="485" y="47.5">Add float</text></g>
</g>
(0 as before)
== --width 300
 width="300" height="154" viewBox="0 0 300 154" font-family="system-ui,Verdana,sans-serif" font-size="12" data-minwidth="0.1" data-fontsize="12" data-frame-height="16"
<g class="gf-r0"><title>all (1.00 us, 100%)</title><rect x="10" y="69" width="280" height="15"/><text x="13" y="79.5">all</text></g>
<g class="gf-r3"><title>step (1.00 us, 100.00%)</title><rect x="10" y="53" width="280" height="15"/><text x="13" y="63.5">step</text></g>
<g class="gf-o1"><title>ein Ümläut mit vielen Zeichen und ohne Ende, weil er so lang..</title><rect x="10" y="37" width="84" height="15"/><text x="13" y="47.5">ein Ümläu…</text></g>
<g class="gf-o0"><title>s1 (1 ns, 0.10%)</title><rect x="94" y="37" width=".28" height="15"/></g>
<g class="gf-o1"><title>s2 (1 ns, 0.10%)</title><rect x="94.28" y="37" width=".28" height="15"/></g>
<g class="gf-o2"><title>s3 (3 ns, 0.30%)</title><rect x="94.56" y="37" width=".84" height="15"/></g>
<g class="gf-o3"><title>s4 (5 ns, 0.50%)</title><rect x="95.4" y="37" width="1.4" height="15"/></g>
<g class="gf-o1"><title>tiny (90 ns, 9.00%)</title><rect x="96.8" y="37" width="25.2" height="15"/></g>
<g class="gf-e0"><title>void at::native::vectorized_elementwise_kernel&lt;4, at::nat..</title><rect x="122" y="37" width="168" height="15"/><text x="125" y="47.5">Add float</text></g>
(1 as before)
== --width 300 --height 20 --fontsize 10
 width="300" height="152" viewBox="0 0 300 152" font-family="system-ui,Verdana,sans-serif" font-size="10" data-minwidth="0.1" data-fontsize="10" data-frame-height="20"
<g class="gf-r0"><title>all (1.00 us, 100%)</title><rect x="10" y="71" width="280" height="19"/><text x="13" y="82.5">all</text></g>
<g class="gf-r3"><title>step (1.00 us, 100.00%)</title><rect x="10" y="51" width="280" height="19"/><text x="13" y="62.5">step</text></g>
<g class="gf-o1"><title>ein Ümläut mit vielen Zeichen und ohne Ende, weil er so lang..</title><rect x="10" y="31" width="84" height="19"/><text x="13" y="42.5">ein Ümläut…</text></g>
== --minwidth 4
 width="1200" height="136" viewBox="0 0 1200 136" font-family="system-ui,Verdana,sans-serif" font-size="12" data-minwidth="4" data-fontsize="12" data-frame-height="16" data-fluid="1"
<path class="gf-more" d="M364 37h5.9v15h-5.9z"><title>3 more (5 ns, 0.50%)</title></path>
(7 as before)
== --minwidth 0.5%
 width="1200" height="136" viewBox="0 0 1200 136" font-family="system-ui,Verdana,sans-serif" font-size="12" data-minwidth="5.9" data-fontsize="12" data-frame-height="16" data-fluid="1"
<path class="gf-more" d="M364 37h11.8v15h-11.8z"><title>4 more (10 ns, 1.00%)</title></path>
(6 as before)
== more frames than a browser should parse for nothing: those of 0.19 px
2
6001 [2 times]
== --minwidth 0
 width="1200" height="136" viewBox="0 0 1200 136" font-family="system-ui,Verdana,sans-serif" font-size="12" data-minwidth="0" data-fontsize="12" data-frame-height="16" data-fluid="1"
(10 as before)
STDOUT

# Texts in the picture: title, subtitle, notes, names of values, factor, total.
texts() {
  printf 'a;b 1234567\na;c 8000\n' >a.folded
  show() {
    echo "== $*"
    gpuflame svg --no-javascript "$@" a.folded >a.svg && xmllint --noout a.svg
    grep -oE '<title>[^<]*|class="gf-(title|subtitle)"[^<]*|data-(notes|unit|countname|factor|total|title)="[^"]*"|^<svg.* aria-label="[^"]*"' a.svg | sed 's/^<svg.* aria/aria/' | news base
  }
  : >base
  show | tee first && mv first base
  show --title 'Loss & <gain> "x"' --subtitle 'second; line' --notes 'run -- 3'
  show --countname samples
  show --countname 'samples & more' --factor 2.5
  show --total 2000000
  printf 'a;b 0.5\na;c .0004\na;d 12.25\n' >a.folded
  show
  show --countname GB
  printf 'a;b 18446744073709551615\n' >a.folded
  show --countname cycles
  echo "== ranks, GPUs, steps and idle time, as the stacks have them"
  head_of() { gpuflame svg --no-javascript "$@" | grep -o 'class="gf-title"[^<]*' | sed 's/.*>//'; }
  printf 'rank 0;GPU 0;step 1;a 600\nrank 0;GPU 0;step 2;[GPU idle] 300\nrank 1;GPU 0;step 1;rank 7 100\n' >ranks.folded
  head_of ranks.folded
  head_of ranks.folded ./ranks.folded
  head_of --unit operations ranks.folded
  head_of --title mine ranks.folded
  head_of --factor 2 ranks.folded
  head_of <ranks.folded
}
check texts 0 <<'STDOUT'
== 
aria-label="a.folded, 1.24 ms: 1.24 ms in 3 stacks"
data-title="a.folded, 1.24 ms"
data-unit="ns"
data-factor="1"
class="gf-title" font-size="15">a.folded, 1.24 ms
<title>all (1.24 ms, 100%)
<title>a (1.24 ms, 100.00%)
<title>b (1.23 ms, 99.36%)
<title>c (8.00 us, 0.64%)
(0 as before)
== --title Loss & <gain> "x" --subtitle second; line --notes run -- 3
aria-label="Loss &amp; &lt;gain&gt; &quot;x&quot;: 1.24 ms in 3 stacks"
data-title="Loss &amp; &lt;gain&gt; &quot;x&quot;"
data-notes="run -- 3"
class="gf-title" font-size="15">Loss &amp; &lt;gain&gt; &quot;x&quot;
class="gf-subtitle" dx="12">second; line
(6 as before)
== --countname samples
aria-label="a.folded, 1,242,567 samples: 1,242,567 samples in 3 stacks"
data-title="a.folded, 1,242,567 samples"
data-unit="samples"
data-countname="samples"
class="gf-title" font-size="15">a.folded, 1,242,567 samples
<title>all (1,242,567 samples, 100%)
<title>a (1,242,567 samples, 100.00%)
<title>b (1,234,567 samples, 99.36%)
<title>c (8,000 samples, 0.64%)
(1 as before)
== --countname samples & more --factor 2.5
aria-label="Flame graph: 3,106,418 samples &amp; more in 3 stacks"
data-title="Flame graph"
data-unit="samples &amp; more"
data-countname="samples &amp; more"
data-factor="2.5"
class="gf-title" font-size="15">Flame graph
<title>all (3,106,418 samples &amp; more, 100%)
<title>a (3,106,418 samples &amp; more, 100.00%)
<title>b (3,086,418 samples &amp; more, 99.36%)
<title>c (20,000 samples &amp; more, 0.64%)
(0 as before)
== --total 2000000
data-total="2000000"
<title>all (1.24 ms, 62.13%)
<title>a (1.24 ms, 62.13%)
<title>b (1.23 ms, 61.73%)
<title>c (8.00 us, 0.40%)
(5 as before)
== 
aria-label="a.folded, time: 12.8 ns in 4 stacks"
data-title="a.folded, time"
class="gf-title" font-size="15">a.folded, time
<title>all (12.8 ns, 100%)
<title>a (12.8 ns, 100.00%)
<title>b (0.5 ns, 3.92%)
<title>d (12.2 ns, 96.08%)
(2 as before)
== --countname GB
aria-label="a.folded, GB: 12.7504 GB in 4 stacks"
data-title="a.folded, GB"
data-unit="GB"
data-countname="GB"
class="gf-title" font-size="15">a.folded, GB
<title>all (12.7504 GB, 100%)
<title>a (12.7504 GB, 100.00%)
<title>b (0.5 GB, 3.92%)
<title>d (12.25 GB, 96.08%)
(1 as before)
== --countname cycles
aria-label="a.folded, 18,446,744,073,709,551,615 cycles: 18,446,744,073,709,551,615 cycles in 2 stacks"
data-title="a.folded, 18,446,744,073,709,551,615 cycles"
data-unit="cycles"
data-countname="cycles"
class="gf-title" font-size="15">a.folded, 18,446,744,073,709,551,615 cycles
<title>all (18,446,744,073,709,551,615 cycles, 100%)
<title>a (18,446,744,073,709,551,615 cycles, 100.00%)
<title>b (18,446,744,073,709,551,615 cycles, 100.00%)
(1 as before)
== ranks, GPUs, steps and idle time, as the stacks have them
ranks.folded, 1.00 us, 2 ranks, 2 GPUs, 2 steps, idle 30.0 %
ranks.folded and 1 more added up, 2.00 us, 2 ranks, 2 GPUs, 2 steps, idle 30.0 %
ranks.folded, 1,000 operations, 2 ranks, 2 GPUs, 2 steps, idle 30.0 %
mine
Flame graph [2 times]
STDOUT

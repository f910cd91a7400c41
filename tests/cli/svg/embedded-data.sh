# Nothing is lost by leaving narrow frames out: the data in the file has all of it.
python3 - >a.folded <<'X'
for step in range(40):
    for layer in range(60):
        print("step %d;layer %d;kernel%d %d" % (step, layer, layer % 7, 10 ** (layer % 9) + step))
X
gpuflame svg a.folded >a.svg && xmllint --noout a.svg
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

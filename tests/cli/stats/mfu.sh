# Ranges against the limits of the hardware: FLOP from shapes of PyTorch traces or as stated, peaks by the
# name of the GPU or as given; each operator once; nothing over 100 %. The numbers can be worked out by hand:
# a product of 8192 x 4096 by 4096 x 4096 is 274.878 GFLOP, 277.8 us of an H100, and takes 400 us here.
cp "$TESTS/fixtures/torch_mfu.json" "$TESTS/fixtures/torch.json" "$FIXTURES/demo.sqlite" "$FIXTURES/stats_small.sqlite" "$FIXTURES/stats_sums.sqlite" .
csv() { gpuflame stats -q -r mfu -f csv "$@"; }
gpuflame stats -r mfu torch_mfu.json
echo '--- steps, ranges, both streams of one device, backward under forward'
csv --steps 1 torch_mfu.json | grep -e Range -e Step -e attention, -e mm,
csv --range '^attention$' torch_mfu.json | cut -d, -f 1,2,6,10,15
csv --stream 8 torch_mfu.json torch.json | cut -d, -f 1,2,6,10,15
csv --adopt --filter '^(attention|aten::addmm|ProfilerStep.1)$' torch_mfu.json | cut -d, -f 1-10
echo '--- on two devices, each with a wall time of its own; times of whole microseconds hide one of an operation'
sed 's/"device": 0, "stream": 8/"device": 1, "stream": 8/' torch_mfu.json >two.json
csv --filter 'convolution|Step#2' two.json | cut -d, -f 1,2,3,6,7,10,15
csv --filter 'convolution|Step#2' --device 1 two.json | cut -d, -f 1,2,3,6,7,10,15
sed 's/\.5,/,/' torch_mfu.json >whole.json
for peak in 689 687 685 684; do csv --filter addmm --peak $peak whole.json | sed 1d | cut -d, -f 1-4,6,10,12,16; done
csv --filter addmm --peak 687 torch_mfu.json | sed 1d | cut -d, -f 1-4,6,10,12,16
echo '--- what is given of the hardware'
csv --filter convolution --peak fp32=67 torch_mfu.json | cut -d, -f 1-5,9,11,12,16
csv --filter addmm --peak 1000,memory=100 torch_mfu.json | cut -d, -f 1-5,9,11,12,16
csv --filter head --peak memory=3000 torch_mfu.json | cut -d, -f 1-5,9,11,12,16
echo '--- a GPU that is not known'
sed 's/NVIDIA H100/ACME 9/' torch_mfu.json >acme.json
gpuflame stats -r mfu --filter 'addmm|head' acme.json
csv --filter addmm --peak bf16=500 acme.json | cut -d, -f 1-5,9,11,12,16
csv --filter 'addmm|bmm' torch_mfu.json acme.json | cut -d, -f 1-5,9,11,12,16
echo '--- stated of ranges, in place of what is in them'
csv --flops '^attention$=1e9:fp8' --flops 'addmm$=3e9' --filter '^(attention|aten::addmm|aten::linear|ProfilerStep.1)$' torch_mfu.json
gpuflame stats --flops '^Layer=2e9' --flops '^attention=1e9' --filter '^(Layer 0|attention|Train step 0|forward)$' demo.sqlite
csv --flops 'Layer 0=1e9' --flops 'Layer=2e9' --peak 1000 --per-rank --filter 'Layer 0' demo.sqlite demo.sqlite | cut -d, -f 1,10,15,17
csv --flops 'Layer=2e9' --filter 'Layer 0' demo.sqlite demo.sqlite | cut -d, -f 1,2,10,15
echo '--- shapes in the names of ranges, as PyTorch'\''s emit_nvtx() writes them: of no type'
cp demo.sqlite nvtx.sqlite
python3 -c 'import sqlite3
db = sqlite3.connect("nvtx.sqlite")
db.execute("UPDATE NVTX_EVENTS SET textId = NULL, text = ? || rowid || ? WHERE coalesce(text, (SELECT value FROM StringIds WHERE id = textId)) = ?",
    ("aten::mm, seq = 3, op_id = ", ", sizes = [[2048, 1024], [1024, 1024]]", "attention"))
db.commit()'
csv --preset pytorch --filter '^(aten::mm|Layer 0|Train step 0)$' nvtx.sqlite
csv --preset pytorch --filter '^aten::mm$' --peak 50,memory=100 nvtx.sqlite
echo '--- as JSON and markdown: figures that are refused are null, and empty'
gpuflame stats -q -f json -r mfu --filter 'bmm' torch_mfu.json | python3 -c 'import json, sys
report = json.load(sys.stdin)["reports"][0]
print(report["note"], report["rows"][0], sep="\n")'
gpuflame stats -q -f markdown -r mfu --filter 'bmm' torch_mfu.json
echo '--- strict'
gpuflame stats -q --strict -r mfu --filter 'bmm' torch_mfu.json >strict.txt
echo $? "$(wc -c <strict.txt)"
gpuflame stats -q --strict -r mfu --peak 1e6 --filter 'bmm' torch_mfu.json | tail -n 1
echo '--- no FLOP'
for file in demo.sqlite stats_sums.sqlite; do gpuflame stats -r mfu "$file"; done
gpuflame stats -q -r mfu torch.json
gpuflame stats --flops 'nosuchrange=1' demo.sqlite
gpuflame stats -q --flops 'Layer=1' --flops 'Layer 0=1' demo.sqlite
gpuflame stats -q -r all -f csv torch_mfu.json | grep -c '^aten::addmm,69.5,'
gpuflame stats -r all -f csv stats_small.sqlite 2>&1 >/dev/null | grep mfu
echo '--- as many ranges as there are, each in the next: the time does not grow with their square'
cat >report.sql <<SQL
INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES (1000000, 2000000, 0, 1, 7, 1, 281479271677952, 1, 1);
INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES (900000, 900010, 0, 281479271677953, 1, 1);
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300000)
INSERT INTO NVTX_EVENTS SELECT i, 10000000 - i, 59, printf('r%d', i), 281479271677953, NULL, NULL, 0, NULL FROM n;
SQL
"${FIXTURES%/fixtures}/mkdb" deep.sqlite "$TESTS/tools/export_tables.sql" report.sql
(ulimit -t 30; csv --flops '^r.0=1e9' --flops '^r=1e6' --peak 0.5 deep.sqlite | cut -d, -f 15,16 | sort | uniq -c)
echo '--- stated of ranges that only some ranks have'
csv --per-rank --flops '^head$=1e9' --flops '^attention$=1e9' --filter '^(head|attention)$' torch_mfu.json demo.sqlite | cut -d, -f 1,10,15,17
gpuflame stats -q --per-rank --flops '^head$=1e9' --flops '^nowhere$=1e9' torch_mfu.json demo.sqlite
echo '--- words'
for word in attention attention= =1 'a=0' 'a=x' 'a=1:int8' 'a=1x' '(=1'; do gpuflame stats --flops "$word" demo.sqlite; done
gpuflame stats -r mfu --peak fast demo.sqlite
gpuflame stats -r nvtx_sum --peak 1 demo.sqlite | head -n 1
gpuflame stats --partial -o part --flops 'a=1' demo.sqlite

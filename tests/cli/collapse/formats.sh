# Each --format for other tools, read back, gives the stacks that went in.
output-formats() {
  cat >tiny.folded <<'EOF'
step;attention;flash <64>"fwd"\ 4000
step;attention 500
step;mlp 1500.25
[CUDA memset] 7
EOF
  printf 'bytes \xff\x01 \xe2\x80\xae\xe2\x80\xa8;\xf0\x9f\x94\xa5 3\n' >>tiny.folded
  for format in folded speedscope; do
    tell "$format" gpuflame collapse --format $format tiny.folded
  done
  python3 "$TESTS/tools/unfold.py" speedscope <(gpuflame collapse --format speedscope tiny.folded) |
    cmp - <(gpuflame collapse tiny.folded) && echo "same with fractions"
  # same FILE...: each format, read by other code, gives the folded output
  same() {
    gpuflame collapse -q "$@" >want
    for format in speedscope pprof; do
      gpuflame collapse -q --format $format -o "out.$format" "$@" &&
        python3 "$TESTS/tools/unfold.py" $format "out.$format" | cmp - want && echo "$format: same"
    done
  }
  same "$TESTS/fixtures/torch.json"
  same --no-strip-layer-number "$FIXTURES/demo.sqlite"
  printf 'b;c 9223372036854775807\n' >most.folded
  same most.folded
  echo "--- a value without a frame"
  printf 'a 5\nb;c 6\na;b 7\n' >three.folded
  same --drop-frame '^[ab]' three.folded
  same --drop-frame . three.folded
  cat want
  echo "--- when it was recorded, and for how long"
  gpuflame collapse -q --format pprof -o out.pprof "$FIXTURES/v0/v0_fold.sqlite"
  (cd "$TESTS/tools" && PYTHONDONTWRITEBYTECODE=1 python3 -c 'import gzip, sys, unfold
print(*(value for number, value in unfold.fields(gzip.open(sys.argv[1]).read()) if number in (9, 10)))' "$OLDPWD/out.pprof")
  echo "--- what can't be"
  gpuflame collapse --format xml tiny.folded
  echo "a 9223372036854775808" >big.folded
  gpuflame collapse --format pprof big.folded -o big.pprof
  ls big.pprof 2>&1
  gpuflame collapse --format speedscope tiny.folded >/dev/full
  gpuflame collapse --format pprof tiny.folded >/dev/full
  true
}
check output-formats 0 <<'STDOUT' 3<<'STDERR'
--- folded: [CUDA memset] 7 | bytes �  ‮ ;🔥 3 | step;attention 500 | step;attention;flash <64>"fwd"\ 4000 | step;mlp 1500.25
--- speedscope
{"$schema":"https://www.speedscope.app/file-format-schema.json",
"exporter":"gpuflame@1.0.0",
"name":"GPU time",
"activeProfileIndex":0,
"shared":{"frames":[
{"name":"[CUDA memset]"},
{"name":"bytes �  \u202e\u2028"},
{"name":"🔥"},
{"name":"step"},
{"name":"attention"},
{"name":"flash <64>\"fwd\"\\"},
{"name":"mlp"}]},
"profiles":[{"type":"sampled","name":"GPU time","unit":"nanoseconds",
"startValue":0,"endValue":6010.25,
"samples":[
[0],
[1,2],
[3,4],
[3,4,5],
[3,6]],
"weights":[7,
3,
500,
4000,
1500.25]}]}
same with fractions
speedscope: same
pprof: same
speedscope: same
pprof: same
speedscope: same
pprof: same
--- a value without a frame
speedscope: same
pprof: same
speedscope: same
pprof: same
[unattributed] 18
--- when it was recorded, and for how long
1795756848223507414 665992
--- what can't be
ls: cannot access 'big.pprof': No such file or directory
STDOUT
gpuflame: option '--format' takes folded, speedscope, pprof or table, not 'xml'
gpuflame: 'big.pprof': a value does not fit in 63 bits, the limit of pprof
gpuflame: 'stdout': cannot write: No space left on device [2 times]
STDERR

# Frames of --by are labels of pprof's samples, too; what only looks like one further inside is none.
pprof-labels() {
  cat >labels.py <<'END'
import gzip, sys
sys.path.append(sys.argv[2])
from unfold import fields
profile = list(fields(gzip.open(sys.argv[1]).read()))
strings = [value.decode() for number, value in profile if number == 6]
lines = set()
for number, value in profile:
    if number == 2:
        labels = [dict(fields(inner)) for field, inner in fields(value) if field == 3]
        lines.add(" ".join(f"{strings[label[1]]}={strings[label[2]]}" for label in labels[::-1]) or "no label")
print("\n".join(sorted(lines)))
END
  show() {
    echo "--- $*"
    gpuflame collapse -q --format pprof -o out.pb.gz "$@" && python3 -B labels.py out.pb.gz "$TESTS/tools"
  }
  cp "$FIXTURES/ranks.sqlite" "$FIXTURES/steps.sqlite" .
  show --by rank,device ranks.sqlite
  show --by step,stream,process,thread steps.sqlite
  show steps.sqlite
  printf 'step 3;a 5\nstep 3;rank 4;b 5\n' >rank_0.folded
  cp rank_0.folded rank_1.folded
  show rank_0.folded
  show --by rank rank_0.folded rank_1.folded

  echo "--- the host, which all files must name"
  capture() { # FILE HOST START
    cp "$FIXTURES/stats_sums.sqlite" "$1"
    python3 - "$@" <<'END'
import sqlite3, sys
with sqlite3.connect(sys.argv[1]) as db:
    db.executemany("INSERT INTO GPUFLAME_META VALUES (?, ?)",
                   [("host", sys.argv[2]), ("start_ns", sys.argv[3])])
END
  }
  capture first.sqlite one 1
  capture second.sqlite one 2
  capture third.sqlite two 3
  show first.sqlite second.sqlite
  show first.sqlite third.sqlite
  show first.sqlite steps.sqlite
}
check pprof-labels 0 <<'STDOUT'
--- --by rank,device ranks.sqlite
device=2
rank=0 device=1
rank=1 device=0
--- --by step,stream,process,thread steps.sqlite
step=1 stream=7 process=100 thread=100
step=1 stream=8 process=100 thread=100
step=2 stream=7 process=100 thread=100
step=2 stream=8 process=100 thread=101
step=3 stream=7 process=100 thread=100
--- steps.sqlite
no label
--- rank_0.folded
no label
--- --by rank rank_0.folded rank_1.folded
rank=0
rank=1
--- the host, which all files must name
--- first.sqlite second.sqlite
host=one
--- first.sqlite third.sqlite
no label
--- first.sqlite steps.sqlite
no label
STDOUT

# The lines of docs/FORMATS.md that push a profile to Pyroscope and Parca, as they stand there, with a
# stand-in for curl that keeps what it was to send.
push-profiles() {
  mkdir bin run && export PATH=$PWD/bin:$PATH
  cat >bin/curl <<'END'
#!/bin/sh
cat >"$KEPT"
echo "curl $*" | sed 's/from=[0-9]*&until=[0-9]*/from=NOW\&until=NOW/'
END
  chmod +x bin/curl
  cp "$FIXTURES/demo.sqlite" run/job_rank0.sqlite
  cp "$FIXTURES/demo.sqlite" run/job_rank1.sqlite
  line() { # those from the one that matches on, to the end of the command
    sed -n "/^Profiles are pushed/,/^\`/{/^    /{s/^    //;p}}" "$TESTS/../docs/FORMATS.md" | awk -v what="$1" '
    { text = text $0 "\n" } /[|\\]$/ { next } index(text, what) { printf "%s", text } { text = "" }'
  }
  for name in ingest writeraw; do
    line $name >$name.sh
    KEPT=$name.body bash -c "$(cat $name.sh)" 2>/dev/null
  done
  sed -n '/^    while sleep/,/^    done/s/^    //p' "$TESTS/../docs/FORMATS.md" >loop.sh
  cp "$FIXTURES/v0/v0_fold.sqlite" run/job_rank0.gpuflame
  KEPT=loop.body bash -c 'PID=$$
sleep() { [ ! -e slept ] && touch slept; }
gpuflame() { echo "$*" | sed "s,[0-9]*\.pb,NOW.pb,"; }
find() { echo "find $*"; }
. ./loop.sh' | sed 's,/[0-9]*\.pb,/NOW.pb,'
  python3 - <<'END'
import base64, gzip, json
profiles = [open("ingest.body", "rb").read()]
series = json.load(open("writeraw.body"))["series"]
print([label["value"] for label in series[0]["labels"]["labels"]], len(series[0]["samples"]))
profiles.append(base64.b64decode(series[0]["samples"][0]["rawProfile"], validate=True))
for profile in profiles:
    text = gzip.decompress(profile)
    print([word in text for word in (b"gpu_time", b"nanoseconds", b"rank", b"ncclDevKernel_AllReduce")])
print(gzip.decompress(profiles[0]) == gzip.decompress(profiles[1]))
END
}
check push-profiles 0 <<'STDOUT'
curl -F profile=@- http://localhost:4040/ingest?name=train&from=NOW&until=NOW
curl -d @- http://localhost:7070/profiles/writeraw
snapshot -q run/ --since last/ -o profiles/NOW.pb.gz
curl -F profile=@profiles/NOW.pb.gz http://localhost:4040/ingest?name=train&from=NOW&until=NOW
find profiles -name *.pb.gz -mmin +5 -delete
['train'] 1
[True, True, True, True] [2 times]
True
STDOUT

# Output formats state the unit of values, and operations only if there are any.
value-units() {
  cp "$FIXTURES/steps.sqlite" report.sqlite
  for value in gpu-time count bytes idle exposed launch-latency cpu-time critical; do
    for format in speedscope pprof; do
      gpuflame collapse --value "$value" --format $format -o out.$format report.sqlite
    done
    jq -r '.name, .profiles[0].name, .profiles[0].unit' out.speedscope >said
    zcat out.pprof | grep -aoE '(gpu|cpu)_time|launch_latency|critical_path|value|nanoseconds|bytes' >>said
    paste -sd, said
  done
}
check value-units 0 <<'STDOUT'
GPU time,GPU time,nanoseconds,gpu_time,nanoseconds
operations,operations,none,value
bytes,bytes,bytes,value,bytes
GPU time,GPU time,nanoseconds,gpu_time,nanoseconds [2 times]
launch latency,launch latency,nanoseconds,launch_latency,nanoseconds
CPU time,CPU time,nanoseconds,cpu_time,nanoseconds
critical path,critical path,nanoseconds,critical_path,nanoseconds
STDOUT

# The long table, as a database reads it: a planted cause is found by the SQL of docs/COOKBOOK.md, in
# DuckDB, too, where its package for node is installed.
long-table() {
  gpuflame collapse -q --format table "$FIXTURES/demo.sqlite" | grep -e attempt -e flash
  echo "--- all time is in it"
  for file in demo ranks stats_nccl graph_capture v0/v0_fold; do
    gpuflame collapse -q --no-split-waits "$FIXTURES/$file.sqlite" | awk '{ sum += $NF } END { print sum }'
    gpuflame collapse -q --format table "$FIXTURES/$file.sqlite" | awk -F '\t' '{ sum += $13 } END { print sum }'
  done | uniq -c
  echo "--- places; sums; stacks"
  python3 "$TESTS/tools/cluster.py" run 64 attention:n3:1.5:6
  gpuflame collapse -q run -o run.csv
  sed -n 2p run.csv
  gpuflame collapse -q --format table "$FIXTURES/v0/v0_fold.sqlite" -o fold.txt
  cut -f 3- fold.txt
  printf 'a;"b",c 1.5\n' | gpuflame collapse - -o stack.csv
  sed 1d stack.csv
  echo "--- a planted cause"
  sed -n '/^WITH cell/,/;$/p' "$TESTS/../docs/COOKBOOK.md" >cause.sql
  python3 -c 'import csv, sqlite3
rows = list(csv.reader(open("run.csv")))
db = sqlite3.connect(":memory:")
db.execute("CREATE TABLE run (" + ", ".join(f"{name} NUMERIC" for name in rows[0]) + ")")
db.executemany("INSERT INTO run VALUES (" + ",".join("?" * len(rows[0])) + ")", rows[1:])
print(*db.execute(open("cause.sql").read()), sep="\n")'
  gpuflame collapse -q --format table run -o run.tsv
  node -e 'const { DuckDBInstance } = require("@duckdb/node-api");
(async () => {
  const db = await (await DuckDBInstance.create()).connect();
  for (const file of ["run.csv", "run.tsv"]) {
    const rows = await db.runAndReadAll(`CREATE OR REPLACE TABLE run AS FROM "${file}";` + fs.readFileSync("cause.sql"));
    if (rows.getRows().join() !== "n3,Train step;forward;attention,8,6,4.2") console.log("DuckDB:", rows.getRows());
  }
})()' 2>/dev/null
  echo "--- what it does not take"
  gpuflame collapse --format table --by rank run
  gpuflame collapse --format table --only nothing run
}
check long-table 1 <<'STDOUT' 3<<'STDERR'
job	attempt	rank	node	device	step	phase	path	kernel	family	kind	count	ns	min	max
				0	0	forward	Train step;forward;Layer;attention	void flash_fwd_kernel<Flash_fwd_kernel_traits<128, 128, 64, 4, false, false, cutlass::bfloat16_t>, false, true>(Flash_fwd_params)	flash_attention_forward	attention	6	874014	143214	149864
				0	0	backward	Train step;backward;Layer;attention	void flash_bwd_dq_dk_dv_loop_seqk_parallel_kernel<Flash_bwd_kernel_traits<64, 128, 128, 8, 4, 4, 4, false, false, cutlass::bfloat16_t>, false, true>(Flash_bwd_params)	flash_attention_backward	attention	6	2262726	375266	378976
				0	1	forward	Train step;forward;Layer;attention	void flash_fwd_kernel<Flash_fwd_kernel_traits<128, 128, 64, 4, false, false, cutlass::bfloat16_t>, false, true>(Flash_fwd_params)	flash_attention_forward	attention	6	876018	145288	146718
				0	1	backward	Train step;backward;Layer;attention	void flash_bwd_dq_dk_dv_loop_seqk_parallel_kernel<Flash_bwd_kernel_traits<64, 128, 128, 8, 4, 4, 4, false, false, cutlass::bfloat16_t>, false, true>(Flash_bwd_params)	flash_attention_backward	attention	6	2303910	382130	385840
				0	2	forward	Train step;forward;Layer;attention	void flash_fwd_kernel<Flash_fwd_kernel_traits<128, 128, 64, 4, false, false, cutlass::bfloat16_t>, false, true>(Flash_fwd_params)	flash_attention_forward	attention	6	891888	147933	149363
				0	2	backward	Train step;backward;Layer;attention	void flash_bwd_dq_dk_dv_loop_seqk_parallel_kernel<Flash_bwd_kernel_traits<64, 128, 128, 8, 4, 4, 4, false, false, cutlass::bfloat16_t>, false, true>(Flash_bwd_params)	flash_attention_backward	attention	6	2237130	371000	374710
				0	2	forward	Train step;Generation step;forward;Layer;attention	void flash_fwd_kernel<Flash_fwd_kernel_traits<128, 128, 64, 4, false, false, cutlass::bfloat16_t>, false, true>(Flash_fwd_params)	flash_attention_forward	attention	6	891888	147933	149363
--- all time is in it
      2 47947784
      2 70
      2 166073
      2 36
      2 2140
--- places; sums; stacks
,,0,n0,0,0,backward,Train step;backward,bwd_gemm,bwd_gemm,matmul,2,859718,429400,430318
rank	node	device	step	phase	path	kernel	family	kind	count	ns	min	max
	node	0			Train step	k3	k	other	1	30	30	30
	node	0		forward	Train step;forward	k1	k	other	2	2100	1000	1100
	node	0		forward	Train step;forward	k2	k	other	1	10	10	10
,,,,,,,a,"""b"",c","""b"",c",other,,1.5,,
--- a planted cause
('n3', 'Train step;forward;attention', 8, 6, 4.2)
--- what it does not take
STDOUT
gpuflame: --format table has a row for each rank, device, step and phase, in ns: it takes no --by
gpuflame: no stack is left after the rules, or none has a value; --summary shows what they filter out
STDERR

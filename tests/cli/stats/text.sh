# Each --format of a report, of one file, of pooled files and of files one by one.
formats() {
  cp "$FIXTURES/stats_small.sqlite" a.sqlite && cp a.sqlite b.sqlite
  f=a.sqlite
  for format in table tsv json markdown; do
    gpuflame stats --report cuda_gpu_mem_size_sum,nvtx_sum --limit 3 --format $format "$f" | sed 's/^$/(blank)/'
    echo "--- $format"
  done
  gpuflame stats --report nvtx_kern_sum,cuda_gpu_kern_sum --limit 2 a.sqlite b.sqlite | sed 's/^$/(blank)/'
  gpuflame stats --report cuda_gpu_kern_sum --limit 1 --per-rank --format json a.sqlite b.sqlite
  echo "--- a report in several forms, and one named twice"
  names() { # REPORTS
    gpuflame stats -r "$1" -f json "$f" | python3 -c 'import json, sys
def once(pairs):
    assert len(dict(pairs)) == len(pairs), pairs
    return dict(pairs)
for report in json.load(sys.stdin, object_pairs_hook=once)["reports"]:
    print(report["report"], [row["Name"] for row in report["rows"]])'
  }
  names cuda_gpu_kern_sum,gpukernsum,cuda_gpu_kern_sum
  names cuda_gpu_kern_sum:base,cuda_gpu_kern_sum:base
  names cuda_gpu_kern_sum:mangled
  gpuflame stats -r cuda_gpu_kern_sum:base,nvtx_sum "$f" | grep summary
  tell "names of two kinds" gpuflame stats -r cuda_gpu_kern_sum,cuda_gpu_kern_sum:base "$f"
  gpuflame stats -r nvtx_sum,nvtxsum -f json "$f" | head -n 3
  COLUMNS=60 gpuflame stats --report nvtx_kern_sum "$f" >table
  awk 'length > 60 && !/^\(|summary/ { print "too long: " $0 }' table
  head -n 5 table
  for ending in csv tsv json md txt 7; do
    gpuflame stats -r nvtx_sum -o out.$ending "$f" && head -n 1 out.$ending
  done
  gpuflame stats -r gpu_time_util_map -o out.svg "$f" && head -c 5 out.svg && echo
  gpuflame stats --report nvtx_sum -o out.csv --format csv "$f" && head -n 2 out.csv
  echo '--- files one by one, of which one has no kernels: each row and note says which'
  cp "$FIXTURES/no_kernels.sqlite" none.sqlite && cp a.sqlite "$(printf 'b\033[31m.sqlite')"
  gpuflame stats --per-rank -f csv -r cuda_gpu_kern_sum:base,gpu_gaps a.sqlite none.sqlite b*31m.sqlite |
    sed 's/^$/(blank)/'
  gpuflame stats --per-rank -r cuda_gpu_kern_sum none.sqlite a.sqlite | head -n 3
  printf 'step 1;a 5\n' >steps
  printf 'a 5\n' >"$(printf 'none\033[31m')"
  gpuflame diff steps none*31m | tail -n 3
}
check formats 0 <<'STDOUT' 3<<'STDERR'
CUDA GPU memory operations by size (cuda_gpu_mem_size_sum)
(blank)
Total  Count    Avg    Med    Min    Max  StdDev  Operation
2.000      1  2.000  2.000  2.000  2.000   0.000  [CUDA memcpy Device-to-Host]
0.004      1  0.004  0.004  0.004  0.004   0.000  [CUDA memcpy Host-to-Device]
0.002      2  0.001  0.001  0.001  0.001   0.000  [CUDA memset]
(blank)
NVTX range summary (nvtx_sum)
(blank)
 Time  Total Time  Instances      Avg      Med      Min      Max  StdDev  Style     Range
33.5%     5.00 us          1  5.00 us  5.00 us  5.00 us  5.00 us    0 ns  StartEnd  prefetch
26.8%     4.00 us          1  4.00 us  4.00 us  4.00 us  4.00 us    0 ns  PushPop   step 0
20.1%     3.00 us          1  3.00 us  3.00 us  3.00 us  3.00 us    0 ns  PushPop   step 1
(5 more rows)
--- table
Total (MB)	Count	Avg (MB)	Med (MB)	Min (MB)	Max (MB)	StdDev (MB)	Operation
2.000	1	2.000	2.000	2.000	2.000	0.000	[CUDA memcpy Device-to-Host]
0.004	1	0.004	0.004	0.004	0.004	0.000	[CUDA memcpy Host-to-Device]
0.002	2	0.001	0.001	0.001	0.001	0.000	[CUDA memset]
(blank)
Time (%)	Total Time (ns)	Instances	Avg (ns)	Med (ns)	Min (ns)	Max (ns)	StdDev (ns)	Style	Range
33.5	5000	1	5000.0	5000.0	5000	5000	0.0	StartEnd	prefetch
26.8	4000	1	4000.0	4000.0	4000	4000	0.0	PushPop	step 0
20.1	3000	1	3000.0	3000.0	3000	3000	0.0	PushPop	step 1
--- tsv
{"schema":1,"command":"stats","files":["a.sqlite"],
"reports":[{"report":"cuda_gpu_mem_size_sum","rows":[
  {"Total (MB)":2.000,"Count":1,"Avg (MB)":2.000,"Med (MB)":2.000,"Min (MB)":2.000,"Max (MB)":2.000,"StdDev (MB)":0.000,"Operation":"[CUDA memcpy Device-to-Host]"},
  {"Total (MB)":0.004,"Count":1,"Avg (MB)":0.004,"Med (MB)":0.004,"Min (MB)":0.004,"Max (MB)":0.004,"StdDev (MB)":0.000,"Operation":"[CUDA memcpy Host-to-Device]"},
  {"Total (MB)":0.002,"Count":2,"Avg (MB)":0.001,"Med (MB)":0.001,"Min (MB)":0.001,"Max (MB)":0.001,"StdDev (MB)":0.000,"Operation":"[CUDA memset]"}
]},
{"report":"nvtx_sum","rows":[
  {"Time (%)":33.5,"Total Time (ns)":5000,"Instances":1,"Avg (ns)":5000.0,"Med (ns)":5000.0,"Min (ns)":5000,"Max (ns)":5000,"StdDev (ns)":0.0,"Style":"StartEnd","Range":"prefetch"},
  {"Time (%)":26.8,"Total Time (ns)":4000,"Instances":1,"Avg (ns)":4000.0,"Med (ns)":4000.0,"Min (ns)":4000,"Max (ns)":4000,"StdDev (ns)":0.0,"Style":"PushPop","Range":"step 0"},
  {"Time (%)":20.1,"Total Time (ns)":3000,"Instances":1,"Avg (ns)":3000.0,"Med (ns)":3000.0,"Min (ns)":3000,"Max (ns)":3000,"StdDev (ns)":0.0,"Style":"PushPop","Range":"step 1"}
],"rows_cut":5}]}
--- json
### CUDA GPU memory operations by size (cuda_gpu_mem_size_sum)
(blank)
| Total (MB) | Count | Avg (MB) | Med (MB) | Min (MB) | Max (MB) | StdDev (MB) | Operation |
| ---: | ---: | ---: | ---: | ---: | ---: | ---: | --- |
| 2.000 | 1 | 2.000 | 2.000 | 2.000 | 2.000 | 0.000 | `[CUDA memcpy Device-to-Host]` |
| 0.004 | 1 | 0.004 | 0.004 | 0.004 | 0.004 | 0.000 | `[CUDA memcpy Host-to-Device]` |
| 0.002 | 2 | 0.001 | 0.001 | 0.001 | 0.001 | 0.000 | `[CUDA memset]` |
(blank)
### NVTX range summary (nvtx_sum)
(blank)
| Time (%) | Total Time (ns) | Instances | Avg (ns) | Med (ns) | Min (ns) | Max (ns) | StdDev (ns) | Style | Range |
| ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | --- | --- |
| 33.5 | 5000 | 1 | 5000.0 | 5000.0 | 5000 | 5000 | 0.0 | StartEnd | prefetch |
| 26.8 | 4000 | 1 | 4000.0 | 4000.0 | 4000 | 4000 | 0.0 | PushPop | step 0 |
| 20.1 | 3000 | 1 | 3000.0 | 3000.0 | 3000 | 3000 | 0.0 | PushPop | step 1 |
--- markdown
NVTX range kernel summary (nvtx_kern_sum)
(blank)
NVTX Range          Style    PID  TID  NVTX Inst  Kern Inst  Total Time      Avg      Med      Min      Max  StdDev  Kernel Name
NCCL:ncclAllReduce  PushPop                    4          4     4.80 us  1.20 us  1.20 us  1.00 us  1.40 us  231 ns  ncclDevKernel_AllReduce_Sum_bf16_RING_LL(ncclDevKernelArgsStorage<4096ul>)
forward             PushPop                    2          2     2.80 us  1.40 us  1.40 us  1.40 us  1.40 us    0 ns  ncclDevKernel_AllReduce_Sum_bf16_RING_LL(ncclDevKernelArgsStorage<4096ul>)
(10 more rows)
(blank)
CUDA GPU kernel summary (cuda_gpu_kern_sum)
(blank)
 Time  Total Time  Instances      Avg      Med      Min      Max  StdDev  Name
81.4%     4.80 us          4  1.20 us  1.20 us  1.00 us  1.40 us  231 ns  ncclDevKernel_AllReduce_Sum_bf16_RING_LL(ncclDevKernelArgsStorage<4096ul>)
16.9%     1.00 us          4   250 ns   250 ns   200 ns   300 ns   58 ns  gemm(float*, float*)
(1 more row)
{"schema":1,"command":"stats","files":["a.sqlite","b.sqlite"],
"reports":[{"report":"cuda_gpu_kern_sum","file":"a.sqlite","rows":[
  {"Time (%)":81.4,"Total Time (ns)":2400,"Instances":2,"Avg (ns)":1200.0,"Med (ns)":1200.0,"Min (ns)":1000,"Max (ns)":1400,"StdDev (ns)":282.8,"Name":"ncclDevKernel_AllReduce_Sum_bf16_RING_LL(ncclDevKernelArgsStorage<4096ul>)"}
],"rows_cut":2},
{"report":"cuda_gpu_kern_sum","file":"b.sqlite","rows":[
  {"Time (%)":81.4,"Total Time (ns)":2400,"Instances":2,"Avg (ns)":1200.0,"Med (ns)":1200.0,"Min (ns)":1000,"Max (ns)":1400,"StdDev (ns)":282.8,"Name":"ncclDevKernel_AllReduce_Sum_bf16_RING_LL(ncclDevKernelArgsStorage<4096ul>)"}
],"rows_cut":2}]}
--- a report in several forms, and one named twice
cuda_gpu_kern_sum ['ncclDevKernel_AllReduce_Sum_bf16_RING_LL(ncclDevKernelArgsStorage<4096ul>)', 'gemm(float*, float*)', 'relu(float*)']
cuda_gpu_kern_gb_sum ['ncclDevKernel_AllReduce_Sum_bf16_RING_LL(ncclDevKernelArgsStorage<4096ul>)', 'gemm(float*, float*)', 'relu(float*)']
cuda_gpu_kern_sum:base ['ncclDevKernel_AllReduce_Sum_bf16_RING_LL', 'gemm', 'relu']
cuda_gpu_kern_sum:mangled ['_Z40ncclDevKernel_AllReduce_Sum_bf16_RING_LL', '_Z4gemmPfS_', '_Z4reluPf']
CUDA GPU kernel summary (cuda_gpu_kern_sum:base)
NVTX range summary (nvtx_sum)
--- names of two kinds: status 2: gpuflame: cuda_gpu_kern_sum and cuda_gpu_kern_sum: give all reports the same ':base' or ':mangled'
{"schema":1,"command":"stats","files":["a.sqlite"],
"reports":[{"report":"nvtx_sum","rows":[
  {"Time (%)":33.5,"Total Time (ns)":5000,"Instances":1,"Avg (ns)":5000.0,"Med (ns)":5000.0,"Min (ns)":5000,"Max (ns)":5000,"StdDev (ns)":0.0,"Style":"StartEnd","Range":"prefetch"},
NVTX range kernel summary (nvtx_kern_sum)
NVTX Range          Total Time  Kernel Name
NCCL:ncclAllReduce     2.40 us  ncclDevKernel_All...4096ul>)
forward                1.40 us  ncclDevKernel_All...4096ul>)
Time (%),Total Time (ns),Instances,Avg (ns),Med (ns),Min (ns),Max (ns),StdDev (ns),Style,Range
Time (%)	Total Time (ns)	Instances	Avg (ns)	Med (ns)	Min (ns)	Max (ns)	StdDev (ns)	Style	Range
{"schema":1,"command":"stats","files":["a.sqlite"],
### NVTX range summary (nvtx_sum)
NVTX range summary (nvtx_sum) [2 times]
<svg 
Time (%),Total Time (ns),Instances,Avg (ns),Med (ns),Min (ns),Max (ns),StdDev (ns),Style,Range
33.5,5000,1,5000.0,5000.0,5000,5000,0.0,StartEnd,prefetch
--- files one by one, of which one has no kernels: each row and note says which
Time (%),Total Time (ns),Instances,Avg (ns),Med (ns),Min (ns),Max (ns),StdDev (ns),Name,File
81.4,2400,2,1200.0,1200.0,1000,1400,282.8,ncclDevKernel_AllReduce_Sum_bf16_RING_LL,a.sqlite
16.9,500,2,250.0,250.0,200,300,70.7,gemm,a.sqlite
1.7,50,1,50.0,50.0,50,50,0.0,relu,a.sqlite
(blank)
Duration (ns),Start (ns),PID,Device ID,Context ID,File
(blank)
Time (%),Total Time (ns),Instances,Avg (ns),Med (ns),Min (ns),Max (ns),StdDev (ns),Name,File
81.4,2400,2,1200.0,1200.0,1000,1400,282.8,ncclDevKernel_AllReduce_Sum_bf16_RING_LL,b [31m.sqlite
16.9,500,2,250.0,250.0,200,300,70.7,gemm,b [31m.sqlite
1.7,50,1,50.0,50.0,50,50,0.0,relu,b [31m.sqlite
(blank)
Duration (ns),Start (ns),PID,Device ID,Context ID,File
CUDA GPU kernel summary (cuda_gpu_kern_sum): a.sqlite
 Time  Total Time  Instances      Avg      Med      Min      Max  StdDev  Name
change    by  before  after  stack
 +5 ns   new    0 ns   5 ns  a
 -5 ns  gone    5 ns   0 ns  step 1;a
STDOUT
gpuflame: note: 'none.sqlite': skipped, since the input has no kernels: cuda_gpu_kern_sum:base
gpuflame: note: 'none.sqlite': skipped, since the input has no GPU operations: gpu_gaps
gpuflame: note: 'none.sqlite': skipped, since the input has no kernels: cuda_gpu_kern_sum
gpuflame: note: runs are compared as a whole, not per step, since 'none?[31m' has no training steps
STDERR

# Tables in a terminal: they fit it, columns are aligned for letters of any width, NO_COLOR.
terminal-tables() {
  unset NO_COLOR COLUMNS
  cp "$FIXTURES/stats_small.sqlite" report.sqlite
  python3 - <<'END'
import sqlite3
db = sqlite3.connect("report.sqlite")
for id, name in ((1, "行列積カーネル(float*)"), (4, "re\u0301lu\u0308(float*)"), (7, "通信" * 60 + "(float*)")):
    db.execute("UPDATE StringIds SET value = ? WHERE id = ?", (name, id))
db.execute("UPDATE NVTX_EVENTS SET text = '順伝播 🔥' WHERE text = 'forward'")
db.commit()
END
  terminal() { python3 "$TESTS/tools/terminal.py" "$@" | sed 's/<ESC>\[[0-9]*m//g'; }
  for columns in 80 50; do
    echo "-- $columns columns"
    terminal $columns out gpuflame stats -q --limit 4 -r cuda_gpu_kern_sum,nvtx_kern_sum report.sqlite
  done
  echo "-- every report and its line of what is not shown fit, and so do the overview and a comparison"
  for columns in 80 132; do
    for words in "stats -q -r all" "stats -q" "diff -q $FIXTURES/demo.sqlite"; do
      # shellcheck disable=SC2086 # words
      terminal $columns out gpuflame $words report.sqlite >shown
      python3 - $columns <<'END'
import sys, unicodedata
def width(line):
    return sum(0 if unicodedata.category(c) in ("Mn", "Me", "Cf") else
        2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in line)
lines = open("shown").read().splitlines()
print(len(lines) > 10, max(map(width, lines)) <= int(sys.argv[1]))
END
    done
  done
  echo "-- colours: in a terminal, and not with NO_COLOR, nor elsewhere"
  for words in "stats -q" "diff -q report.sqlite" "stats -q -r all"; do
    # shellcheck disable=SC2086 # words
    for how in "env" "env NO_COLOR=" "env NO_COLOR=1"; do
      $how python3 "$TESTS/tools/terminal.py" 80 out gpuflame $words report.sqlite | grep -c '<ESC>'
    done
    # shellcheck disable=SC2086 # words
    gpuflame $words report.sqlite | grep -c "$(printf '\033')"
  done
}
# --color: of the text alone, in a file too, and it overrules NO_COLOR, which all cases have.
color() {
  f=$FIXTURES/demo.sqlite
  for words in "stats -q" "findings -q" "diff -q $f"; do
    for when in always never auto; do
      # shellcheck disable=SC2086 # words
      echo "$when $(gpuflame $words --color=$when "$f" | grep -c "$(printf '\033')")"
    done
  done
  gpuflame stats -r cuda_gpu_kern_sum -f csv --color always "$f" | grep -c "$(printf '\033')"
  gpuflame stats --color sometimes "$f"
}
check color 2 <<'STDOUT' 3<<'STDERR'
always 28
never 0
auto 0
always 2
never 0
auto 0
always 5
never 0
auto 0
0
STDOUT
gpuflame: option '--color' takes auto, always or never, not 'sometimes'
STDERR

check terminal-tables 1 <<'STDOUT'
-- 80 columns
CUDA GPU kernel summary (cuda_gpu_kern_sum)
 Time  Total Time  Instances      Avg      Med  Name
81.4%     2.40 us          2  1.20 us  1.20 us  通信通信通信通信通信...(float*)
16.9%      500 ns          2   250 ns   250 ns  行列積カーネル(float*)
 1.7%       50 ns          1    50 ns    50 ns  rélü(float*)
(not shown: Min, Max, StdDev)
NVTX range kernel summary (nvtx_kern_sum)
NVTX Range          Kern Inst  Total Time      Avg  Kernel Name
NCCL:ncclAllReduce          2     2.40 us  1.20 us  通信通信通信通信...(float*)
prefetch                    2     2.40 us  1.20 us  通信通信通信通信...(float*)
prefetch                    1      300 ns   300 ns  行列積カーネル(float*)
prefetch                    1       50 ns    50 ns  rélü(float*)
(not shown: Style, PID, TID, NVTX Inst, Med, Min, Max, StdDev)
(8 more rows)
[status 0]
-- 50 columns
CUDA GPU kernel summary (cuda_gpu_kern_sum)
 Time  Total Time  Name
81.4%     2.40 us  通信通信通信通信通...(float*)
16.9%      500 ns  行列積カーネル(float*)
 1.7%       50 ns  rélü(float*)
(not shown: Instances, Avg, Med, Min, Max, StdDev)
NVTX range kernel summary (nvtx_kern_sum)
NVTX Range          Total Time  Kernel Name
NCCL:ncclAllReduce     2.40 us  通信通信通...oat*)
prefetch               2.40 us  通信通信通...oat*)
prefetch                300 ns  行列積カー...oat*)
prefetch                 50 ns  rélü(float*)
(not shown: Style, PID, TID, NVTX Inst, Kern Inst,
 Avg, Med, Min, Max, StdDev)
(8 more rows)
[status 0]
-- every report and its line of what is not shown fit, and so do the overview and a comparison
True True [6 times]
-- colours: in a terminal, and not with NO_COLOR, nor elsewhere
16 [2 times]
0 [2 times]
5 [2 times]
0 [2 times]
44 [2 times]
0 [2 times]
STDOUT

# Untrusted text: cells that a spreadsheet would compute, and terminal control characters.
hostile-text() {
  cp "$FIXTURES/stats_sums.sqlite" sums.sqlite
  python3 - <<'END'
import sqlite3
db = sqlite3.connect("sums.sqlite")
names = {4: '=HYPERLINK("http://x","y")', 8: "+1", 1: "--HYPERLINK(1)", 2: "--forward", 3: "-1+1", 5: "@SUM(1)", 7: "ok=1"}
for id, name in names.items():
    db.execute("UPDATE GPUFLAME_STACK SET name = ?, shortName = NULL, mangledName = NULL WHERE id = ?",
               (name, id))
db.execute("UPDATE GPUFLAME_META SET value = ? WHERE name = 'gpuflame'",
           ("0.1.0\x1b]0;owned\x07\x1b[31m\u202e",))
db.commit()
END
  for format in csv tsv; do
    echo "--- $format"
    gpuflame stats -q -r cuda_gpu_sum -f $format sums.sqlite | sed -E 's/^.*(KERNEL|OPER)[,\t]//'
  done
  gpuflame stats -q -r nvtx_kern_sum -f csv sums.sqlite | cut -d, -f1 | sort -u
  echo "--- json and tables are no spreadsheets"
  gpuflame stats -q -r cuda_gpu_sum -f json sums.sqlite | grep -o '"Operation":.*'
  echo "--- the version of who wrote it"
  gpuflame stats -q sums.sqlite 2>&1 | head -n 1 | od -An -c | grep -c -e '033' -e '\\a' || :
  gpuflame collapse --summary sums.sqlite 2>&1 >folded | head -n 1 | od -An -c | grep -c -e '033' -e '\\a' || :
}
check hostile-text 0 <<'STDOUT'
--- csv
Time (%),Total Time (ns),Instances,Avg (ns),Med (ns),Min (ns),Max (ns),StdDev (ns),Category,Operation
"'=HYPERLINK(""http://x"",""y"")"
'-1+1
'+1
[CUDA memcpy Unknown]
[CUDA memset]
--- tsv
Time (%)	Total Time (ns)	Instances	Avg (ns)	Med (ns)	Min (ns)	Max (ns)	StdDev (ns)	Category	Operation
'=HYPERLINK("http://x","y")
'-1+1
'+1
[CUDA memcpy Unknown]
[CUDA memset]
'--HYPERLINK(1)
NCCL:--forward
NVTX Range
--- json and tables are no spreadsheets
"Operation":"=HYPERLINK(\"http://x\",\"y\")"},
"Operation":"-1+1"},
"Operation":"+1"},
"Operation":"[CUDA memcpy Unknown]"},
"Operation":"[CUDA memset]"}
--- the version of who wrote it
0 [2 times]
STDOUT

# Cells that spreadsheets evaluate, some in other countries, and text by which Markdown links or
# notifies: as text, and as code. What nobody obeys is as it is.
cells() {
  cat >names.sql <<'SQL'
SELECT column1 AS Name FROM (VALUES ('=A1'), ('＝1'), ('＋1'), ('－1'), ('＠SUM(1)'), ('--ABC9'), ('--azZ9'), ('--1'), ('--bf16'), ('-x'),
  ('--TRUE'), ('--cmd|x'), ('--step 12'), ('--:f'), ('x;=cmd|''/C calc''!A0'), ('a;--b;＝c,d'), ('a -1'), ('@octocat'),
  ('fixes #1'), ('see GH-1'), ('owner/repo@sha'), ('http://evil'), ('WWW.evil.org'), ('$$x$$'), (':smile:'), ('<b>'),
  ('a|b'), ('`a``|'), ('!1'), ('%2'), ('~x'), ('8% of 3: a->b (c), d'))
SQL
  for format in csv markdown tsv; do
    gpuflame stats -q -f $format -r ./names.sql "$FIXTURES/stats_sums.sqlite" >names.$format
  done
  head -n 4 names.markdown
  paste <(sed 1d names.csv) <(sed 1,4d names.markdown)
  grep cmd names.tsv
  cp "$FIXTURES/stats_sums.sqlite" @octocat.sqlite && cp @octocat.sqlite b.sqlite
  gpuflame stats -q --per-rank -f markdown -r nvtx_kern_sum @octocat.sqlite b.sqlite | grep '###'
}
check cells 0 <<'STDOUT'
### names (names)
| Name |
| --- |
'=A1	| =A1 |
'＝1	| ＝1 |
'＋1	| ＋1 |
'－1	| －1 |
'＠SUM(1)	| ＠SUM(1) |
'--ABC9	| --ABC9 |
'--azZ9	| --azZ9 |
'--1	| --1 |
'--bf16	| --bf16 |
'-x	| -x |
--TRUE	| --TRUE |
'--cmd|x	| `--cmd\|x` |
--step 12	| --step 12 |
'--:f	| `--:f` |
x;'=cmd|'/C calc'!A0	| `x;=cmd\|'/C calc'!A0` |
"a;'--b;'＝c,d"	| a;--b;＝c,d |
a -1	| a -1 |
'@octocat	| `@octocat` |
fixes #1	| `fixes #1` |
see GH-1	| `see GH-1` |
owner/repo@sha	| `owner/repo@sha` |
http://evil	| `http://evil` |
WWW.evil.org	| `WWW.evil.org` |
$$x$$	| `$$x$$` |
:smile:	| `:smile:` |
<b>	| `<b>` |
a|b	| `a\|b` |
`a``|	| ``` `a``\| ``` |
!1	| `!1` |
%2	| `%2` |
~x	| `~x` |
"8% of 3: a->b (c), d"	| 8% of 3: a->b (c), d |
'--cmd|x
x;'=cmd|'/C calc'!A0
### NVTX range kernel summary (nvtx_kern_sum): `@octocat.sqlite`
### NVTX range kernel summary (nvtx_kern_sum): b.sqlite
STDOUT

# Bad command lines and files: one line each.
errors() {
  cp "$FIXTURES"/{stats_small,no_export,old2020,no_kernels}.sqlite .
  f=stats_small.sqlite
  try() { tell "" gpuflame stats "$@"; }
  try
  try --format csv "$f"
  try --format svg "$f"
  try no_kernels.sqlite
  try --report nvtx_kern_sun "$f"
  try --report zzz "$f"
  try --report nvtx_sum:base "$f"
  try --report nvtx_kern_sum:short "$f"
  try --report nvtx_sum --format xml "$f"
  try --report nvtx_pace:name=nosuch "$f"
  try --report cuda_gpu_kern_pace:name=forward --format svg "$f"
  try --report nvtx_sum no-such-file
  try --report nvtx_sum no_export.sqlite
  try --report nvtx_sum,nvtx_kern_sum old2020.sqlite | tail -n 1
  try --report all no_kernels.sqlite | tail -n 1
  try --report cuda_gpu_kern_sum no_kernels.sqlite
  printf 'a;b 1\n' >folded && try --report nvtx_sum folded
  gzip -c "$f" >f.gz && try --report nvtx_sum f.gz | head -n 3
  gpuflame stats --report nvtx_sum "$f" >/dev/full
  echo "-- times that can't be added up, and calls that end before they begin"
  cp "$FIXTURES/stats_small.sqlite" odd.sqlite
  sql odd.sqlite <<'END'
UPDATE CUPTI_ACTIVITY_KIND_RUNTIME SET end = start - 5 WHERE correlationId = 1;
UPDATE CUPTI_ACTIVITY_KIND_RUNTIME SET start = -9223372036854775807 WHERE correlationId = 2;
UPDATE CUPTI_ACTIVITY_KIND_MEMSET SET start = 0, end = 9223372036854775000;
END
  gpuflame stats -q -r cuda_kern_exec_sum -f csv odd.sqlite | cut -d , -f 4,6,26,27
  gpuflame stats -q -r cuda_kern_exec_trace -f csv odd.sqlite | cut -d , -f 1,2,7
  gpuflame stats -q -r cuda_gpu_mem_time_sum odd.sqlite
  # the same with devices: what is asked for most is no exception
  sql odd.sqlite <<<'UPDATE CUPTI_ACTIVITY_KIND_MEMCPY SET deviceId = rowid, start = rowid, end = 9223372036854775000;'
  gpuflame stats -q odd.sqlite
  gpuflame findings -q odd.sqlite
  sql odd.sqlite <<<'DELETE FROM CUPTI_ACTIVITY_KIND_MEMCPY; UPDATE CUPTI_ACTIVITY_KIND_KERNEL SET end = start + 4611686018427387904;'
  gpuflame stats -q odd.sqlite
  tell "" gpuflame stats -r duration_histogram:name=nobody "$FIXTURES/demo.sqlite"
}
check errors 1 <<'STDOUT' 3<<'STDERR'
status 2: gpuflame: no file given; see gpuflame stats --help
status 2: gpuflame: --format csv needs a report: --report NAME, or --report all; --list shows them
status 2: gpuflame: --format svg needs a report: --report NAME; --list shows them
no_kernels.sqlite: nsys 2022.4.2.1 export, schema 3.0.0
0 devices, 0 ns, 1 NVTX range
no kernel, copy or fill ran, or none was recorded (record with 'nsys profile -t cuda,nvtx ...')
--report nvtx_sum: the ranges' time on the CPU
status 2: gpuflame: option '--report': unknown report 'nvtx_kern_sun'; did you mean 'nvtx_kern_sum'?
status 2: gpuflame: option '--report': unknown report 'zzz'; see gpuflame stats --list
status 2: gpuflame: option '--report': report 'nvtx_sum' shows no names of kernels
status 2: gpuflame: option '--report': ':short': expected ':base' or ':mangled'
status 2: gpuflame: option '--format' takes table, csv, tsv, json, markdown, svg or timeline, not 'xml'
status 1: gpuflame: cannot make nvtx_pace: no range with GPU work is named 'nosuch'; the report nvtx_gpu_proj_sum lists them
status 1: gpuflame: cannot make cuda_gpu_kern_pace: no kernel is named 'forward'; the report cuda_gpu_kern_sum lists them
status 1: gpuflame: cannot open 'no-such-file': No such file or directory
status 1: gpuflame: cannot read 'no_export.sqlite': an SQLite database without a table of an nsys export; make one with 'nsys export --type sqlite REPORT'
outer       PushPop    1    1          1          2        8 ns  4 ns  4 ns  1 ns  7 ns    4 ns  saxpy(int, float)
(nothing)
status 1: gpuflame: 'no_kernels.sqlite' has no data for cuda_gpu_kern_sum: no kernels
status 1: gpuflame: cannot read 'folded': neither an nsys report nor a trace; folded stacks are read by gpuflame collapse, diff and svg
NVTX range summary (nvtx_sum)
 Time  Total Time  Instances      Avg      Med      Min      Max  StdDev  Style     Range
-- times that can't be added up, and calls that end before they begin
Count,TAvg (ns),API Name,Kernel Name
2,1425.0,cudaLaunchKernel,ncclDevKernel_AllReduce_Sum_bf16_RING_LL(ncclDevKernelArgsStorage<4096ul>)
1,400.0,cudaLaunchKernel,"gemm(float*
API Start (ns),API Dur (ns),Total Dur (ns)
3050,10,1250
6200,12,400
6300,20,1600
status 1: gpuflame: cannot make duration_histogram: no kernel or range is named 'nobody'; the reports cuda_gpu_kern_sum and nvtx_sum list them
STDOUT
gpuflame: warning: exported by nsys before 2022, which does not report lost events or nodes of CUDA graphs; if the report still exists, export it again with a newer nsys: nsys export --type sqlite REPORT
gpuflame: note: skipped, since the input has no kernels: cuda_gpu_kern_sum, cuda_gpu_kern_gb_sum, cuda_kern_exec_sum, cuda_kern_exec_trace, nvtx_kern_sum, range_kernel_sum, layer_kernel_sum, nccl_gpu_time_util_map, mpi_gpu_time_util_map, ucx_gpu_time_util_map, nccl_gpu_overlap_trace, cuda_gpu_kern_pace, rank_range_sum, rank_range_map, rank_step_map
gpuflame: note: skipped, since the input has no copies or fills of memory: cuda_gpu_mem_time_sum, cuda_gpu_mem_size_sum, cuda_memcpy_sync, cuda_memcpy_async, cuda_memset_sync
gpuflame: note: skipped, since the input has no GPU operations: cuda_gpu_sum, cuda_gpu_trace, nvtx_gpu_proj_sum, nvtx_gpu_proj_trace, mfu, gpu_gaps, gpu_time_util, nccl_gpu_proj_sum, nccl_size_sum, nvtx_pace, step_sum, step_phase_sum, rank_cost, rank_sum
gpuflame: note: skipped, since the input has no CUDA API calls: cuda_api_sum, cuda_api_trace, cuda_api_gpu_sum, cuda_api_sync
gpuflame: note: skipped, since the input has no NVTX ranges of NCCL: nccl_sum
gpuflame: note: skipped, since the input has no calls of MPI: mpi_sum
gpuflame: note: skipped, since the input has no calls of UCX: ucx_sum
gpuflame: note: skipped, since the input has no events of OpenACC: openacc_sum
gpuflame: note: skipped, since the input has no calls of the OS runtime: osrt_sum
gpuflame: note: skipped, since the input has no calls of MPI in tables of their own (nsys 2023 and later): mpi_event_trace
gpuflame: note: skipped, since the input has no events of OpenMP: openmp_sum
gpuflame: note: skipped, since the input has no migrations or page faults of unified memory: um_sum, um_total_sum, um_cpu_page_faults_sum
gpuflame: note: skipped, since the input has no samples of SM Active, SM Issue or Tensor Active (nsys profile --gpu-metrics-devices): gpu_metric_util_map
gpuflame: note: skipped, since the input has no samples of network devices (nsys profile --nic-metrics): network_traffic_map
gpuflame: note: skipped, since the input has no allocations of memory (profile_memory=True of PyTorch, --cuda-memory-usage true of nsys): memory_peaks, memory_map
gpuflame: note: skipped, since the input has no critical path, without GPU operations: critical_path_sum
gpuflame: cannot write 'stdout': No space left on device
gpuflame: cannot make cuda_gpu_mem_time_sum: total overflows 63 bits
gpuflame: cannot read 'odd.sqlite': total overflows 64 bits [3 times]
STDERR

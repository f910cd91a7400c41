#!/usr/bin/env bash
# What only a GPU can show: tests/gpu/check.sh build/release [programs|torch|cost]. Prints TAP; run
# it by `make gpu-check`, or where nothing can be built with the folder that `make gpu-bundle`
# made elsewhere. Each of the first two parts takes less than ten minutes; without a name both run;
# cost is the part of programs that measures. PyTorch and nsys are used where they are. With
# GPU_CHECK_DIR, what is worth keeping goes there: captures of both modes as SQL text, the log, and
# DIR.tar.gz of all of it, to send back (docs/dev/GPU-CHECK.md). GPU_CHECK_QUICK=1: little of
# everything, to try the script itself. GPU_CHECK_BRIEF=1: programs in 150 s, torch in 100 s, with
# all that measures costs.
set -u
B=$(cd "$1" && pwd)
part=${2:-all}
quick=${GPU_CHECK_QUICK:-}
brief=${GPU_CHECK_BRIEF:-}
cuda=${CUDA_HOME:-/usr/local/cuda}
keep=${GPU_CHECK_DIR:-}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
number=0
failures=0
# What CUPTI costs is measured here, whatever it is.
export PYTHONDONTWRITEBYTECODE=1 GPUFLAME_CUPTI_LIMIT=0
[ -z "$keep" ] || { mkdir -p "$keep" && exec > >(tee "$keep/check-$part.tap") 2>&1; }

report() {
  number=$((number + 1))
  if [ "$1" -eq 0 ]; then echo "ok $number - $2"; else
    echo "not ok $number - $2"
    sed 's/^/# /' "$work/log" | head -n 40
    failures=1
  fi
}
# Measurements that are repeated stop being so when the part has taken eight minutes.
most=480
[ -z "$brief" ] || { [ "$part" = torch ] && most=70 || most=110; }
is_late() { [ $SECONDS -gt $most ] && echo "# $SECONDS s: repeated less often"; }
# how often: of five
times="1 2 3 4 5"
[ -z "$brief" ] || times="1 2 3"
[ -z "$quick" ] || times=1
took() { echo "# $SECONDS s: $1"; }
skip() { number=$((number + 1)) && echo "ok $number - $1 # SKIP $2"; }
total() { awk '{ sum += $NF } END { printf "%d\n", sum }' "$1"; }
# of NAME FILE: the sum of the stacks that end in a frame with that name
of() { awk -v name="$1" '{ line = $0; sub(/ [0-9]*$/, "", line); sub(/.*;/, "", line); if (index(line, name)) sum += $NF }
  END { printf "%d\n", sum }' "$2"; }
# within PERCENT A B
within() {
  awk -v p="$1" -v a="$2" -v b="$3" 'BEGIN { d = a - b; if (d < 0) d = -d; exit !(b > 0 && d * 100 <= p * b) }' && return
  echo "$2 and $3 differ by more than $1 %" >>"$work/log"
  return 1
}
same() { [ "$1" = "$2" ] || { echo "$1 is not $2" >>"$work/log" && false; }; }
# record NAME OPTION... -- COMMAND...: as users type it; its messages go to the log
record() {
  local name=$1
  shift
  timeout 300 "$B/gpuflame" record -f -o "$work/$name.gpuflame" "$@" >"$work/$name.out" 2>"$work/log"
}
# fold NAME OPTION...: its stacks, as NAME.folded
fold() {
  local name=$1
  shift
  "$B/gpuflame" collapse "$@" "$work/$name.gpuflame" >"$work/$name.folded" 2>>"$work/log"
}
lossless() { grep -q 'lost: none' "$work/log" && ! grep -qF '[no launch record]' "$work/$1.folded"; }
# count NAME [KIND]: how many operations it holds
count() { python3 tests/gpu/counts.py "$work/$1.gpuflame" ${2:+"$2"} 2>>"$work/log"; }
# compile NAME SOURCE OPTION...
compile() {
  local name=$1
  shift
  if [ -e "$B/gpu/$name" ]; then
    cp "$B/gpu/$name" "$work/$name"
  else
    "$cuda/bin/nvcc" -O2 "$@" -o "$work/$name" -lpthread >"$work/log" 2>&1
  fi
}

if ! nvidia-smi -L >"$work/devices" 2>&1 || ! cp "$work/devices" "$work/devices.all"; then
  sed 's/^/# /' "$work/devices"
  echo "1..0 # SKIP no GPU here"
  exit 0
fi
sed 's/ (UUID.*//; s/^/# /' "$work/devices"
echo "# driver $(nvidia-smi --query-gpu=driver_version --format=csv,noheader | head -n 1), $(ldd --version | head -n 1)"

# Programs without torch do not load the CUPTI of its wheels.
if [ -z "${GPUFLAME_CUPTI:-}" ] && ! ldconfig -p 2>/dev/null | grep -q libcupti.so && [ ! -e "$cuda/extras/CUPTI/lib64/libcupti.so" ]; then
  wheel=$(python3 -c 'import glob, site
print("\n".join(f for p in site.getsitepackages() for f in sorted(glob.glob(p + "/nvidia/c*/lib/libcupti.so.1?"), reverse=True)))' 2>/dev/null | head -n 1)
  [ -z "$wheel" ] || export GPUFLAME_CUPTI=$wheel
fi
export BARE_CUPTI=${GPUFLAME_CUPTI:-}
fact() { python3 -c 'import sqlite3, sys
for row in sqlite3.connect(sys.argv[1]).execute("SELECT value FROM GPUFLAME_META WHERE name = ?", sys.argv[2:]): print(*row)' "$work/$1.gpuflame" "$2"; }
loss() { python3 -c 'import sqlite3, sys
print(*sqlite3.connect(sys.argv[1]).execute("SELECT coalesce(sum(count), 0) FROM GPUFLAME_LOSS WHERE what GLOB ?", sys.argv[2:]).fetchone())' "$work/$1.gpuflame" "${2:-*}"; }
# value NAME WHAT: the number that a program printed
value() { sed -n "s/^$2 //p" "$work/$1.out"; }
least() { sort -g "$1" | head -n 1; }

compile_programs() {
  if compile gpt tests/gpu/gpt.cu && compile spin tests/gpu/spin.cu && compile decode tests/gpu/decode.cu; then
    report 0 "the CUDA programs compile"
  else
    report 1 "the CUDA programs compile"
    echo "1..$number"
    exit 1
  fi
}

check_programs() {

# --- a program of ours: streams, a thread, a graph ---------------------------------
"$work/gpt" 1 >"$work/log" 2>&1
status=$?
report $status "it runs without a recorder"
[ $status = 0 ] || return
steps=50
[ -z "$quick" ] || steps=5
# of a step: three kernels in each of four layers, one of the backward pass, two of the graph
kernels=$((15 * steps))
for mode in fold trace; do
  record $mode --mode $mode -- "$work/gpt" $steps && fold $mode
  report $? "$mode mode: recorded and folded"
  lossless $mode
  report $? "$mode mode: nothing is lost, and each operation has its launch"
  same "$(count $mode kernel)" $kernels && same "$(count $mode memset)" $steps
  report $? "$mode mode: each kernel is recorded, $kernels of them"
done
[ -s "$work/fold.folded" ] &&
  sed 's/ [0-9]*$//' "$work/fold.folded" | diff - <(sed 's/ [0-9]*$//' "$work/trace.folded") >"$work/log"
report $? "fold and trace mode have the same stacks"
sed 's/ [0-9]*$//' "$work/fold.folded" | diff - tests/gpu/gpt.stacks >"$work/log"
report $? "the stacks are those of the mock, the ranges of the graph's nodes too"
within 20 "$(total "$work/fold.folded")" "$(total "$work/trace.folded")"
report $? "two runs take about as long"

record steps --steps $((steps / 5)) --skip 2 -- "$work/gpt" $steps && fold steps &&
  same "$(count steps kernel)" $((steps * 3))
report $? "some steps have the kernels of these steps"
# a launch of the graph is one operation, or, of a sample, two kernels
record whole --mode trace --cuda-graph-trace graph -- "$work/gpt" $steps && fold whole &&
  same $((2 * $(count whole graph) + $(count whole kernel))) $kernels
report $? "whole graphs: each launch is recorded, as a whole or by node"
name=$(sed -n 's/^GPU 0: \(.*\) (UUID.*/\1/p' "$work/devices")
python3 - "$work/fold.gpuflame" "$name" >"$work/log" 2>&1 <<'END'
import sqlite3, sys
rows = dict(sqlite3.connect(sys.argv[1]).execute("SELECT name, value FROM GPUFLAME_META"))
print(rows)
sys.exit(rows.get("device.0") != sys.argv[2])
END
report $? "the file knows the device's name"
echo "# CUPTI $(fact fold cupti_version), $(fact fold cupti), clock $(fact fold clock)"
same "$(fact fold uuid.0)" "$(sed -n 's/^GPU 0: .*(UUID: \(.*\))$/\1/p' "$work/devices.all")" 2>"$work/log"
report $? "the file knows the device's UUID"
python3 - "$work/trace.gpuflame" >"$work/log" 2>&1 <<'END'
import sqlite3, sys
db = sqlite3.connect(sys.argv[1])
nodes = {row[0] for row in db.execute("SELECT graphNodeId FROM CUPTI_ACTIVITY_KIND_KERNEL WHERE graphNodeId IS NOT NULL")}
known = {row[0] for row in db.execute("SELECT graphNodeId FROM CUDA_GRAPH_NODE_EVENTS")}
print(len(nodes), "nodes in records,", len(known), "seen when made,", len(nodes & known), "both")
sys.exit(not nodes)
END
report $? "records of a graph's kernels have node ids"
sed 's/^/# /' "$work/log"

for end in exit _exit TERM KILL fork; do
  case $end in TERM) want=143 ;; KILL) want=137 ;; *) want=0 ;; esac
  record "end-$end" -- "$work/gpt" 5 $end
  same $? $want && fold "end-$end" -q &&
    same "$(count "end-$end" kernel)" 75
  report $? "what was done before the end by '$end' is in the capture, and the status is the program's"
done

# --- kernels that say how long they took ----------------------------------------------
for mode in fold trace; do
  record spin-$mode --mode $mode -- "$work/spin" 100 10000000 && fold spin-$mode && lossless spin-$mode &&
    within 0.1 "$(grep '^spin;' "$work/spin-$mode.folded" | of spin_kernel -)" "$(sed -n 's/^spin_ns //p' "$work/spin-$mode.out")"
  report $? "$mode mode: the sum is what kernels measure themselves, within 0.1 %"
done

}

# --- cost, beside floors ---------------------------------------------------------------
check_cost() {
if [ -e "$B/gpu/bare_cupti.so" ]; then
  cp "$B/gpu/bare_cupti.so" "$work/"
else
  cc -shared -fPIC -O2 tests/gpu/bare_cupti.c -o "$work/bare_cupti.so" -ldl >"$work/log" 2>&1
fi
report $? "the floor compiles: records that nobody reads"

# bare NAME CALLBACKS COMMAND...: with CUPTI's records, and empty callbacks of these domains
bare() {
  local name=$1 callbacks=$2
  shift 2
  env ${callbacks:+BARE_CALLBACKS=$callbacks} CUDA_INJECTION64_PATH="$work/bare_cupti.so" "$@" >"$work/$name.out" 2>"$work/$name.log"
}
wall() { value "$1" wall_ns >>"$work/wall-$1"; }
took "the cost of a launch"
"$B/gpuflame" check >"$work/log" 2>&1
report $? "gpuflame check"
grep '^a launch' "$work/log" | sed 's/^/# /'
# the floor is of the same CUPTI
record facts -- "$work/gpt" 3 && [ -n "$BARE_CUPTI" ] || BARE_CUPTI=$(fact facts cupti)
BARE_FACTS=1 bare facts both "$work/gpt" 3
sed 's/^/# /' "$work/facts.log"
kernels=20000
[ -z "$quick" ] || kernels=100
for _ in $times; do
  is_late && break
  "$work/spin" $kernels 5000 >"$work/plain.out" 2>"$work/log" && wall plain
  bare bare "" "$work/spin" $kernels 5000 && wall bare
  for callbacks in driver runtime both; do
    bare bare-$callbacks $callbacks "$work/spin" $kernels 5000 && wall bare-$callbacks
  done
  record ours -- "$work/spin" $kernels 5000 && wall ours
  record ours-trace --mode trace -- "$work/spin" $kernels 5000 && wall ours-trace
done
echo "# ms for $kernels kernels of 5 us, the best: $(for what in plain bare bare-driver bare-runtime bare-both ours ours-trace; do
  awk -v what=$what '{ printf "%s %.1f  ", what, $1 / 1e6 }' <(least "$work/wall-$what")
done)"
sed 's/^/# /' "$work/bare-both.log"
if grep -q 'no CUPTI' "$work"/bare*.log; then
  skip "kernels of 5 us beside bare CUPTI" "$(grep -h 'no CUPTI' "$work"/bare*.log | head -n 1)"
else
  awk -v a="$(least "$work/wall-ours")" -v b="$(least "$work/wall-bare-both")" 'BEGIN { exit !(a > 0 && b > 0 && a <= 1.05 * b) }'
  report $? "kernels of 5 us take at most 5 % more than with CUPTI and empty callbacks"
fi

# --- a graph of 500 kernels, 5 million records ------------------------------------------
replays=10000
[ -z "$brief" ] || replays=2000
[ -z "$quick" ] || replays=20
# decode NAME COMMAND...: recorded
decode() {
  local name=$1
  shift
  record "decode-$name" "$@" -- "$work/decode" 500 $replays
  report $? "decode, recorded: $name"
  grep '^gpuflame' "$work/log" | sed 's/^/# /'
  took "decode, $name"
}
"$work/decode" 500 $replays >"$work/decode-plain.out" 2>"$work/log"
report $? "decode, plain"
bare decode-bare "" "$work/decode" 500 $replays
bare decode-callbacks both "$work/decode" 500 $replays
decode node --cuda-graph-trace node
decode graph --cuda-graph-trace graph
decode trace --mode trace --cuda-graph-trace graph
for what in plain bare callbacks node graph trace; do
  echo "# decode, $what: $(awk -v ns="$(value decode-$what wall_ns)" -v n=$replays 'BEGIN { printf "%.1f us a replay", ns / n / 1e3 }'), device memory $(value decode-$what memory_bytes) bytes"
done
for what in node graph trace; do
  echo "# decode, $what: CUPTI says that it took $(python3 -c 'import sqlite3, sys
print(*(sqlite3.connect(sys.argv[1]).execute("SELECT value FROM GPUFLAME_META WHERE name = ?", ("cupti_ns",)).fetchone() or ["nothing"]))' "$work/decode-$what.gpuflame") ns"
  echo "# decode, $what: $(loss decode-$what timeless) records without times, $(loss decode-$what) lost"
done
same "$(count decode-node kernel)" $((500 * (replays + 1))) 2>"$work/log" && same "$(loss decode-node)" 0
report $? "each kernel of each replay is recorded, $((500 * (replays + 1))) of them"
same "$(count decode-trace graph)" $((replays + 1)) 2>"$work/log"
report $? "each replay is recorded as a whole"
fold decode-graph
same "$(grep -c '^decode;.*CUDA graph' "$work/decode-graph.folded")" 1 2>"$work/log" && same "$(loss decode-graph)" 0
report $? "fold mode has the replays as a whole in one stack"

# --- a training step -----------------------------------------------------------------------
rounds=300
[ -z "$quick" ] || rounds=10
step() { value "$1" step_ns >>"$work/step-$1"; }
for what in plain callbacks fold trace; do : >"$work/step-$what"; done
for _ in ${times::5}; do
  is_late && break
  "$work/gpt" $rounds return 20 >"$work/plain.out" 2>"$work/log" && step plain
  bare callbacks both "$work/gpt" $rounds return 20 && step callbacks
  for mode in fold trace; do
    record $mode --mode $mode -- "$work/gpt" $rounds return 20 && step $mode
  done
done
echo "# us a step, the best of three: $(for what in plain callbacks fold trace; do
  awk -v what=$what '{ printf "%s %.1f  ", what, $1 / 1e3 }' <(least "$work/step-$what")
done)"
for limit in fold:1.01 trace:1.03; do
  awk -v a="$(least "$work/step-${limit%:*}")" -v b="$(least "$work/step-plain")" -v most=${limit#*:} 'BEGIN { exit !(a > 0 && b > 0 && a <= most * b) }'
  report $? "a training step in CUDA takes at most ${limit#*:} times as long in ${limit%:*} mode"
done
took "the training step"
}

# --- clocks after a minute ---------------------------------------------------------------
check_rest() {
launches=600
[ -z "$quick$brief" ] || launches=20
record clocks --mode trace -- "$work/spin" $launches 1000000 100
python3 - "$work/clocks.gpuflame" >>"$work/log" 2>&1 <<'END'
import sqlite3, sys
rows = sqlite3.connect(sys.argv[1]).execute("""SELECT r.start, k.start - r.start FROM CUPTI_ACTIVITY_KIND_KERNEL k
    JOIN CUPTI_ACTIVITY_KIND_RUNTIME r USING(correlationId) ORDER BY 1""").fetchall()
part = max(5, len(rows) // 10)  # the first launch loads the kernel
first, last = (min(delay for _, delay in some) for some in (rows[:part], rows[-part:]))
print("from the launch to the kernel: %d ns at first, %d ns after %.0f s" % (first, last, (rows[-1][0] - rows[0][0]) / 1e9))
sys.exit(first < 0 or last < 0 or abs(last - first) > 20000)
END
report $? "the device's clock does not drift from ours"
tail -n 1 "$work/log" | sed 's/^/# /'
took "clocks"

# --- from outside, while it runs ---------------------------------------------------------
GPUFLAME_CONTROL=$work "$B/gpuflame" record --start-later -f -o "$work/live.gpuflame" -- "$work/spin" 80 1000000 100 >"$work/log" 2>&1 &
live=$!
sleep 2
live() { GPUFLAME_CONTROL=$work "$B/gpuflame" "$@" >>"$work/log" 2>&1; }
live start $live && sleep 2 && live snapshot $live -o "$work/snapshot.gpuflame" && sleep 1 && live stop $live &&
  [ "$(count snapshot kernel)" -gt 0 ] && [ "$(count live kernel)" -gt "$(count snapshot kernel)" ]
report $? "a program is started, looked at and stopped from outside"
wait $live
within 50 "$(count live kernel)" 30
report $? "what it recorded are the seconds between"
echo "# from outside: $(count snapshot kernel) kernels in a snapshot after 2 s, $(count live kernel) after 3 s"

# --- nsys -----------------------------------------------------------------------------
if command -v nsys >/dev/null; then
  # nsys goes by a file's ending
  cp "$work/trace.gpuflame" "$work/trace.sqlite"
  nsys stats --report cuda_gpu_kern_sum,nvtx_kern_sum,nvtx_gpu_proj_sum "$work/trace.sqlite" >"$work/stats" 2>"$work/log" &&
    grep -q 'adamw' "$work/stats"
  report $? "nsys stats reads a trace"
  for program in gpt spin; do
    (cd "$work" && timeout 300 nsys profile --force-overwrite true -t cuda,nvtx --cuda-graph-trace node -o nsys-$program ./$program 100) >"$work/log" 2>&1
    "$B/gpuflame" collapse -q "$work/nsys-$program.nsys-rep" >"$work/nsys-$program.folded" 2>>"$work/log"
  done
  sed 's/ [0-9]*$//' "$work/nsys-gpt.folded" | diff - tests/gpu/gpt.stacks >"$work/log"
  report $? "nsys sees the same stacks"
  within 0.1 "$(grep '^spin;' "$work/spin-fold.folded" | of spin_kernel -)" "$(grep '^spin;' "$work/nsys-spin.folded" | of spin_kernel -)"
  report $? "the sum of kernels of known duration is nsys's within 0.1 %"
else
  skip "totals beside nsys's" "it is not installed"
fi

}

# --- PyTorch ----------------------------------------------------------------------------
# What else goes on in a real run: NCCL, another profiler, workers that fork.
check_others() {
  record nccl -- python3 tests/gpu/torch_nccl.py && fold nccl --preset none &&
    ! grep -q '^NCCL' "$work/nccl.folded" && grep -q '^Train step;after;' "$work/nccl.folded"
  report $? "NCCL, two communicators: what runs after they were made is not in NCCL's ranges"
  cut -d';' -f1 "$work/nccl.folded" | sort -u | sed 's/^/# outermost: /'

  record inside-not -- python3 tests/gpu/torch_training.py --steps 10
  for with in NONE=1 KINETO_USE_DAEMON=1; do
    record inside -e $with -- python3 tests/gpu/torch_training.py --steps 10 --profile "$work/inside.json" && fold inside &&
      { [ "$(loss inside)" -gt 0 ] || [ "$(count inside)" -ge "$(count inside-not)" ]; }
    report $? "torch.profiler inside, $with: all is recorded, or reported as lost"
    echo "# torch.profiler inside, $with: $(count inside) operations, $(count inside-not) without it, $(loss inside) lost; it saw $("$B/gpuflame" collapse -q --value count "$work/inside.json" 2>/dev/null | total /dev/stdin)"
    grep '^gpuflame' "$work/log" | sed 's/^/# /'
  done

  record workers -o "$work/workers-%p.gpuflame" -- python3 tests/gpu/torch_workers.py 1000
  status=$?
  [ $status = 0 ] && "$B/gpuflame" collapse -q --value count "$work"/workers-*.gpuflame >"$work/workers.folded" 2>>"$work/log" &&
    [ "$(grep -c . "$work/workers.folded")" -gt 0 ] && [ "$(grep '^parent;worker;' "$work/workers.folded" | total /dev/stdin)" -ge 2000 ]
  report $? "Python's forked workers, the first to use CUDA: all that they launched, in the parent's range"
}

check_torch() {
step_ms() { sed -n 's/^step_ms //p' "$1"; }
if python3 -c 'import torch; assert torch.cuda.is_available()' 2>"$work/log"; then
  python3 -c 'import torch; print("# torch", torch.__version__, "CUDA", torch.version.cuda)'
  scripts="training graphs"
  [ -z "$brief" ] || scripts=training
  for script in $scripts; do
    # each profiler has a run of its own: they can't be in one process at a time
    python3 "tests/gpu/torch_$script.py" --profile "$work/torch.json" >"$work/profiled" 2>"$work/log" &&
      "$B/gpuflame" collapse -q "$work/torch.json" >"$work/kineto.folded" 2>>"$work/log" &&
      "$B/gpuflame" collapse -q --value count "$work/torch.json" >"$work/kineto.count" 2>>"$work/log"
    report $? "PyTorch, $script: torch.profiler's trace is folded"
    record torch -c cudaProfilerApi --capture-range-end stop -- python3 "tests/gpu/torch_$script.py" &&
      fold torch && lossless torch
    report $? "PyTorch, $script: recorded between profiler calls, nothing lost"
    echo "# CUPTI $(fact torch cupti_version), $(fact torch cupti), clock $(fact torch clock)"
    same "$(count torch)" "$(total "$work/kineto.count")"
    report $? "PyTorch, $script: as many operations as torch.profiler sees"
    echo "# device ns: ours $(total "$work/torch.folded"), torch.profiler $(total "$work/kineto.folded")"
    within 2 "$(total "$work/torch.folded")" "$(total "$work/kineto.folded")"
    report $? "PyTorch, $script: the device's time is torch.profiler's, as far as two runs are alike"
    grep -q '^Train step;.*Layer;' "$work/torch.folded"
    report $? "PyTorch, $script: kernels are below the ranges of their launch, and of their capture"
    : >"$work/plain" && : >"$work/captured" && : >"$work/traced"
    for _ in ${times::5}; do
      is_late && break
      python3 "tests/gpu/torch_$script.py" >"$work/out" 2>"$work/log" && step_ms "$work/out" >>"$work/plain"
      record overhead -- python3 "tests/gpu/torch_$script.py" && step_ms "$work/overhead.out" >>"$work/captured"
      [ "$script" = training ] && record overhead --mode trace -- python3 "tests/gpu/torch_$script.py" && step_ms "$work/overhead.out" >>"$work/traced"
    done
    echo "# ms a step, the best of three medians: plain $(least "$work/plain"), captured $(least "$work/captured"), by trace mode $(least "$work/traced")"
    awk -v a="$(least "$work/captured")" -v b="$(least "$work/plain")" 'BEGIN { exit !(a > 0 && b > 0 && a <= 1.01 * b) }'
    report $? "PyTorch, $script: a step takes at most 1 % more"
    [ "$script" != training ] ||
      awk -v a="$(least "$work/traced")" -v b="$(least "$work/plain")" 'BEGIN { exit !(a > 0 && b > 0 && a <= 1.03 * b) }'
    report $? "PyTorch, $script: a step takes at most 3 % more in trace mode"
    took "PyTorch, $script"
  done
  if [ -z "$brief" ] && compile libspin.so -shared -Xcompiler -fPIC tests/gpu/spin.cu; then
    spun() { grep '^spin_ns' "$1" | tail -n 5 | total /dev/stdin; }
    python3 tests/gpu/torch_spin.py "$work/libspin.so" --profile "$work/spin.json" >"$work/profiled" 2>"$work/log" &&
      "$B/gpuflame" collapse -q "$work/spin.json" >"$work/kineto.folded" 2>>"$work/log"
    record torch-spin -c cudaProfilerApi --capture-range-end stop -- python3 tests/gpu/torch_spin.py "$work/libspin.so" &&
      fold torch-spin && lossless torch-spin &&
      within 0.1 "$(of spin_kernel "$work/torch-spin.folded")" "$(spun "$work/torch-spin.out")"
    report $? "PyTorch: the sum is what kernels measure themselves, within 0.1 %"
    within 0.1 "$(of spin_kernel "$work/torch-spin.folded")" "$(of spin_kernel "$work/kineto.folded")"
    report $? "PyTorch: the sum of kernels of known duration is torch.profiler's within 0.1 %"
  fi
  [ -n "$brief" ] || check_others
else
  skip "PyTorch" "there is no torch with CUDA"
fi

}

# --- to bring back ------------------------------------------------------------------------
bring() { # NAME MODE COMMAND...: a capture of it as SQL text, small, and read again
  local name=$1-$2 mode=$2
  shift 2
  record "$name" --mode "$mode" -- "$@" && fold "$name" -q &&
    python3 tests/gpu/dump.py "$work/$name.gpuflame" >"$work/$name.sql" 2>>"$work/log" &&
    python3 -c 'import sqlite3, sys
sqlite3.connect(sys.argv[2]).executescript(open(sys.argv[1]).read())' "$work/$name.sql" "$work/$name.sqlite" 2>>"$work/log" &&
    "$B/gpuflame" collapse -q "$work/$name.sqlite" 2>>"$work/log" | diff "$work/$name.folded" - >>"$work/log" &&
    [ "$(wc -c <"$work/$name.sql")" -lt 500000 ]
  report $? "a capture of $name as SQL text, $({ wc -c <"$work/$name.sql"; } 2>/dev/null) bytes"
  [ -z "$keep" ] || [ ! -e "$work/$name.sql" ] || cp "$work/$name.sql" "$keep/"
}
[ "$part" = torch ] || compile_programs
case $part in all | programs) check_programs ;; esac
[ "$part" = torch ] || check_cost
if [ "$part" != torch ] && [ "$part" != cost ]; then
  check_rest
  for mode in fold trace; do bring gpt $mode "$work/gpt" 3; done
fi
if [ "$part" != programs ] && [ "$part" != cost ]; then
  check_torch
  [ -n "$brief" ] || ! python3 -c 'import torch; assert torch.cuda.is_available()' 2>/dev/null ||
    for mode in fold trace; do bring torch $mode python3 tests/gpu/torch_training.py --steps 1; done
fi
took "all"
[ -z "$keep" ] || echo "# to send back: $keep.tar.gz"
echo "1..$number"
# once the log is complete
[ -z "$keep" ] || { sleep 1 && tar -czf "$keep.tar.gz" -C "$(dirname "$keep")" "$(basename "$keep")"; }
exit $failures

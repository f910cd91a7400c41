# The capture library itself: which part of a run is recorded, by steps, windows and domains.
# shellcheck disable=SC2016
real-windows() {
  on_mock
  exec 2>&1
  count=0
  titles=()
  section() { titles[count]="-- $1" && count=$((count + 1)); }
  # try TITLE SCRIPT OPTION...: record it; the runs go side by side, emulated ones a dozen at a
  # time, since a program does not wait for a recorder that gets no CPU. Only those that await
  # the end of their recording see it come, however slow the machine is.
  try() {
    title=$1 script=$2 interval=60000
    shift 2
    [ ! -e $count.awaits ] || interval=100
    GPUFLAME_FLUSH_INTERVAL=$interval gpuflame record "$@" -o "$count" "$DRIVER" "$script" >"$count.log" 2>&1 &
    titles[count]=$title
    count=$((count + 1))
    while [ -n "${EMULATED:-}" ] && [ "$(jobs -rp | wc -l)" -gt 12 ]; do wait -n; done
  }
  # of each the stacks with their times, and the end that the file states; those that
  # wait for the end of their recording have half a minute
  finish() {
    python3 - ./*.awaits <<'END'
import sqlite3, sys, time
def ended(file):
    try:
        return sqlite3.connect(f"file:{file}?mode=ro", uri=True).execute(
            "SELECT value FROM GPUFLAME_META WHERE name = 'ended'").fetchone() == ("shutdown",)
    except sqlite3.Error:
        return False
running = {name.replace(".awaits", ".gpuflame") for name in sys.argv[1:]}
deadline = time.monotonic() + 30
while running and time.monotonic() < deadline:
    running = {file for file in running if not ended(file)}
    time.sleep(0.05)
open("over", "w").close()
END
    wait
    python3 - "${titles[@]}" <<'END'
import os, sqlite3, subprocess, sys
for number, title in enumerate(sys.argv[1:]):
    file = f"{number}.gpuflame"
    if title.startswith("--"):
        print(title)
    elif not os.path.exists(file):
        print(f"{title}: nothing")
    else:
        ended = sqlite3.connect(file).execute("SELECT value FROM GPUFLAME_META WHERE name = 'ended'").fetchone()[0]
        # an emulated program may take so long to end that the recorder has ended before
        if "EMULATED" in os.environ and ended == "shutdown" and not os.path.exists(f"{number}.awaits"):
            ended = "exit"
        stacks = subprocess.run(["gpuflame", "collapse", "-q", "--strip-numbers", "none", "--preset", "none",
            "--no-strip-train-iter-number", file], capture_output=True, text=True).stdout.splitlines()
        print(f"{title}: {', '.join(stacks)} ({ended})")
END
  }

  steps() { # NAME: five steps of that name, something before, between and after
    printf 'cuinit\nlaunch 1000 before\nrepeat 5\npush %s@\nlaunch 1 k\npop\nlaunch 100 between\nagain\n' "$1"
  }
  section "--steps 2 --skip 1, by the default names"
  for name in 'Train step ' 'step ' 'ProfilerStep#' 'iteration ' 'footstep ' 'epoch '; do
    steps "$name" >"steps of $name"
    try "$name" "steps of $name" --steps 2 --skip 1
  done
  section "by given names"
  steps 'batch 7/' >batches
  try 'batch #/#' batches --steps 2 --step-range 'epoch #,batch #/#'
  try '*/#' batches --steps 1 --step-range '*/#'
  try 'batch' batches --steps 1 --skip 4 --step-range batch
  try 'more than there are' batches --steps 9 --step-range 'batch*'

  windows() { # BEGIN END: three windows, and what lies outside
    printf 'cuinit\npush a\nlaunch 1000 before\n'
    for i in 1 2 3; do printf '%s\nlaunch %s k\n%s\nlaunch 1000 outside\n' "$1" "$i" "$2"; done
    printf 'pop\n'
  }
  windows 'profiler start' 'profiler stop' >profiler
  windows 'push hot' 'pop' >ranges
  windows 'start x hot' 'end x' >started
  # those whose recording the shutdown ends do not end before it
  for script in profiler ranges started; do { cat $script && echo 'await over'; } >$script-on; done
  for what in "-c cudaProfilerApi profiler" "-p hot ranges" "-c nvtx -p hot started"; do
    section "${what% *}, ${what##* }"
    for end in '' none stop stop-shutdown repeat repeat:2; do
      script=${what##* }
      case $end in '' | stop-shutdown | repeat:2) script=$script-on && : >$count.awaits ;; esac
      # shellcheck disable=SC2086
      try "${end:-by default}" "$script" ${what% *} ${end:+--capture-range-end $end}
    done
  done
  section "which range it is"
  cat >named <<'END'
cuinit
push hot
launch 1 k
pop
pushd Dom hot
launch 2 k
popd Dom
pushreg Reg hot
launch 4 k
popd Reg
push a range: 50 % of "it" @ 7
launch 8 k
pop
push hotter
launch 16 k
pop
END
  try 'hot' named -p hot
  for range in hot@Dom hot@Reg 'hot@*' hot@None 'a range: 50 % of "it" \@ 7' 'a range'; do
    try "$range" named -p "$range" --capture-range-end repeat
  done
  section "what is recorded of it"
  printf 'cuinit\npush a\npushd NCCL b\nlaunch 1 k\npushd X c\nlaunch 2 k\npopd X\npopd NCCL\npop\npushd NCCL d\nlaunch 4 k\npopd NCCL\n' >domains
  for mode in fold trace; do
    try 'all' domains --mode $mode
    try 'without NCCL' domains --mode $mode --nvtx-domain-exclude NCCL
    try 'without NCCL and those of none' domains --mode $mode --nvtx-domain-exclude default,NCCL
    try 'X alone' domains --mode $mode --nvtx-domain-include X
    try 'NCCL and those of none' domains --mode $mode --nvtx-domain-include NCCL,default
  done
  finish
  echo "-- ranks"
  for variable in SLURM_PROCID OMPI_COMM_WORLD_RANK PMI_RANK RANK; do
    gpuflame record -o 'rank-%r' -e $variable=3 "$DRIVER" domains 2>&1 | grep -o 'rank-[0-9]*.gpuflame' | head -n 1
    python3 -c 'import sqlite3
print("in the file:", *sqlite3.connect("rank-3.gpuflame").execute("SELECT value FROM GPUFLAME_META WHERE name = ?", ("rank",)).fetchone())'
    rm rank-3.gpuflame
  done
}
check real-windows 0 <<'STDOUT'
-- --steps 2 --skip 1, by the default names
Train step : Train step 1;k 1, Train step 2;k 1, between 100 (exit)
step : between 100, step 1;k 1, step 2;k 1 (exit)
ProfilerStep#: ProfilerStep#1;k 1, ProfilerStep#2;k 1, between 100 (exit)
iteration : between 100, iteration 1;k 1, iteration 2;k 1 (exit)
footstep : before 1000, between 500, footstep N;k 5 (exit)
epoch : before 1000, between 500, epoch N;k 5 (exit)
-- by given names
batch #/#: batch 7/0;k 1, batch 7/1;k 1, between 100 (exit)
*/#: batch 7/0;k 1 (exit)
batch: batch 7/4;k 1 (exit)
more than there are: batch 7/0;k 1, batch 7/1;k 1, batch 7/2;k 1, batch N/N;k 2, between 500 (exit)
-- -c cudaProfilerApi, profiler
by default: a;k 1 (shutdown)
none: a;k 6, a;outside 3000 (exit)
stop: a;k 1 (exit)
stop-shutdown: a;k 1 (shutdown)
repeat: a;k 6 (exit)
repeat:2: a;k 3 (shutdown)
-- -p hot, ranges
by default: a;hot;k 1 (shutdown)
none: a;hot;k 6, a;outside 3000 (exit)
stop: a;hot;k 1 (exit)
stop-shutdown: a;hot;k 1 (shutdown)
repeat: a;hot;k 6 (exit)
repeat:2: a;hot;k 3 (shutdown)
-- -c nvtx -p hot, started
by default: a;hot;k 1 (shutdown)
none: a;hot;k 6, a;outside 3000 (exit)
stop: a;hot;k 1 (exit)
stop-shutdown: a;hot;k 1 (shutdown)
repeat: a;hot;k 6 (exit)
repeat:2: a;hot;k 3 (shutdown)
-- which range it is
hot: hot;k 1 (exit)
hot@Dom: Dom:hot;k 2 (exit)
hot@Reg: Reg:hot;k 4 (exit)
hot@*: Dom:hot;k 2, Reg:hot;k 4, hot;k 1 (exit)
hot@None: nothing
a range: 50 % of "it" \@ 7: a range: 50 % of "it" @ 7;k 8 (exit)
a range: nothing
-- what is recorded of it
all: NCCL:d;k 4, a;NCCL:b;X:c;k 2, a;NCCL:b;k 1 (exit)
without NCCL: a;X:c;k 2, a;k 1, k 4 (exit)
without NCCL and those of none: X:c;k 2, k 5 (exit)
X alone: X:c;k 2, k 5 (exit)
NCCL and those of none: NCCL:d;k 4, a;NCCL:b;k 3 (exit)
all: NCCL:d;k 4, a;NCCL:b;X:c;k 2, a;NCCL:b;k 1 (exit)
without NCCL: a;X:c;k 2, a;k 1, k 4 (exit)
without NCCL and those of none: X:c;k 2, k 5 (exit)
X alone: X:c;k 2, k 5 (exit)
NCCL and those of none: NCCL:d;k 4, a;NCCL:b;k 3 (exit)
-- ranks
rank-3.gpuflame
in the file: 3
rank-3.gpuflame
in the file: 3
rank-3.gpuflame
in the file: 3
rank-3.gpuflame
in the file: 3
STDOUT

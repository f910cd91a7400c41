# What options become, and what is refused before the command runs.
options() {
  unset GPUFLAME_SYNC # of tests/run.sh
  # shellcheck disable=SC2016,SC2012
  fake=${FIXTURES%/fixtures}/fake
  export GPUFLAME_LIBRARY=$fake/libfake.so
  show() {
    echo "-- $*"
    gpuflame record "$@" sh -c 'env | grep ^GPUFLAME_ | grep -v "_STATUS=\|_LIBRARY=\|_OUTPUT=\|_SYNC=" | sed "s,\(FORCE=\)[0-9]*,\1TIME," | sort' \
      2>/dev/null
  }
  show
  show --steps 10 --step-range 'batch #' --skip 3
  show --steps=10 --skip=0 --mode trace -t nvtx,cuda
  show -t cuda,nvtx,osrt,cudnn -s none --sample=none --cpuctxsw=none -b none -w true
  show -c cudaProfilerApi --capture-range-end repeat:3
  show -p 'Train@*'
  show -c nvtx -p 'Train' --capture-range-end=none
  show -y 1.5 -d 20 --nvtx-domain-include=NCCL,default --cuda-graph-trace=graph
  show --nvtx-domain-exclude=NCCL --no-strip-numbers -f
  show --cuda-flush-interval 200
  GPUFLAME_STEPS=4 show --skip 2
  echo "-- an environment of its own"
  HIDDEN=1 gpuflame record -n false -e A=1,2,B=x=y -e CUDA_VISIBLE_DEVICES=0,1 env 2>/dev/null |
    grep -v '^GPUFLAME\|INJECTION64_PATH=.*/libfake.so$'
  HIDDEN=1 gpuflame record -n true env 2>/dev/null | grep '^HIDDEN'
  echo "-- refused"
  refuse() { tell "" gpuflame record "$@" sh -c 'echo not reached'; }
  refuse --steps 0
  refuse --steps ten
  refuse --steps=
  refuse --skip 2
  refuse --mode trace --step-range 'x #'
  GPUFLAME_STEP_RANGE='x #' refuse --mode trace
  refuse --mode fast
  refuse -c always
  refuse -c nvtx
  refuse -c cudaProfilerApi -p range
  refuse -c cudaProfilerApi --steps 3
  refuse --capture-range-end stop
  refuse -c nvtx -p x --capture-range-end repeat:0
  refuse -y -1
  refuse -d soon
  refuse --cuda-graph-trace all
  refuse --nvtx-domain-include a --nvtx-domain-exclude b
  refuse -e A
  refuse -e 1A=2
  refuse -e A=1 -e =2
  refuse --wait some
  refuse --inherit-environment=maybe
  refuse --step 3
  tell "" gpuflame record
  tell "" gpuflame record -o x --
}
check options 2 <<'STDOUT'
-- 
-- --steps 10 --step-range batch # --skip 3
GPUFLAME_SKIP_STEPS=3
GPUFLAME_STEPS=10
GPUFLAME_STEP_RANGE=batch #
-- --steps=10 --skip=0 --mode trace -t nvtx,cuda
GPUFLAME_MODE=trace
GPUFLAME_SKIP_STEPS=0
GPUFLAME_STEPS=10
-- -t cuda,nvtx,osrt,cudnn -s none --sample=none --cpuctxsw=none -b none -w true
-- -c cudaProfilerApi --capture-range-end repeat:3
GPUFLAME_CAPTURE_RANGE=cudaProfilerApi
GPUFLAME_CAPTURE_RANGE_END=repeat:3
-- -p Train@*
GPUFLAME_CAPTURE_RANGE=nvtx
GPUFLAME_NVTX_CAPTURE=Train@*
-- -c nvtx -p Train --capture-range-end=none
GPUFLAME_CAPTURE_RANGE=nvtx
GPUFLAME_CAPTURE_RANGE_END=none
GPUFLAME_NVTX_CAPTURE=Train
-- -y 1.5 -d 20 --nvtx-domain-include=NCCL,default --cuda-graph-trace=graph
GPUFLAME_CUDA_GRAPH_TRACE=graph
GPUFLAME_DELAY=1.5
GPUFLAME_DURATION=20
GPUFLAME_NVTX_DOMAIN_INCLUDE=NCCL,default
-- --nvtx-domain-exclude=NCCL --no-strip-numbers -f
GPUFLAME_FORCE=TIME
GPUFLAME_NVTX_DOMAIN_EXCLUDE=NCCL
GPUFLAME_STRIP=0
-- --cuda-flush-interval 200
-- --skip 2
GPUFLAME_SKIP_STEPS=2
GPUFLAME_STEPS=4
-- an environment of its own
A=1,2
B=x=y
CUDA_VISIBLE_DEVICES=0,1
HIDDEN=1
-- refused
status 2: gpuflame: --steps='0': expected a whole number from 1 up
status 2: gpuflame: --steps='ten': expected a whole number from 1 up
status 2: gpuflame: option '--steps' has an empty argument
status 2: gpuflame: --skip needs --steps
status 2: gpuflame: --step-range needs --steps
status 2: gpuflame: GPUFLAME_STEP_RANGE needs --steps
status 2: gpuflame: --mode='fast': expected one of fold, trace
status 2: gpuflame: --capture-range='always': expected one of none, cudaProfilerApi, nvtx
status 2: gpuflame: --capture-range=nvtx needs a range: set --nvtx-capture
status 2: gpuflame: --nvtx-capture needs --capture-range=nvtx
status 2: gpuflame: --steps and --capture-range both say what to capture: give one of them
status 2: gpuflame: option '--capture-range-end' needs --capture-range
status 2: gpuflame: --capture-range-end='repeat:0': expected one of none, stop, stop-shutdown, repeat, repeat:N, repeat-shutdown:N
status 2: gpuflame: --delay='-1': expected seconds, such as 2.5
status 2: gpuflame: --duration='soon': expected seconds, such as 2.5
status 2: gpuflame: --cuda-graph-trace='all': expected one of graph, node
status 2: gpuflame: --nvtx-domain-include and --nvtx-domain-exclude are both set: give one of them
status 2: gpuflame: option '--env-var': expected NAME=value, not 'A'
status 2: gpuflame: option '--env-var': expected NAME=value, not '1A=2'
status 2: gpuflame: option '--env-var': expected NAME=value, not '=2'
status 2: gpuflame: option '--wait': expected primary or all, not 'some'
status 2: gpuflame: option '--inherit-environment' takes true or false, not 'maybe'
status 2: gpuflame: ambiguous option '--step': could be '--steps' or '--step-range'
status 2: gpuflame: no command to record: gpuflame record [options] -- COMMAND [2 times]
STDOUT

# Command lines for nsys run as they are: what has no effect is one warning.
# shellcheck disable=SC2016
nsys-commands() {
  fake=${FIXTURES%/fixtures}/fake
  export GPUFLAME_LIBRARY=$fake/libfake.so FAKE_OPS=1
  mkdir bin && for name in vllm python3 trtllm-serve; do ln -s "$fake/fake_cuda" bin/$name; done
  export PATH=$PWD/bin:$PATH
  nsys() {
    echo "-- nsys $*"
    shift
    gpuflame record "$@" 2>&1 | sed 's/[0-9]\{2,\}/PID/g; s/'"$(uname -n)"'/HOST/g'
    echo "status ${PIPESTATUS[0]}"
  }
  echo "== as vLLM documents them"
  nsys profile -o report.nsys-rep --trace-fork-before-exec=true --cuda-graph-trace=node vllm init
  echo "== as wrappers have them"
  nsys profile --enable=network_interface --stop-on-range-end=true --osrt-threshold=10000 --mpi-impl=openmpi \
    --cuda-trace-scope=process-tree -o wrapped python3 init
  echo "== as SGLang documents them"
  nsys profile --trace-fork-before-exec=true --cuda-graph-trace=node --capture-range=cudaProfilerApi \
    --capture-range-end=stop --force-overwrite=true -o sglang.out python3 init
  echo "== as others do"
  nsys profile -t cuda,nvtx,osrt,cudnn,cublas -s none -x true -f true -o train python3 init
  nsys profile -w true -t cuda-hw,nvtx --capture-range-end=repeat-shutdown:5 -c cudaProfilerApi \
    --cudabacktrace=none --cuda-memory-usage=true --stats=true --export=sqlite -o other python3 init
  nsys profile --sample=process-tree --backtrace=dwarf --cpuctxsw=process-tree -w false -x false \
    --python-backtrace=cuda --gpu-metrics-devices=all --nic-metrics=true --cuda-event-trace=false \
    --kill sigterm --resolve-symbols=false -t cuda-sw -o third python3 init
  echo "== none of them is for gpuflame alone"
  gpuflame record --help | grep -c -e --stats -e --trace-fork -e --cudabacktrace
  gpuflame record --session-of=x true
  echo "status $?" >&2
}
check nsys-commands 0 <<'STDOUT' 3<<'STDERR'
== as vLLM documents them
-- nsys profile -o report.nsys-rep --trace-fork-before-exec=true --cuda-graph-trace=node vllm init
gpuflame: note: 'report.nsys-rep' will be a capture of gpuflame, which nsys does not open; without the ending it gets .gpuflame
gpuflame: recorded 1 operation, 0 ns of GPU time, 0 ranges; lost: none
gpuflame:   report.nsys-rep
status 0
== as wrappers have them
-- nsys profile --enable=network_interface --stop-on-range-end=true --osrt-threshold=10000 --mpi-impl=openmpi --cuda-trace-scope=process-tree -o wrapped python3 init
gpuflame: warning: --enable=network_interface has no effect: it is an option of nsys alone
gpuflame: warning: --stop-on-range-end=true has no effect: it is an option of nsys alone
gpuflame: warning: --osrt-threshold=PID has no effect: it is an option of nsys alone
gpuflame: warning: --mpi-impl=openmpi has no effect: it is an option of nsys alone
gpuflame: warning: --cuda-trace-scope=process-tree has no effect: it is an option of nsys alone
gpuflame: recorded 1 operation, 0 ns of GPU time, 0 ranges; lost: none
gpuflame:   wrapped.gpuflame
status 0
== as SGLang documents them
-- nsys profile --trace-fork-before-exec=true --cuda-graph-trace=node --capture-range=cudaProfilerApi --capture-range-end=stop --force-overwrite=true -o sglang.out python3 init
gpuflame: recorded 1 operation, 0 ns of GPU time, 0 ranges; lost: none
gpuflame:   sglang.out
status 0
== as others do
-- nsys profile -t cuda,nvtx,osrt,cudnn,cublas -s none -x true -f true -o train python3 init
gpuflame: warning: --trace=cuda,nvtx,osrt,cudnn,cublas has no effect: it is an option of nsys alone
gpuflame: recorded 1 operation, 0 ns of GPU time, 0 ranges; lost: none
gpuflame:   train.gpuflame
status 0
-- nsys profile -w true -t cuda-hw,nvtx --capture-range-end=repeat-shutdown:5 -c cudaProfilerApi --cudabacktrace=none --cuda-memory-usage=true --stats=true --export=sqlite -o other python3 init
gpuflame: warning: --trace=cuda-hw,nvtx has no effect: it is an option of nsys alone
gpuflame: warning: --cuda-memory-usage=true has no effect: it is an option of nsys alone
gpuflame: warning: --stats=true has no effect: it is an option of nsys alone
gpuflame: warning: --export=sqlite has no effect: it is an option of nsys alone
gpuflame: recorded 1 operation, 0 ns of GPU time, 0 ranges; lost: none
gpuflame:   other.gpuflame
status 0
-- nsys profile --sample=process-tree --backtrace=dwarf --cpuctxsw=process-tree -w false -x false --python-backtrace=cuda --gpu-metrics-devices=all --nic-metrics=true --cuda-event-trace=false --kill sigterm --resolve-symbols=false -t cuda-sw -o third python3 init
gpuflame: warning: --sample=process-tree has no effect: it is an option of nsys alone
gpuflame: warning: --backtrace=dwarf has no effect: it is an option of nsys alone
gpuflame: warning: --cpuctxsw=process-tree has no effect: it is an option of nsys alone
gpuflame: warning: --python-backtrace=cuda has no effect: it is an option of nsys alone
gpuflame: warning: --gpu-metrics-devices=all has no effect: it is an option of nsys alone
gpuflame: warning: --nic-metrics=true has no effect: it is an option of nsys alone
gpuflame: warning: --kill=sigterm has no effect: it is an option of nsys alone
gpuflame: warning: --trace=cuda-sw has no effect: it is an option of nsys alone
gpuflame: recorded 1 operation, 0 ns of GPU time, 0 ranges; lost: none
gpuflame:   third.gpuflame
status 0
== none of them is for gpuflame alone
0
STDOUT
gpuflame: unknown option '--session-of'; did you mean '--session-new'?
status 2
STDERR

# Names of captures: patterns, folders, existing files.
# shellcheck disable=SC2016,SC2012
output-names() {
  fake=${FIXTURES%/fixtures}/fake
  export GPUFLAME_LIBRARY=$fake/libfake.so FAKE_OPS=1 FAKE=$fake/fake_cuda
  recorded() {
    gpuflame record "$@" "$FAKE" init 2>&1 |
      sed 's|'"$PWD"'|HERE|g; s/[0-9]\{2,\}/PID/g; s/'"$(uname -n)"'/HOST/g; /^gpuflame: recorded\|^gpuflame: next\|^gpuflame: also/d'
    return "${PIPESTATUS[0]}"
  }
  run() { tell "$*" recorded "$@"; }
  run
  run -o plain
  run -o plain
  run -f -o plain
  run -f true -o plain
  run -f false -o plain
  run --force-overwrite=true -o plain
  run -o with.dot
  run -o 'job-%q{JOB}-%r%%' -e JOB=a.b,RANK=7
  run -o 'job-%q{JOB}-%r%%' -e JOB=a.b,RANK=7
  run -o 'up-%q{JOB}-%r' -e JOB=../../x,RANK=a/b
  run -o 'n-%n'
  run -o 'n-%n'
  run -o 'bad-%x'
  run -o 'bad-%q{X'
  run -o ''
  mkdir folder%h
  run -o folder%h
  run -o folder%%h/x
  run -o folder%%h
  run -o job -e RANK=3,WORLD_SIZE=8
  run -o job -e RANK=0,WORLD_SIZE=1
  run -o /dev/null/x
  (cd folder%h && run -o relative)
  echo "-- from the environment"
  GPUFLAME_OUTPUT=$PWD/env-%r.gpuflame GPUFLAME_FORCE=1 RANK=2 gpuflame record "$FAKE" init
  echo "-- a process that goes elsewhere"
  gpuflame record -o elsewhere sh -c 'cd / && $FAKE init'
  find . -name '*.*' -type f | sed 's/[0-9]\{2,\}/PID/g; s/'"$(uname -n)"'/HOST/g' | LC_ALL=C sort
}
check output-names 0 <<'STDOUT' 3<<'STDERR'
gpuflame:   gpuflame-HOST-PID.gpuflame
--- -o plain: gpuflame:   plain.gpuflame
--- -o plain: gpuflame:   plain.1.gpuflame
--- -f -o plain: gpuflame:   plain.gpuflame
--- -f true -o plain: gpuflame:   plain.gpuflame
--- -f false -o plain: gpuflame:   plain.2.gpuflame
--- --force-overwrite=true -o plain: gpuflame:   plain.gpuflame
--- -o with.dot: gpuflame:   with.dot
--- -o job-%q{JOB}-%r%% -e JOB=a.b,RANK=7: gpuflame:   job-a.b-7%.gpuflame  rank 7
--- -o job-%q{JOB}-%r%% -e JOB=a.b,RANK=7: gpuflame:   job-a.b-7%.1.gpuflame  rank 7
--- -o up-%q{JOB}-%r -e JOB=../../x,RANK=a/b
gpuflame: warning: in the values of output path 'HERE/up-%q{JOB}-%r.gpuflame', each '/' and '..' becomes '_'
gpuflame:   up-____x-a_b.gpuflame  rank a/b
--- -o n-%n: gpuflame:   n-0.gpuflame
--- -o n-%n: gpuflame:   n-1.gpuflame
--- -o bad-%x: status 2: gpuflame: output path 'HERE/bad-%x.gpuflame': unknown '%x'; expected %e, %h, %p, %n, %r, %t, %q{VARIABLE} or %%
--- -o bad-%q{X: status 2: gpuflame: output path 'HERE/bad-%q{X.gpuflame': expected %q{VARIABLE}
--- -o : status 2: gpuflame: option '--output' takes the name of a file or a folder
--- -o folder%h: gpuflame:   folderHOST.gpuflame
--- -o folder%%h/x: gpuflame:   folder%h/x.gpuflame
--- -o folder%%h: gpuflame:   folder%h.gpuflame
--- -o job -e RANK=3,WORLD_SIZE=8: gpuflame:   job.3.gpuflame  rank 3
--- -o job -e RANK=0,WORLD_SIZE=1: gpuflame:   job.gpuflame  rank 0
--- -o /dev/null/x
gpuflame: warning: cannot write to folder '/dev/null': Permission denied: nothing will be recorded
gpuflame: process PID: cannot create the file
--- -o relative: gpuflame:   relative.gpuflame
-- from the environment
-- a process that goes elsewhere
./elsewhere.gpuflame
./env-2.gpuflame
./folder%h.gpuflame
./folder%h/relative.gpuflame
./folder%h/x.gpuflame
./folderHOST.gpuflame
./gpuflame-HOST-PID.gpuflame
./job-a.b-7%.1.gpuflame
./job-a.b-7%.gpuflame
./job.3.gpuflame
./job.gpuflame
./n-0.gpuflame
./n-1.gpuflame
./plain.1.gpuflame
./plain.2.gpuflame
./plain.gpuflame
./up-____x-a_b.gpuflame
./with.dot
STDOUT
gpuflame: recorded 1 operation, 0 ns of GPU time, 0 ranges; lost: none
gpuflame:   env-2.gpuflame  rank 2
gpuflame: recorded 1 operation, 0 ns of GPU time, 0 ranges; lost: none
gpuflame:   elsewhere.gpuflame
STDERR

# Where the library is looked for, and the messages when it is absent or unusable.
# shellcheck disable=SC2016,SC2012
library-lookup() {
  [ -z "${EMULATED:-}" ] || { echo "SKIP copies of the executable do not run under $EMULATED"; exit; }
  fake=${FIXTURES%/fixtures}/fake
  here() { sed "s|$PWD|HERE|g"; }
  try() { "$@" 2>&1 >/dev/null | here; echo "status ${PIPESTATUS[0]}"; }
  mkdir -p bin lib
  cp "$(command -v gpuflame)" bin/gpuflame
  echo "-- absent"
  try bin/gpuflame record true
  echo "-- in ../lib, as installed"
  cp "$fake/libfake.so" lib/libgpuflame.so
  bin/gpuflame record env 2>/dev/null | grep INJECTION64 | sort | here
  echo "-- beside the executable"
  cp "$fake/libfake.so" bin/libgpuflame.so
  bin/gpuflame record env 2>/dev/null | grep INJECTION64 | sort | here
  echo "-- named, by a relative path too"
  GPUFLAME_LIBRARY=lib/libgpuflame.so bin/gpuflame record env 2>/dev/null | grep INJECTION64 | sort | here
  echo "-- named and absent"
  GPUFLAME_LIBRARY=nonesuch.so try bin/gpuflame record true
  echo "-- other profilers"
  CUDA_INJECTION64_PATH=/opt/other.so LD_PRELOAD=/none/libToolsInjectionProxy64.so \
    try bin/gpuflame record true
  CUDA_INJECTION64_PATH=$PWD/lib/../bin/libgpuflame.so try bin/gpuflame record true
}
check library-lookup 0 <<'STDOUT' 3<<'STDERR'
-- absent
gpuflame: no libgpuflame.so in 'HERE/bin' or 'HERE/bin/../lib': it is built only with the CUDA headers; GPUFLAME_LIBRARY can name it
status 1
-- in ../lib, as installed
CUDA_INJECTION64_PATH=HERE/lib/libgpuflame.so
NVTX_INJECTION64_PATH=HERE/lib/libgpuflame.so
-- beside the executable
CUDA_INJECTION64_PATH=HERE/bin/libgpuflame.so
NVTX_INJECTION64_PATH=HERE/bin/libgpuflame.so
-- named, by a relative path too
CUDA_INJECTION64_PATH=HERE/lib/libgpuflame.so
NVTX_INJECTION64_PATH=HERE/lib/libgpuflame.so
-- named and absent
gpuflame: cannot read 'nonesuch.so' (GPUFLAME_LIBRARY): No such file or directory
status 1
-- other profilers
ERROR: ld.so: object '/none/libToolsInjectionProxy64.so' from LD_PRELOAD cannot be preloaded (cannot open shared object file): ignored.
gpuflame: warning: LD_PRELOAD is '/none/libToolsInjectionProxy64.so': two profilers cannot record one process; run gpuflame outside of nsys
gpuflame: warning: CUDA_INJECTION64_PATH is '/opt/other.so': gpuflame replaces that profiler
ERROR: ld.so: object '/none/libToolsInjectionProxy64.so' from LD_PRELOAD cannot be preloaded (cannot open shared object file): ignored.
gpuflame: nothing was recorded: no process of 'true' used CUDA (or sudo, ssh, a container or the like dropped the environment)
status 0
gpuflame: nothing was recorded: no process of 'true' used CUDA (or sudo, ssh, a container or the like dropped the environment)
status 0
STDOUT
ERROR: ld.so: object '/none/libToolsInjectionProxy64.so' from LD_PRELOAD cannot be preloaded (cannot open shared object file): ignored.
STDERR

# Names with control characters and quotes reach neither the terminal nor the next command.
# shellcheck disable=SC2016,SC2012
hostile-names() {
  fake=${FIXTURES%/fixtures}/fake
  export GPUFLAME_LIBRARY=$fake/libfake.so FAKE_OPS=1 FAKE=$fake/fake_cuda
  esc=$(printf '\033')
  gpuflame record "${esc}[31mred
line" 2>&1
  echo "status $?"
  printf '#!/bin/sh\n' >"${esc}[2J" && chmod +x "${esc}[2J"
  gpuflame record "./${esc}[2J" 2>&1
  FAKE_FAIL="no ${esc}]0;title$(printf '\007') here" gpuflame record "$FAKE" init 2>&1 | sed 's/process [0-9]*/process PID/'
  gpuflame record -o "a'b\$(touch owned) \`x\`${esc}[0m" -e "RANK=${esc}1" "$FAKE" init 2>&1
  mkdir -- "-x y" && cd -- "-x y" && gpuflame record -o '-dash' "$FAKE" init 2>&1
  cd .. && gpuflame record -e "${esc}=1" true 2>&1
  CUDA_INJECTION64_PATH="/x/${esc}[31m" gpuflame record -o z "$FAKE" init 2>&1
}
check hostile-names 0 <<'STDOUT'
gpuflame: cannot run '?[31mred?line': command not found
status 127
gpuflame: nothing was recorded: no process of './ [2J' used CUDA (or sudo, ssh, a container or the like dropped the environment)
gpuflame: process PID: no  ]0;title  here
gpuflame: recorded 1 operation, 0 ns of GPU time, 0 ranges; lost: none
gpuflame:   a'b$(touch owned) `x` [0m.gpuflame  rank  1
gpuflame: next: gpuflame 'a'\''b$(touch owned) `x` [0m.gpuflame' -o flame.svg
gpuflame: also: gpuflame stats, findings, diff (idle time, and what is hidden: record --mode trace)
gpuflame: recorded 1 operation, 0 ns of GPU time, 0 ranges; lost: none
gpuflame:   -dash.gpuflame
gpuflame: next: gpuflame ./-dash.gpuflame -o flame.svg
gpuflame: also: gpuflame stats, findings, diff (idle time, and what is hidden: record --mode trace)
gpuflame: option '--env-var': expected NAME=value, not '?=1'
gpuflame: warning: CUDA_INJECTION64_PATH is '/x/?[31m': gpuflame replaces that profiler
gpuflame: recorded 1 operation, 0 ns of GPU time, 0 ranges; lost: none
gpuflame:   z.gpuflame
gpuflame: next: gpuflame z.gpuflame -o flame.svg
gpuflame: also: gpuflame stats, findings, diff (idle time, and what is hidden: record --mode trace)
STDOUT

# What start, stop and snapshot say where there is nothing to act on.
live-errors() {
  export GPUFLAME_CONTROL=$PWD/control
  said() { tell "" "$@" 2>&1 | sed "s/process $$ /process PID /"; }
  for process in '' 999999999 $$ nowhere .; do
    said gpuflame start $process
  done
  said gpuflame stop 999999999
  said gpuflame snapshot -o x.svg 999999999
  said gpuflame start . --steps 0
  said gpuflame start . --at-step 5
  said gpuflame snapshot .
  said gpuflame snapshot . --title x -o x.svg
  gpuflame start --help
  gpuflame stop --help | head -n 5
  gpuflame snapshot --help | head -n 5
  ls
}
check live-errors 0 <<'STDOUT'
status 2: gpuflame: no process given, and no --job
status 2: gpuflame: process 999999999 does not exist
status 2: gpuflame: neither process PID nor its descendants can be recorded: they were not run by gpuflame record, or did not use CUDA yet, or their recording failed
status 2: gpuflame: expected a process's number, a capture or a folder of captures, not 'nowhere': No such file or directory
status 2: gpuflame: none of your running processes records to '.'
status 2: gpuflame: process 999999999 does not exist [2 times]
status 2: gpuflame: option '--steps': expected a number from 1 up, not '0'
status 2: gpuflame: --at-step needs --steps
status 2: gpuflame: no output given: -o x.gpuflame for a capture, or -o x.svg for its picture
status 2: gpuflame: unknown option '--title'; see --help
usage: gpuflame start [--steps N] [--job JOB] [PID|CAPTURE|FOLDER...]
Record running processes from now on: those that were started with
gpuflame record --start-later (or GPUFLAME_START=later), or were stopped.
A PID selects that process or, if it is not recorded itself, those that it
started; a folder selects the processes whose captures are in it. A number
that no process has is that of a job of Slurm.
      --steps N               record N steps, the same in all processes; their
                              names have numbers
      --at-step WHICH         the number of the first: N, or multiple:N, the
                              next that all still have before them (default:
                              multiple:10)
Which hosts (default: this one):
      --job JOB               those of this job of Slurm, by srun --overlap;
                              without other words, all processes of the job
      --via COMMAND           that on which COMMAND runs gpuflame, such as 'ssh
                              node7 gpuflame' or 'kubectl exec -i train-0 --
                              /opt/gpuflame/gpuflame'; may be repeated
  -q, --quiet                 print errors only
  -h, --help                  show this; -h: only the first line of each option
usage: gpuflame stop [--job JOB] [PID|CAPTURE|FOLDER...]
Stop recording running processes, and finish their captures. The
processes continue; gpuflame start records them again, to new captures.
usage: gpuflame snapshot [--job JOB] [PID|CAPTURE|FOLDER...] -o FILE
Write what running processes have recorded up to now; recording continues.
PID is the process, or its descendants; FOLDER the processes whose captures
are there. A picture adds several processes up.
STDOUT

# Reports of nsys itself, where nsys is absent.
nsys-absent() {
  [ -z "${EMULATED:-}" ] || { echo "SKIP the vfork() of $EMULATED hides that an exec failed"; exit; }
  printf 'binary\0report' >run.nsys-rep
  tell "" gpuflame collapse --nsys ./absent run.nsys-rep
}
check nsys-absent 1 <<'STDOUT'
status 1: gpuflame: cannot export 'run.nsys-rep': no './absent' found; install Nsight Systems, or give its path with --nsys PATH, or export the report where nsys is: nsys export --type sqlite REPORT
STDOUT

# Reports of nsys itself go through `nsys export`; a stand-in shows how it is called.
nsys-rep() {
  mkdir bin
  cat >bin/nsys <<'END'
#!/bin/sh
echo "nsys here: $1 $2 $3" # its stdout must not mix with the stacks
while [ $# -gt 1 ]; do
  [ "$1" = --output ] && out=$2
  shift
done
case $1 in
*new.nsys-rep) echo "made by a newer version" >&2; exit 0 ;; # nsys exits with 0 here
esac
case $(stat -c %a "$(dirname "$out")") in 700) echo "private folder" ;; esac
cp "$FIXTURES/old2020.sqlite" "$out"
END
  chmod +x bin/nsys
  printf 'binary\0report' >run.nsys-rep
  printf 'binary\0report' >new.nsys-rep
  PATH=$PWD/bin:$PATH gpuflame collapse run.nsys-rep
  tell "" gpuflame collapse --nsys_executable bin/nsys new.nsys-rep
  printf 'binary\0report' >old.qdrep
  gpuflame collapse --nsys=bin/nsys -q old.qdrep 2>/dev/null
  printf 'NVIDIA Tegra Profiler Report 1.\n' >renamed
  gpuflame collapse --nsys=bin/nsys -q renamed 2>/dev/null
  echo '--- -q leaves out the progress of nsys, not its errors'
  for command in 'collapse -q' 'stats -q -r cuda_gpu_kern_sum -f csv' 'findings -q' 'diff -q run.nsys-rep' 'collapse' stats; do
    # shellcheck disable=SC2086 # words
    PATH=$PWD/bin:$PATH gpuflame $command run.nsys-rep 2>&1 >/dev/null | grep -c '^nsys here'
  done
  gpuflame collapse --nsys=bin/nsys -q new.nsys-rep
  ls "$TMPDIR"
}
check nsys-rep 0 <<'STDOUT' 3<<'STDERR'
outer;inner;saxpy(int, float) 7
outer;saxpy(int, float) 1
status 1: nsys here: export --type sqlite
made by a newer version
gpuflame: cannot export 'new.nsys-rep': 'bin/nsys' failed (see above); a report of a newer nsys needs an nsys at least as new: --nsys PATH
outer;inner;saxpy(int, float) 7
outer;saxpy(int, float) 1
outer;inner;saxpy(int, float) 7
outer;saxpy(int, float) 1
--- -q leaves out the progress of nsys, not its errors
0 [4 times]
1 [2 times]
STDOUT
nsys here: export --type sqlite
private folder
gpuflame: warning: exported by nsys before 2022, which does not report lost events or nodes of CUDA graphs; if the report still exists, export it again with a newer nsys: nsys export --type sqlite REPORT
made by a newer version
gpuflame: cannot export 'new.nsys-rep': 'bin/nsys' failed (run without --quiet for its messages); a report of a newer nsys needs an nsys at least as new: --nsys PATH
STDERR

# A signal ends gpuflame while nsys exports a report: nsys ends too, and its file is removed.
nsys-rep-killed() {
  mkdir bin
  cat >bin/nsys <<'END'
#!/bin/sh
while [ $# -gt 1 ]; do
  [ "$1" = --output ] && out=$2
  shift
done
[ -e "$1" ] && echo "report: $1"
trap '' TERM # nsys may be slow to end
echo half >"$out" && echo half >"$out-journal" && echo $$ >pid.new && mv pid.new pid
while :; do sleep 0.05; done
END
  chmod +x bin/nsys
  printf 'binary\0report' >-run.nsys-rep
  for signal in TERM HUP INT KILL; do
    rm -f pid
    env --default-signal gpuflame collapse --nsys=bin/nsys -- -run.nsys-rep &
    us=$!
    while [ ! -e pid ]; do sleep 0.01; done
    kill -$signal $us
    wait $us 2>/dev/null
    echo "$signal: status $?"
    for ((i = 0; i < 500; i++)); do
      [ -n "$(ls "$TMPDIR")" ] || break
      sleep 0.02
    done
    ls "$TMPDIR"
    ps -o stat= -p "$(cat pid)" | grep -qv Z && echo "nsys goes on"
  done
}
check nsys-rep-killed 1 <<'STDOUT' 3<<'STDERR'
TERM: status 143
HUP: status 129
INT: status 130
KILL: status 137
STDOUT
report: ./-run.nsys-rep [4 times]
STDERR

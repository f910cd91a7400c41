#!/usr/bin/env bash
# Programs that a library must not disturb, and that do not know of it: they close files that
# they did not open, open all that they may, fork without the C library, have small stacks and
# signal handlers. What it was asked to write may be removed. Prints TAP.
# shellcheck source=tests/capture/tap.sh
. tests/capture/tap.sh
inject run
export GPUFLAME_OUTPUT=$work/out/run.gpuflame
export GPUFLAME_STATUS=$work/status TSAN_OPTIONS="exitcode=66 report_signal_unsafe=0"

# run HOW...: the program, in a folder of its own; its status in $status, its launches in $want
run() {
  rm -rf "$work/out" "$work/own" "$work/log"
  mkdir "$work/out" "$work/own"
  : >"$work/status"
  (cd "$work/own" && exec timeout 60 "$B/mock/manners" "$@") >"$work/want" 2>"$work/log"
  status=$?
  want=$(cat "$work/want")
}

# all_there: nothing was said, and the capture has all launches
all_there() {
  local got
  got=$("$B/gpuflame" collapse --strict -q "$work/out/run.gpuflame" 2>>"$work/log" |
    awk '{ sum += $NF } END { print sum + 0 }')
  [ "$status" = 0 ] && [ ! -s "$work/log" ] && [ "${want#* }" = "$got" ] && return
  echo "status $status, launched $want, captured $got ns" >>"$work/log"
  return 1
}

for mode in fold trace; do
  export GPUFLAME_MODE=$mode
  while IFS='|' read -r how what; do
    case $sanitizer,$how in ?*,cloned | ?*,small* | ?*,signals | ?*,thread_ends | *tsan*,closed)
      echo "ok - $what, $mode mode # SKIP not with this sanitizer, which does so itself or takes it for an error"
      continue
      ;;
    esac
    # shellcheck disable=SC2086 # several arguments
    run $how
    all_there
    report $? "$what, $mode mode"
  done <<'END'
closed|all files are closed, and others have their numbers: none of them is touched
low|the numbers that the library's files have are high ones
errno|errno is what it was after each call
signals|a signal handler uses NVTX, within calls of NVTX
cloned|a child of the system call alone ends at once
cancelled|threads are cancelled as they wait
thread_ends|ranges and launches in destructors of threads
at_exit|ranges and launches in a handler of the program's exit
small 65536|CUDA begins on a stack of 64 KB
small 16384 hooks|ranges and launches on a stack of 16 KB
END

  # what is written to is removed
  for what in out out/run.gpuflame; do
    rm -rf "$work/out" "$work/go" "$work/log" # the last program said "flushed", too
    mkdir "$work/out"
    : >"$work/status"
    printf 'cuinit\npush a\nlaunch 5 k\nflush\nsay flushed\nawait %s\nlaunch 7 k\npop\n' "$work/go" >"$work/play"
    "$B/mock/driver" "$work/play" >"$work/log" 2>&1 &
    until grep -qs flushed "$work/log" || ! kill -0 $! 2>/dev/null; do sleep 0.02; done
    rm -r "${work:?}/$what"
    removed=$?
    : >"$work/go"
    wait $!
    status=$((removed + $?))
    cat "$work/status" >>"$work/log"
    if [ $mode = fold ]; then
      [ $status = 0 ] && [ "$("$B/gpuflame" collapse --strict -q "$work/out/run.gpuflame" 2>&1)" = "a;k 12" ]
    else
      # the first operation, and the second
      [ $status = 0 ] && grep -q "^fail.*'$work/out/run.gpuflame' was removed" "$work/status" &&
        grep -q '^done.*run.gpuflame.0.0.1.2$' "$work/status"
    fi
    report $? "${what/run.gpuflame/the file} is removed meanwhile, $mode mode"
  done
done
exit $failures

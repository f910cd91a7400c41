#!/usr/bin/env bash
# Run the tests of a build folder and count: tests/run.sh build/release [SUITE...]
# A suite is a program or script that prints TAP ("ok ...", "not ok ...",
# "ok ... # SKIP why"). As many run at once as there are cores (JOBS=N), and are told
# in their order, then once more what failed, by name. With RERUN=1 a suite that failed
# runs again when the others are done, alone, and counts as it ran then; what failed the
# first time is told all the same.
# The last line is "N passed, N failed, N skipped".
set -u
B=$1
shift
suites=${*:-${SUITES:-unit cli replay fault capture extra browser}}
# A size that cannot be had is input for us, not a bug that ends the program.
export ASAN_OPTIONS=allocator_may_return_null=1:${ASAN_OPTIONS:-}
export TSAN_OPTIONS=allocator_may_return_null=1:${TSAN_OPTIONS:-}
export UBSAN_OPTIONS=print_stacktrace=1:${UBSAN_OPTIONS:-}
jobs=${JOBS:-$(nproc)}
passed=0 failed=0 skipped=0
names=() told=0
declare -A commands=()
again=() failures=() at_times=()
# Each job has a process group: it meets signals as if it ran alone, and ends with us.
set -m
stop_jobs() {
  local pid
  for pid in $(jobs -p); do kill -- "-$pid" 2>/dev/null; done
}
trap stop_jobs EXIT
trap 'exit 130' INT TERM

# The tests of a log that failed, one a line.
failures_of() { grep -E '^not ok' "$B/log/$1.tap" | grep -v '# SKIP' | sed "s|^not ok|$1:|"; }

# tell NAME [again]: show what failed or was skipped, count the rest
tell() {
  local name=$1 log=$B/log/$1.tap status p f s
  status=$(cat "$log.status")
  # cmocka says "not ok 1 # SKIP name" of a test that skips itself.
  s=$(grep -cE '^(not )?ok .*# SKIP' "$log")
  p=$(grep -E '^ok' "$log" | grep -cv '# SKIP')
  f=$(grep -E '^not ok' "$log" | grep -cv '# SKIP')
  if [ "$status" -ne 0 ] && [ "$f" -eq 0 ]; then
    f=1
    echo "not ok - $name ended with status $status" >>"$log"
  fi
  if [ $((p + f + s)) -eq 0 ]; then
    f=1
    echo "not ok - $name ran no test" >>"$log"
  fi
  printf '  %-28s %4d passed' "$name" "$p"
  [ "$s" -eq 0 ] || printf ', %d skipped' "$s"
  [ "$f" -eq 0 ] || printf ', %d FAILED' "$f"
  printf '\n'
  grep -E '^(not )?ok .*# SKIP' "$log" | sed -E 's/^(not )?ok [0-9]* *-* */    skipped: /'
  [ "$f" -eq 0 ] || grep -vE '^ok ' "$log" | sed 's/^/    /' | tail -n "${TAIL:-60}"
  if [ "$f" -ne 0 ] && [ -n "${RERUN:-}" ] && [ $# -eq 1 ]; then
    again+=("$name")
    at_times+=("$(failures_of "$name")")
    return
  fi
  [ "$f" -eq 0 ] || failures+=("$(failures_of "$name")")
  passed=$((passed + p)) failed=$((failed + f)) skipped=$((skipped + s))
}

# Tell of those that are done, up to the first that is not.
tell_done() {
  while [ "$told" -lt ${#names[@]} ] && [ -e "$B/log/${names[told]}.tap.status" ]; do
    tell "${names[told]}"
    told=$((told + 1))
  done
}

# run NAME COMMAND...: start it as soon as fewer than $jobs run
run() {
  local name=$1 log=$B/log/$1.tap
  shift
  mkdir -p "$(dirname "$log")"
  rm -f "$log.status"
  names+=("$name")
  commands[$name]=$(printf '%q ' "$@")
  while [ "$(jobs -rp | wc -l)" -ge "$jobs" ]; do
    wait -n
    tell_done
  done
  {
    "$@" >"$log" 2>&1 </dev/null
    echo $? >"$log.new"
    mv "$log.new" "$log.status"
  } &
}

for suite in $suites; do
  case $suite in
  unit)
    export CMOCKA_MESSAGE_OUTPUT=TAP
    for test in tests/unit/*/*_test.c; do
      name=${test#tests/}
      run "${name%.c}" "$B/${name%.c}"
    done
    ;;
  cli) run cli tests/cli/run.sh "$B" ;;
  replay)
    for test in tests/fuzz/*_fuzz.c; do
      name=$(basename "$test" .c)
      run "replay/$name" "$B/replay/$name" tests/fuzz/corpus/"$name"
    done
    ;;
  fault)
    # The inputs are small: each is read once for every allocation that reading takes.
    work=$B/fault/work
    mkdir -p "$work"
    cp "$B/fixtures/oddities.sqlite" "$work/small.sqlite"
    cp "$B/fixtures/stats_small.sqlite" "$work/steps.sqlite"
    cp "$B/fixtures/ranks.sqlite" "$work/ranks.sqlite"
    cp tests/fuzz/corpus/kineto_fuzz/merged_sorted_alike.json "$work/merged.json"
    cp "$B/fixtures/stats_nccl_binary.sqlite" "$work/nccl.sqlite"
    cp "$B/fixtures/stats_sums.sqlite" "$work/sums.sqlite"
    printf 'step;a 5\nstep;b;kernel<1> 12.5\nx 1\n' >"$work/small.folded"
    run fault "$B/fault/faults" "$B/gpuflame" "$B/fault/failing_malloc.so" "$work"
    ;;
  capture) run capture tests/capture/run.sh "$B" ;;
  extra)
    for test in tests/extra/*_test.sh; do
      [ -e "$test" ] || continue
      run "extra/$(basename "$test" .sh)" "$test" "$B"
    done
    ;;
  browser)
    for test in tests/browser/*_test.js; do
      [ -e "$test" ] || continue
      run "browser/$(basename "$test" .js)" node "$test" "$B"
    done
    ;;
  *) echo "unknown suite $suite" >&2 && exit 2 ;;
  esac
done
wait
tell_done
for name in "${again[@]}"; do
  echo "  again, alone: $name"
  eval "${commands[$name]}" >"$B/log/$name.tap" 2>&1 </dev/null
  echo $? >"$B/log/$name.tap.status"
  tell "$name" again
done
[ ${#at_times[@]} -eq 0 ] || printf '%s\n' "${at_times[@]}" | sed 's/^/failed the first time: /'
[ ${#failures[@]} -eq 0 ] || printf '%s\n' "${failures[@]}" | sed 's/^/failed: /'
echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" -eq 0 ]

#!/usr/bin/env bash
# Run the tests of a build folder and count: tests/run.sh build/release [SUITE...]
# A suite is a program or script that prints TAP ("ok ...", "not ok ...",
# "ok ... # SKIP why"). The last line is "N passed, N failed, N skipped".
set -u
B=$1
shift
suites=${*:-${SUITES:-unit cli replay fault capture extra browser}}
# A size that cannot be had is input for us, not a bug that ends the program.
export ASAN_OPTIONS=allocator_may_return_null=1:${ASAN_OPTIONS:-}
export TSAN_OPTIONS=allocator_may_return_null=1:${TSAN_OPTIONS:-}
export UBSAN_OPTIONS=print_stacktrace=1:${UBSAN_OPTIONS:-}
passed=0 failed=0 skipped=0

# run NAME COMMAND...: show what failed or was skipped, count the rest
run() {
  local name=$1 log
  shift
  log=$B/log/$name.tap
  mkdir -p "$(dirname "$log")"
  "$@" >"$log" 2>&1 </dev/null
  local status=$? p f s
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
  [ "$f" -eq 0 ] || sed 's/^/    /' "$log" | tail -n "${TAIL:-60}"
  passed=$((passed + p)) failed=$((failed + f)) skipped=$((skipped + s))
}

for suite in $suites; do
  case $suite in
  unit)
    export CMOCKA_MESSAGE_OUTPUT=TAP
    for test in tests/unit/*_test.c; do
      name=$(basename "$test" .c)
      run "unit/$name" "$B/unit/$name"
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
echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" -eq 0 ]

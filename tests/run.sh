#!/usr/bin/env bash
# Run the tests of a build folder and count: tests/run.sh build/release [SUITE...]
# A suite is made of jobs, programs or scripts that print TAP ("ok ...", "not ok ...",
# "ok ... # SKIP why"). All jobs of all suites are one queue, and JOBS of them run
# at once (six on two cores, since jobs of the recorder mostly wait). Results are
# printed in the order of the queue: a line for each suite or program, with what failed
# or was skipped below it, and at the end once more what failed, by name. With RERUN=1 a
# job that failed runs again when the others are done, alone, and counts as it ran then;
# its first failures are printed too.
# TIMES=N prints the N slowest jobs, with wall and CPU time in seconds.
# The last line is "N passed, N failed, N skipped".
set -u
B=$1
shift
suites=${*:-${SUITES:-browser extra capture fault cli replay unit}}
# An allocation that is too large must return NULL, not end the program.
export ASAN_OPTIONS=allocator_may_return_null=1:${ASAN_OPTIONS:-}
export TSAN_OPTIONS=allocator_may_return_null=1:${TSAN_OPTIONS:-}
export UBSAN_OPTIONS=print_stacktrace=1:${UBSAN_OPTIONS:-}
export CMOCKA_MESSAGE_OUTPUT=TAP
# Only tests/unit/base/out_test.c looks at what survives a power failure.
export GPUFLAME_SYNC=no
# Where python3 is a script that searches for Python, as that of pyenv, search once: the search
# takes several times as long as most of what tests do with Python.
if python=$(python3 -c 'import sys; print(sys.executable)' 2>/dev/null) &&
  ! [ "$python" -ef "$(command -v python3)" ]; then
  export PATH=${python%/*}:$PATH
fi
jobs=${JOBS:-$(($(nproc) * 2 + 2))}
passed=0 failed=0 skipped=0
# The queue, and the labels under which results are printed: "cli" is that of many jobs.
names=() labels=() printed=0
declare -A commands=() jobs_of=()
again=() failures=() first_failures=()
# Each job has a process group: it gets signals as if it ran alone, and ends with us.
set -m
stop_jobs() {
  local pid
  for pid in $(jobs -p); do kill -- "-$pid" 2>/dev/null; done
}
trap stop_jobs EXIT
trap 'exit 130' INT TERM

# queue LABEL NAME COMMAND...: once, where NAME is in the queue already
queue() {
  [ -z "${commands[$2]:-}" ] || return 0
  [ -n "${jobs_of[$1]:-}" ] || labels+=("$1")
  jobs_of[$1]+=" $2"
  names+=("$2")
  commands[$2]=$(printf '%q ' "${@:3}")
}

# run NAME: its log, and then its status, wall time in microseconds, and CPU times
run() {
  local log=$B/log/$1.tap begun=${EPOCHREALTIME/./} status
  eval "${commands[$1]}" >"$log" 2>&1 </dev/null
  status=$?
  {
    echo "$status $((${EPOCHREALTIME/./} - begun))"
    times
  } >"$log.new"
  mv "$log.new" "$log.status"
}

# The tests of a job that failed, one a line.
failures_of() { grep -E '^not ok' "$B/log/$1.tap" | grep -v '# SKIP' | sed "s|^not ok|$1:|"; }

# count NAME: $p passed, $f failed and $s skipped; a job that tests nothing has failed
count() {
  local log=$B/log/$1.tap line status
  p=0 f=0 s=0
  while IFS= read -r line; do
    case $line in
    # cmocka says "not ok 1 # SKIP name" of a test that skips itself.
    ok*'# SKIP'* | 'not ok'*'# SKIP'*) s=$((s + 1)) ;;
    ok*) p=$((p + 1)) ;;
    'not ok'*) f=$((f + 1)) ;;
    esac
  done <"$log"
  read -r status _ <"$log.status"
  if [ "$status" -ne 0 ] && [ "$f" -eq 0 ]; then
    f=1
    echo "not ok - $1 ended with status $status" >>"$log"
  fi
  if [ $((p + f + s)) -eq 0 ]; then
    f=1
    echo "not ok - $1 ran no test" >>"$log"
  fi
}

# print LABEL NAME...: the counts of these jobs, what failed and what was skipped
print() {
  local label=$1 name all_p=0 all_f=0 all_s=0 p f s bad=() skips=()
  shift
  for name in "$@"; do
    count "$name"
    all_p=$((all_p + p)) all_f=$((all_f + f)) all_s=$((all_s + s))
    [ "$s" -eq 0 ] || skips+=("$B/log/$name.tap")
    [ "$f" -eq 0 ] || bad+=("$name")
    if [ "$f" -ne 0 ] && [ -n "${RERUN:-}" ] && [ -z "$rerunning" ]; then
      again+=("$name")
      first_failures+=("$(failures_of "$name")")
    else
      [ "$f" -eq 0 ] || failures+=("$(failures_of "$name")")
      passed=$((passed + p)) failed=$((failed + f)) skipped=$((skipped + s))
    fi
  done
  printf '  %-28s %4d passed' "$label" "$all_p"
  [ "$all_s" -eq 0 ] || printf ', %d skipped' "$all_s"
  [ "$all_f" -eq 0 ] || printf ', %d FAILED' "$all_f"
  printf '\n'
  [ ${#skips[@]} -eq 0 ] ||
    cat "${skips[@]}" | sed -nE '/# SKIP/s/^(not )?ok [0-9]* *-* */    skipped: /p'
  for name in "${bad[@]}"; do
    grep -vE '^ok ' "$B/log/$name.tap" | sed 's/^/    /' | tail -n "${TAIL:-60}"
  done
}

# Print the labels whose jobs are all done, up to the first that has one to come.
print_done() {
  local label name
  while [ "$printed" -lt ${#labels[@]} ]; do
    label=${labels[printed]}
    for name in ${jobs_of[$label]}; do [ -e "$B/log/$name.tap.status" ] || return; done
    # shellcheck disable=SC2086 # names are words
    print "$label" ${jobs_of[$label]}
    printed=$((printed + 1))
  done
}

# The slowest jobs. `times` says "MmS.SSSs MmS.SSSs", of the shell and then of the job.
print_times() {
  local name wall user sys
  for name in "${names[@]}"; do
    {
      read -r _ wall
      read -r _
      read -r user sys
    } <"$B/log/$name.tap.status"
    echo "$wall $user $sys $name"
  done | awk '
    function seconds(t,  part) { split(t, part, /[ms]/); return part[1] * 60 + part[2] }
    { printf "  %7.1f s %7.1f s CPU  %s\n", $1 / 1e6, seconds($2) + seconds($3), $4 }' |
    sort -rn | head -n "$TIMES"
}

for suite in $suites; do
  case $suite in
  unit)
    for test in tests/unit/*/*_test.c; do
      name=${test#tests/}
      name=${name%.c}
      queue "$name" "$name" "$B/$name"
    done
    ;;
  cli)
    # Cases of `record` wait for processes and take longest.
    for test in tests/cli/record/*.sh tests/cli/*/*.sh; do
      name=${test#tests/cli/}
      name=${name%.sh}
      queue cli "cli/$name" tests/cli/run.sh "$B" "$name"
    done
    ;;
  # of cli, what is there with RECORD=no
  converter)
    for test in tests/cli/{collapse,diff,findings,render,stats,svg}/*.sh \
      tests/cli/gpuflame/{docs:json-schema,errors:output-names,input:pipes}; do
      name=${test#tests/cli/}
      name=${name%.sh}
      queue cli "cli/$name" tests/cli/run.sh "$B" "$name"
    done
    ;;
  replay)
    for test in tests/fuzz/*_fuzz.c; do
      name=$(basename "$test" .c)
      queue "replay/$name" "replay/$name" "$B/replay/$name" "$B/corpus/$name"
    done
    ;;
  fault)
    queue fault fault/commands env --unset=GPUFLAME_SYNC python3 tests/fault/commands.py "$B"
    ;;
  capture)
    # Without the library there is one message, not one for each job.
    [ -e "$B/libgpuflame.so" ] || queue capture capture/none tests/capture/run.sh "$B"
    for test in tests/capture/*_test.sh tests/capture/*.play; do
      [ -e "$B/libgpuflame.so" ] || break
      name=$(basename "${test%.*}")
      queue capture "capture/$name" tests/capture/run.sh "$B" "$name"
    done
    ;;
  extra)
    for test in tests/extra/*_test.sh; do
      name=extra/$(basename "$test" .sh)
      queue "$name" "$name" "$test" "$B"
    done
    ;;
  fleet)
    for test in tests/fleet/*_test.sh; do
      name=fleet/$(basename "$test" .sh)
      queue "$name" "$name" "$test" "$B"
    done
    ;;
  browser)
    for test in tests/browser/*_test.js; do
      name=browser/$(basename "$test" .js)
      queue "$name" "$name" node "$test" "$B"
    done
    ;;
  *) echo "unknown suite $suite" >&2 && exit 2 ;;
  esac
done

# Whether as many jobs run as may.
is_busy() {
  local running
  read -rd '' -a running <<<"$(jobs -rp)"
  [ ${#running[@]} -ge "$jobs" ]
}

rerunning=
for name in "${names[@]}"; do
  rm -f "$B/log/$name.tap.status"
  mkdir -p "$B/log/${name%/*}"
done
for name in "${names[@]}"; do
  while is_busy; do
    wait -n
    print_done
  done
  run "$name" &
done
wait
print_done
rerunning=1
for name in "${again[@]}"; do
  (run "$name")
  print "again, alone: $name" "$name"
done
[ ${#first_failures[@]} -eq 0 ] ||
  printf '%s\n' "${first_failures[@]}" | sed 's/^/failed the first time: /'
[ ${#failures[@]} -eq 0 ] || printf '%s\n' "${failures[@]}" | sed 's/^/failed: /'
[ -z "${TIMES:-}" ] || print_times
echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" -eq 0 ]

#!/usr/bin/env bash
# Play every script of this folder against the mock, through the real library:
# tests/capture/run.sh build/release [NAME...]. Prints TAP. A NAME is that of a file here
# without its .play or .sh, as basics and ends_test, or a path without .play.
#
# NAME.play is a script of tests/mock/driver.c. Its lines "#env A=B" are for the
# environment, "#modes fold" runs it in that mode alone, "#version N..." plays these
# CUPTIs, "#status N" is its exit status, "#stderr TEXT" its stderr, "#ended X" the end
# that the file states, "#files N" the number of files, "#waits" that it waits for
# times to pass, "#unless tsan WHY" that this build cannot play it. In every case
# the folded capture and the losses in it agree with the script's own account, and
# a capture of fold mode, with numbers stripped, agrees with the folded events of
# trace mode; by step, too, but where threads have "#other steps".
set -u
B=$(cd "$1" && pwd)
shift
here=$(cd "$(dirname "$0")" && pwd)

# The library never frees its memory, and leak detection does not search its pages for pointers.
export ASAN_OPTIONS=detect_leaks=0

if [ ! -e "$B/libgpuflame.so" ]; then
  echo "ok 1 - capture # SKIP there are no NVTX headers, and so no libgpuflame.so"
  exit 0
fi
# shellcheck source=tests/report.sh
. "$here/../report.sh"
# The sockets of captured processes; those of killed ones stay.
export GPUFLAME_CONTROL=$work/control

# read_headers SCRIPT: for header NAME, which gives its values in $REPLY, one a line
read_headers() { mapfile -t headers < <(grep '^#' "$1"); }
header() {
  local line
  REPLY=
  for line in "${headers[@]}"; do
    [[ $line != "#$1 "* ]] || REPLY+=${REPLY:+$'\n'}${line#"#$1 "}
  done
}

raw=(--no-strip-layer-number --no-strip-train-iter-number --no-strip-graph-number
  --no-filter-out-validation --strip-numbers none --preset none --quiet)

# play SCRIPT MODE STRIP FOLDER: run it
play() {
  local script=$1 mode=$2 strip=$3 out=$4 pair
  mkdir -p "$out"
  : >"$out/status"
  (
    export CUDA_INJECTION64_PATH="$B/libgpuflame.so" NVTX_INJECTION64_PATH="$B/libgpuflame.so" \
      GPUFLAME_CUPTI="$B/mock/libcupti.so.13" GPUFLAME_STATUS="$out/status" \
      GPUFLAME_OUTPUT="$out/run.gpuflame" GPUFLAME_MODE="$mode" GPUFLAME_STRIP="$strip" \
      MOCK_TRUTH="$out/truth"
    [ "$version" = usual ] || export MOCK_CUPTI_VERSION=$version
    header env
    while read -r pair; do [ -z "$pair" ] || export "${pair?}"; done <<<"$REPLY"
    cd "$out" || exit 1
    # What is flushed and written next waits up to a hundred times as long as the first took, which an
    # emulator translates meanwhile: these programs give it the time.
    if [ -n "${EMULATED:-}" ]; then
      sed -E 's/^sleep (900|2000)$/sleep 12000/' "$script" >"$out/script" && script=$out/script
    fi
    exec timeout 60 "${DRIVER:-$B/mock/driver}" "$script"
  ) >"$out/stdout" 2>"$out/stderr"
  echo $? >"$out/exit"
}

# The loss that a capture reports, the sum of its counts; what it records of its end.
facts_of() {
  "$B/mkdb" --query "$1" "SELECT (SELECT coalesce(sum(count), 0) FROM GPUFLAME_LOSS),
    (SELECT value FROM GPUFLAME_META WHERE name = 'ended')"
}

same() { # WHAT EXPECTED GOT
  [ "$2" = "$3" ] && return 0
  printf '%s: expected\n%s\ngot\n%s\n' "$1" "$2" "$3"
  return 1
}

check() { # FOLDER
  local out=$1 said='' files
  header status
  same "exit status" "${REPLY:-0}" "$(<"$out/exit")" || return
  [ ! -s "$out/stderr" ] || said=$(sed -E "s/ after [0-9.]+ s([: ])/ after T s\1/; s#$B#@B@#; s/ in [0-9]+ s: CUPTI/ in T s: CUPTI/
    s/took [0-9.]+ s of [0-9.]+ s/took T s of T s/
    s/ [0-9]+ of [0-9]+ operations/ N of M operations/" "$out/stderr")
  header stderr
  same "stderr" "${REPLY//@out@/$out}" "$said" || return
  same "stdout" "" "$(<"$out/stdout")" || return
  mapfile -t files < <(find "$out" -name '*.gpuflame')
  header files
  same "files" "${REPLY:-1}" "${#files[@]}" || return
  [ "${REPLY:-1}" = 1 ] || return 0
  header ended
  if [ "$REPLY" = costly ] && "$B/gpuflame" collapse -q --strict "$out/run.gpuflame" >"$out/folded"; then
    echo "--strict does not say that it ended early"
    return 1
  fi
  LC_ALL=C grep -v '^# lost' "$out/truth" | LC_ALL=C sort >"$out/truth.folded"
  if ! "$B/gpuflame" collapse "${raw[@]}" "$out/run.gpuflame" >"$out/folded" 2>"$out/err"; then
    cat "$out/err"
    [ -s "$out/truth.folded" ] && return 1
  fi
  LC_ALL=C diff "$out/truth.folded" <(LC_ALL=C sort "$out/folded") || return
  local lost
  lost=$(sed -n 's/^# lost \([0-9]*\) .*/\1/p' "$out/truth")
  header ended
  same "loss and end" "${lost:-0} ${REPLY:-exit}" "$(facts_of "$out/run.gpuflame")" || return
  [ ! -e "$out/run.gpuflame-journal" ] && [ ! -e "$out/run.gpuflame.tmp" ]
}

# How many operations a capture of fold mode adds up.
count_of() {
  "$B/mkdb" --query "$1" "SELECT coalesce(sum(count), 0) FROM GPUFLAME_VALUE"
}

# One result: fold mode with numbers stripped is what trace mode's events fold to.
check_one_result() { # FOLDER
  if [ ! -s "$1/fold/run.gpuflame" ]; then
    ! "$B/gpuflame" collapse -q "$1/trace/run.gpuflame"
    return
  fi
  diff <("$B/gpuflame" collapse -q "$1/fold/run.gpuflame") \
    <("$B/gpuflame" collapse -q "$1/trace/run.gpuflame") || return
  [[ " ${headers[*]}" = *" #other steps"* ]] ||
    diff <("$B/gpuflame" collapse -q --by step "$1/fold/run.gpuflame") \
      <("$B/gpuflame" collapse -q --by step "$1/trace/run.gpuflame") || return
  same "operations" "$(count_of "$1/fold/run.gpuflame")" \
    "$("$B/gpuflame" collapse "${raw[@]}" --value count "$1/trace/run.gpuflame" |
      awk '{ sum += $NF } END { print sum + 0 }')"
}

# play_all SCRIPT: with the CUPTI $version, in each of its modes, and the one result of both. Those
# that wait for a time to pass ("#waits") wait for it at once.
play_all() {
  local script=$1 name=${1##*/} mode modes waits=0 differs=0 build why
  name=${name%.play}
  [ "$version" = usual ] || name+=-$version
  header unless
  read -r build why <<<"$REPLY"
  if [ -n "$build" ] && [[ ${B##*/} = "$build" ]]; then
    skip "$name" "$why"
    return
  fi
  header modes
  modes=$REPLY
  [[ " ${headers[*]}" != *" #waits"* ]] || waits=1
  [[ " ${headers[*]}" != *" #differs"* ]] || differs=1
  for mode in ${modes:-fold trace}; do
    play "$script" "$mode" 0 "$work/$name.$mode" &
    [ "$waits" -gt 0 ] || wait
  done
  for mode in fold trace; do
    [ "$differs" = 0 ] || break
    play "$script" "$mode" 1 "$work/$name.both/$mode" &
    [ "$waits" -gt 0 ] || wait
  done
  wait
  for mode in ${modes:-fold trace}; do
    check "$work/$name.$mode" >"$work/log" 2>&1
    report $? "$name, $mode mode"
  done
  [ "$differs" = 0 ] || return
  check_one_result "$work/$name.both" >"$work/log" 2>&1
  report $? "$name, one result"
}

play_versions() { # SCRIPT
  local version
  read_headers "$1"
  header version
  for version in ${REPLY:-usual}; do play_all "$1"; done
}

# run_part NAME_test.sh: what it prints, its tests numbered among ours
run_part() {
  local line before=$failures
  while read -r line; do
    case $line in
    ok*) number=$((number + 1)) && echo "ok $number -${line#*-}" ;;
    "not ok"*) number=$((number + 1)) && failures=$((failures + 1)) && echo "not ok $number -${line#*-}" ;;
    *) echo "$line" ;;
    esac
  done < <("$1" "$B" 2>&1)
  if ! wait $! && [ "$failures" = "$before" ]; then
    echo "it ended as if it had failed" >"$work/log"
    report 1 "$(basename "$1")"
  fi
}

if [ $# -eq 0 ]; then
  for script in "$here"/*.play "$here"/*_test.sh; do
    name=$(basename "$script" .play)
    set -- "$@" "${name%.sh}"
  done
fi
for name in "$@"; do
  if [ -e "$name.play" ]; then
    play_versions "$name.play"
  elif [ -e "$here/$name.play" ]; then
    play_versions "$here/$name.play"
  elif [ -e "$here/$name.sh" ]; then
    run_part "$here/$name.sh"
  else
    echo "no such script: $name" >"$work/log"
    report 1 "$name"
  fi
done
[ "$failures" -eq 0 ]

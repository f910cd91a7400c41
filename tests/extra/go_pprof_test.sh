#!/usr/bin/env bash
# Go's own pprof reads what `collapse --format pprof` writes, and finds the same
# time and the same number of operations in every stack.
set -u
B=$(realpath "$1")
tests=$(cd "$(dirname "$0")/.." && pwd)
if ! go tool -n pprof >/dev/null 2>&1; then
  echo "ok 1 - go tool pprof # SKIP there is no Go here (Debian: golang-go)"
  exit 0
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# caches of Go
export HOME=$work PPROF_TMPDIR=$work
failed=0 number=0

check() {
  number=$((number + 1))
  if [ "$1" = 0 ]; then
    echo "ok $number - $2"
  else
    echo "not ok $number - $2"
    failed=1
  fi
}

# same NAME OPTION...: the stacks of a report, by go and by our folded text
same() {
  local name=$1
  shift
  "$B/gpuflame" collapse -q "$@" -o "$work/want" &&
    "$B/gpuflame" collapse -q --format pprof "$@" -o "$work/out.pprof" &&
    go tool pprof -raw "$work/out.pprof" 2>/dev/null >"$work/raw" &&
    python3 "$tests/tools/unfold.py" go-raw "$work/raw" | cmp - "$work/want"
  check $? "$name"
}

same "a report" "$B/fixtures/demo.sqlite"
same "a report, by step" --by step "$B/fixtures/steps.sqlite"
same "a trace of PyTorch" "$tests/fixtures/torch.json"
printf 'b;c 9223372036854775807\n' >"$work/most.folded"
same "the largest value" "$work/most.folded"

"$B/gpuflame" collapse -q "$B/fixtures/demo.sqlite" --format pprof -o "$work/demo.pprof"
go tool pprof -top -unit ns "$work/demo.pprof" 2>/dev/null >"$work/top"
total=$("$B/gpuflame" collapse -q "$B/fixtures/demo.sqlite" | awk '{ sum += $NF } END { printf "%.0f", sum }')
grep -q "of ${total}ns total" "$work/top"
check $? "top has the same sum"
go tool pprof -top -sample_index=operations "$work/demo.pprof" 2>/dev/null | grep -q "of 349 total"
check $? "and operations"
exit $failed

#!/usr/bin/env bash
# Go's own pprof reads what `collapse --format pprof` writes, and finds the same
# time and the same number of operations in every stack.
set -u
# shellcheck source=tests/extra/data.sh
. "$(dirname "$0")/data.sh"
need go "go tool pprof"
# caches of Go
export HOME=$work PPROF_TMPDIR=$work

# reads NAME OPTION...: the stacks of a report, by go and by our folded text
reads() {
  local name=$1
  shift
  "$B/gpuflame" collapse -q "$@" -o "$work/want" &&
    "$B/gpuflame" collapse -q --format pprof "$@" -o "$work/out.pprof" &&
    go tool pprof -raw "$work/out.pprof" 2>/dev/null >"$work/raw" &&
    python3 "$tests/tools/unfold.py" go-raw "$work/raw" | cmp - "$work/want"
  report $? "$name"
}

reads "a report" "$B/fixtures/demo.sqlite"
reads "a report, by step" --by step "$B/fixtures/steps.sqlite"
reads "a trace of PyTorch" "$tests/fixtures/torch.json"
printf 'b;c 9223372036854775807\n' >"$work/most.folded"
reads "the largest value" "$work/most.folded"

"$B/gpuflame" collapse -q "$B/fixtures/demo.sqlite" --format pprof -o "$work/demo.pprof"
go tool pprof -top -unit ns "$work/demo.pprof" 2>/dev/null >"$work/top"
total=$("$B/gpuflame" collapse -q "$B/fixtures/demo.sqlite" | awk '{ sum += $NF } END { printf "%.0f", sum }')
grep -q "of ${total}ns total" "$work/top"
report $? "top has the same sum"
go tool pprof -top -sample_index=operations "$work/demo.pprof" 2>/dev/null | grep -q "of 349 total"
report $? "and operations"
exit "$failures"

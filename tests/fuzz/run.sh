#!/usr/bin/env bash
# Fuzz each target: tests/fuzz/run.sh SECONDS TARGET...
# As many run at once as there are cores (JOBS=N). New inputs go to a scratch folder;
# a crash keeps its input there and fails: corpus.py adds it to the others. The target "gpuflame"
# is the command, for structure.py.
set -u
seconds=$1
shift

# summary LOG: runs, and what of the code they reached, in words
summary() {
  local runs coverage
  runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$1")
  coverage=$(grep -oE 'cov: [0-9]+ ft: [0-9]+' "$1" | tail -n 1)
  echo "$runs runs, ${coverage:-cov: 0}"
}

# fuzz TARGET: print one line of TAP, and the end of the log where it failed
fuzz() {
  local name work seeds
  name=$(basename "$1")
  if [ "$name" = gpuflame ]; then
    tests/fuzz/structure.py "$(dirname "$1")" "$seconds"
    return
  fi
  work=$(dirname "$1")/found/$name
  seeds=$(dirname "$1")/../corpus/$name
  mkdir -p "$work/corpus"
  if "$1" -max_total_time="$seconds" -timeout=30 -rss_limit_mb=2048 -print_final_stats=1 \
    -artifact_prefix="$work/" "$work/corpus" "$seeds" >"$work/log" 2>&1; then
    echo "ok - $name: $(summary "$work/log") in $seconds s"
  else
    printf 'not ok - %s\n%s\n' "$name" "$(tail -n 40 "$work/log")"
    return 1
  fi
}

export seconds
export -f fuzz summary
# A status of 1 to 125 makes xargs end with 123, when all have run.
# shellcheck disable=SC2016 # for the inner shell
printf '%s\0' "$@" | xargs -0 -n 1 -P "${JOBS:-$(nproc)}" bash -c 'fuzz "$1"' fuzz

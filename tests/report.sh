#!/usr/bin/env bash
# Sourced by tests that are scripts: TAP, with what $work/log holds where a test failed.
# shellcheck disable=SC2034 # used by the scripts that source this
number=0 failures=0
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# report STATUS NAME
report() {
  number=$((number + 1))
  if [ "$1" -eq 0 ]; then
    echo "ok $number - $2"
    return
  fi
  echo "not ok $number - $2"
  [ ! -e "$work/log" ] || head -n 60 "$work/log" | sed 's/^/# /'
  failures=1
}

# skip NAME WHY
skip() {
  number=$((number + 1))
  echo "ok $number - $1 # SKIP $2"
}

# check NAME COMMAND...
check() {
  "${@:2}" >"$work/log" 2>&1
  report $? "$1"
}

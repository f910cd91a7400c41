#!/usr/bin/env bash
# Sourced by the tests of this folder: paths, a folder to work in, TAP.
# shellcheck disable=SC2034 # used by the scripts that source this
B=$(realpath "$1")
tests=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
shared=$(realpath -m "$tests/../../shared")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
number=0 failed=0

# need FILE NAME: ends the test NAME, skipped, where there is no such file or command
need() {
  [ ! -e "$1" ] && ! command -v "$1" >/dev/null || return 0
  echo "ok 1 - $2 # SKIP there is no $(basename "$1") here"
  exit 0
}

# report STATUS NAME: a line of TAP, and what $work/log holds where the test failed
report() {
  number=$((number + 1))
  if [ "$1" -eq 0 ]; then
    echo "ok $number - $2"
    return
  fi
  echo "not ok $number - $2"
  [ ! -e "$work/log" ] || head -n 40 "$work/log" | sed 's/^/# /'
  failed=1
}

# same NAME WANTED GOT
same() {
  [ "$2" = "$3" ]
  report $? "$1: $3$([ "$2" = "$3" ] || echo ", not $2")"
}

# What came before is all of the test.
finish() {
  [ -e "$shared/real" ] || echo "ok $((++number)) - real data # SKIP there is no ../shared here"
  echo "1..$number"
  exit $failed
}

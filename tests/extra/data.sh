#!/usr/bin/env bash
# Sourced by the tests of this folder: paths, and what report.sh has.
# shellcheck disable=SC2034 # used by the scripts that source this
B=$(realpath "$1")
tests=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
shared=$(realpath -m "$tests/../../shared")
# shellcheck source=tests/report.sh
. "$tests/report.sh"

# need FILE NAME: ends the test NAME, skipped, where there is no such file or command
need() {
  [ ! -e "$1" ] && ! command -v "$1" >/dev/null || return 0
  echo "ok 1 - $2 # SKIP there is no $(basename "$1") here"
  exit 0
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
  exit $failures
}

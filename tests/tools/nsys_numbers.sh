#!/usr/bin/env bash
# What nsys prints for the fixtures of tests/fixtures/nsys, as their expected output:
# tests/tools/nsys_numbers.sh build/release NSYS. It writes every NAME.REPORT.csv that is
# there anew, by report REPORT of nsys 2022 for NAME.sql; `touch` makes another.
set -eu
B=$(cd "$1" && pwd)
nsys=$(realpath "$2")
cd "$(dirname "$0")/../fixtures/nsys"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for expected in *.*.csv; do
  name=${expected%%.*}
  report=${expected#*.}
  # a copy, since nsys may write to it
  cp "$B/fixtures/nsys/$name.sqlite" "$work/$name.sqlite"
  "$nsys" stats -q --report "${report%.csv}" --format csv --output - "$work/$name.sqlite" |
    grep -v '^$' >"$expected"
done

#!/usr/bin/env bash
# Each command of README.md works as it stands there: readme_test.sh build/release
# Make targets are looked up; commands of gpuflame run on the bundled trace.
set -u
B=$(realpath "$1")
root=$(cd "$(dirname "$0")/../.." && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
number=0
failures=0

check() {
  number=$((number + 1))
  if "${@:2}" >"$scratch/log" 2>&1; then
    echo "ok $number - $1"
  else
    echo "not ok $number - $1"
    sed 's/^/# /' "$scratch/log"
    failures=$((failures + 1))
  fi
}

skip() {
  number=$((number + 1))
  echo "ok $number - $1 # SKIP $2"
}

# The files that the README speaks of, and an nsys that exports the report.
cd "$scratch" || exit 1
mkdir bin work
for name in report rank0 rank1; do
  cp "$B/fixtures/demo.sqlite" work/$name.sqlite
done
cp "$B/fixtures/demo.sqlite" work/run.gpuflame
printf 'binary\0report' >work/report.nsys-rep
cat >bin/nsys <<END
#!/bin/sh
while [ \$# -gt 1 ]; do
  [ "\$1" = --output ] && out=\$2
  shift
done
cp "$B/fixtures/demo.sqlite" "\$out"
END
chmod +x bin/nsys
ln -s "$B/gpuflame" bin/gpuflame
export PATH=$scratch/bin:$PATH

run_here() {
  cd work && bash -o pipefail -c "$1" || return 1
  # What it says it makes is there, and is a picture where its name says so.
  while read -r made; do
    [ -s "$made" ] || { echo "no $made" && return 1; }
    [ "${made##*.}" = folded ] || grep -q '<svg' "$made" || { echo "$made: no picture" && return 1; }
  done < <(grep -oE '[A-Za-z0-9_-]+\.(svg|folded)' <<<"$1")
}
in_scratch() { (run_here "$1"); }
has_target() { (cd "$root" && make -n "$@" >/dev/null); }
has_file() { [ -e "$root/$1" ]; }

while read -r line; do
  line=${line%%  #*}
  line=${line%"${line##*[! ]}"}
  # shellcheck disable=SC2086 # the words of the line
  case $line in
  "") ;;
  gpuflame\ record* | gpuflame\ run*) skip "$line" "needs a GPU" ;;
  gpuflame*) check "$line" in_scratch "$line" ;;
  make | make\ *) check "$line" has_target ${line#make} ;;
  sudo\ make\ *) check "$line" has_target ${line#sudo make} ;;
  ./*) check "$line" has_file "${line%% *}" ;;
  nsys\ * | xdg-open\ *) skip "$line" "not ours" ;;
  *) check "$line" false ;;
  esac
done < <(awk '/^```sh/ { on = 1; next } /^```/ { on = 0 } on' "$root/README.md")

# A link leads somewhere.
for link in $(grep -oE '\]\([^)#:]+\)' "$root/README.md" | tr -d '()]'); do
  check "link to $link" has_file "$link"
done
[ "$failures" -eq 0 ]

#!/usr/bin/env bash
# The command as users run it. Each tests/cli/COMMAND/NAME.sh is run by bash in an
# empty folder with gpuflame on the PATH and $FIXTURES; what it prints must equal
# NAME.stdout and NAME.stderr (absent: nothing) and its status NAME.exit (absent:
# 0). BLESS=1 rewrites these. A script that prints "SKIP why" alone is skipped.
# tests/cli/run.sh build/release COMMAND/NAME... runs some.
set -u
B=$(realpath "$1")
shift
here=$(cd "$(dirname "$0")" && pwd)
export PATH=$B:$PATH FIXTURES=$B/fixtures TESTS=${here%/cli} NO_COLOR=1 LC_ALL=C.UTF-8
unset COLUMNS CDPATH
# Scripts need Python's own library alone: to look for packages takes longer than most of them do.
# Not meant are programs that gpuflame starts, those that signals are for (`env python3`), and the
# script that needs a package (`unset -f python3`).
python3() { command python3 -S "$@"; }
export -f python3
failures=0
number=0

# An emulator needs more time. Programs of this machine cannot load an emulated library, which is
# a reason why nothing was recorded.
limit=120
[ -z "${EMULATED:-}" ] || limit=1200
reason='s/, or the library was not loaded, since .*//'

# expect FILE ACTUAL: compare with a golden file that may be absent
expect() {
  local golden=$1
  if [ -n "${BLESS:-}" ]; then
    if [ -s "$2" ]; then cp "$2" "$1"; else rm -f "$1"; fi
    return 0
  fi
  [ -e "$golden" ] || golden=/dev/null
  if [ -n "${EMULATED:-}" ]; then
    sed "$reason" "$golden" >"$2.golden"
    sed -i "$reason" "$2"
    golden=$2.golden
  fi
  cmp -s "$golden" "$2" && return
  diff -u "$golden" "$2" | sed 's/^/# /' >&2
  return 1
}

[ $# -gt 0 ] || set -- '*/*'
scripts=()
for name in "$@"; do
  # shellcheck disable=SC2206 # NAME may be a pattern
  scripts+=("$here/"$name.sh)
done
for script in "${scripts[@]}"; do
  name=${script#"$here/"}
  name=${name%.sh}
  number=$((number + 1))
  if [ ! -f "$script" ]; then
    echo "not ok $number - $name: there is no such script"
    failures=$((failures + 1))
    continue
  fi
  scratch=$(mktemp -d)
  mkdir "$scratch/cwd" "$scratch/tmp"
  (cd "$scratch/cwd" && TMPDIR=$scratch/tmp timeout "$limit" bash "$script") \
    >"$scratch/stdout" 2>"$scratch/stderr" </dev/null
  status=$?
  if [ "$(head -c 5 "$scratch/stdout")" = "SKIP " ]; then
    echo "ok $number - $name # $(head -n 1 "$scratch/stdout")"
    rm -rf "$scratch"
    continue
  fi
  : >"$scratch/exit"
  [ "$status" -eq 0 ] || echo "$status" >"$scratch/exit"
  good=1
  for what in stdout stderr exit; do
    expect "$here/$name.$what" "$scratch/$what" || good=0
  done
  if [ "$good" -eq 1 ]; then
    echo "ok $number - $name"
  else
    echo "not ok $number - $name"
    failures=$((failures + 1))
  fi
  rm -rf "$scratch"
done
[ "$failures" -eq 0 ]

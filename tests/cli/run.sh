#!/usr/bin/env bash
# The command as users run it. Each tests/cli/COMMAND/NAME.sh holds cases: a function, and what
# it prints and ends with:
#
#   limit() {
#     gpuflame stats --limit 1 ...
#   }
#   check limit 0 <<'STDOUT' 3<<'STDERR'
#   ...
#   STDOUT
#   ...
#   STDERR
#
# A here-document is absent where nothing is printed. Each case runs in a bash of its own, in an
# empty folder, with gpuflame on the PATH and $FIXTURES; one that prints "SKIP why" is skipped. A
# case has not the name of a command that it runs. BLESS=1 rewrites what follows `check`, lines of
# text: control bytes go through `cat -v`, and a last line without an end is followed by `echo`.
# Blank lines are not compared: where they matter, `sed 's/^$/(blank)/'` shows them. A line that follows
# itself is there once, "line [3 times]". The advice that ends a recording, "next: " and "also: ", is
# compared where a case has it.
# tests/cli/run.sh build/release COMMAND/NAME[:CASE]... runs some; each may be a pattern.
set -u
B=$(realpath "$1")
shift
here=$(cd "$(dirname "$0")" && pwd)
export PATH=$B:$PATH FIXTURES=$B/fixtures TESTS=${here%/cli} NO_COLOR=1 LC_ALL=C.UTF-8
unset COLUMNS CDPATH
# Cases need Python's own library alone: to look for packages takes longer than most of them do.
# Not meant are programs that gpuflame starts, those that signals are for (`env python3`), and the
# case that needs a package (`unset -f python3`).
python3() { command python3 -S "$@"; }
export -f python3
failures=0
number=0

# An emulator needs more time. Programs of this machine cannot load an emulated library, which is
# a reason why nothing was recorded.
limit=120
[ -z "${EMULATED:-}" ] || limit=1200
# Reports in SQL take twenty times as long where each access is watched.
[[ $B != */tsan ]] || limit=900
reason='s/, or the library was not loaded, since .*//'

# What the bash of a case runs; $0 is the file. For cases: `news FILE` prints those lines of its input
# that FILE lacks, and how many it has. `tell LABEL COMMAND...` prints the label, the status if it is
# not 0, and what the command prints, or says of its failure: in one line if that is short.
# `sql FILE [STATEMENTS]` changes a database, by statements of its input where none are given. `on_mock`
# has the recorder use the CUDA of $MOCK, whose $DRIVER plays scripts: what the library has at the end
# of a program it leaves to the system.
# shellcheck disable=SC2016
run_case='news() {
  awk "FILENAME != \"-\" { had[\$0]++; next } had[\$0]-- > 0 { both++; next } 1
    END { print \"(\" both + 0 \" as before)\" }" "$1" -
}
tell() {
  local label=${1:+--- $1} told=${TMPDIR}/../told status text
  "${@:2}" >"$told" 2>"$told.err"
  status=$?
  [ "$status" -eq 0 ] || label+="${label:+: }status $status"
  text=$label$(awk "{ printf \" | %s\", \$0 }" "$told")
  if [ "$status" -ne 0 ] && [ ! -s "$told" ]; then
    echo "$label: $(<"$told.err")"
    : >"$told.err"
  elif [ ${#text} -le 160 ]; then
    text=${text/ | /${label:+: }}
    [ -z "$text" ] || echo "$text"
  else
    [ -z "$label" ] || echo "$label"
    cat "$told"
  fi
  cat "$told.err" >&2
  return "$status"
}
on_mock() {
  MOCK=${FIXTURES%/fixtures}/mock
  [ -e "$MOCK/${1-driver}" ] || { echo "SKIP no headers of CUDA"; exit; }
  export MOCK ASAN_OPTIONS=detect_leaks=0 GPUFLAME_CUPTI=$MOCK/libcupti.so.13 DRIVER=$MOCK/driver
}
sql() {
  python3 -c "import sqlite3, sys
sqlite3.connect(sys.argv[1], isolation_level=None).executescript(sys.argv[2])" "$1" "${2-$(cat)}"
}
check() {
  [ "$1" = "$CASE" ] || return 0
  "$1" </dev/null 3<&-
  exit
}
. "$0"'

# compare WANTED PRINTED
compare() {
  [ -z "${EMULATED:-}" ] || command sed -i "$reason" "$1" "$2"
  command cmp -s "$1" "$2" && return
  command diff -u --label wanted --label printed "$1" "$2" | command sed 's/^/# /' >&2
  return 1
}

# result GOOD CASE [WHY]
result() {
  number=$((number + 1))
  [ "$1" -eq 1 ] && echo "ok $number - $name:$2" && return
  echo "not ok $number - $name:$2${3:+: $3}"
  failures=$((failures + 1))
}

# once FILE...: a line that follows itself is printed once
once() {
  local text
  for text; do
    if LC_ALL=C command uniq -d "$text" | command grep -qa . && [ -z "$(command tail -c 1 "$text")" ]; then
      LC_ALL=C command uniq -c "$text" |
        LC_ALL=C command sed -E 's/^ *1 //; t; s/^ *([0-9]+) (.*)/\2 [\1 times]/' >"$text.once"
      command mv "$text.once" "$text"
    fi
  done
}

# check CASE STATUS <<'STDOUT' 3<<'STDERR'
check() {
  # shellcheck disable=SC2053 # a pattern
  [[ $1 == $cases ]] || return 0
  local scratch status good=1 why=
  scratch=$(mktemp -d)
  mkdir "$scratch/cwd" "$scratch/tmp"
  command cat >"$scratch/wanted"
  command cat <&3 >"$scratch/wanted2"
  (cd "$scratch/cwd" && CASE=$1 TMPDIR=$scratch/tmp timeout "$limit" bash -c "$run_case" "$file") \
    >"$scratch/stdout" 2>"$scratch/stderr" </dev/null 3<&-
  status=$?
  command sed -i '/^$/d' "$scratch/stdout" "$scratch/stderr"
  command grep -qs '^gpuflame: also: ' "$scratch/wanted" "$scratch/wanted2" ||
    command sed -i '/^gpuflame: \(next\|also\): /d' "$scratch/stdout" "$scratch/stderr"
  once "$scratch/wanted" "$scratch/wanted2" "$scratch/stdout" "$scratch/stderr"
  if [ "$(head -c 5 "$scratch/stdout")" = "SKIP " ]; then
    result 1 "$1 # $(head -n 1 "$scratch/stdout")"
  elif [ -n "${BLESS:-}" ]; then
    python3 "$here/bless.py" "$file" "$1" "$status" "$scratch/stdout" "$scratch/stderr" || good=0
    result $good "$1"
  else
    compare "$scratch/wanted" "$scratch/stdout" || good=0
    compare "$scratch/wanted2" "$scratch/stderr" || good=0
    [ "$status" -eq "$2" ] || { good=0 && why="status $status, should be $2"; }
    result $good "$1" "$why"
  fi
  rm -rf "$scratch"
}

[ $# -gt 0 ] || set -- '*/*'
for pattern in "$@"; do
  cases='*'
  [[ $pattern != *:* ]] || cases=${pattern#*:}
  before=$number
  # shellcheck disable=SC2231 # a pattern
  for file in "$here"/${pattern%%:*}.sh; do
    name=${file#"$here/"}
    name=${name%.sh}
    # shellcheck disable=SC1090
    [ ! -f "$file" ] || . "$file" </dev/null 3</dev/null
  done
  [ "$number" -gt "$before" ] || result 0 "$cases" "there is no such case"
done
[ "$failures" -eq 0 ]

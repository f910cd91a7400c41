#!/usr/bin/env bash
# Static checks of the sources: tests/lint/run.sh build/release
# Prints TAP; LINT="layers format" runs some checks alone. JOBS (2) at a time.
# shellcheck disable=SC2317 # check calls them
set -uo pipefail
B=$1
jobs=${JOBS:-2}
# shellcheck source=tests/report.sh
. tests/report.sh

checks=${LINT:-headers layers budget systems words names phrases format tidy cppcheck shell script lists man hardened glibc}

# Tracked and new source files, without build leftovers.
files() { git ls-files --cached --others --exclude-standard -- "$@" | while read -r file; do
  [ -f "$file" ] && echo "$file"
done | sort -u; }

has() { command -v "$1" >/dev/null; }

flags() { make -s --no-print-directory flags; }

# --- headers compile alone, in any order, once ------------------------------------
check_headers() {
  local header guard status=0 flags
  read -ra flags <<<"$(flags)"
  for header in $(files '*.h'); do
    gcc "${flags[@]}" -Wall -Wextra -Werror -fsyntax-only -x c "$header" || status=1
    printf '#include "%s"\n#include "%s"\n' "$header" "$header" |
      gcc "${flags[@]}" -fsyntax-only -x c - || status=1
    guard=$(tr 'a-z/.' 'A-Z__' <<<"$header")
    grep -q "^#ifndef $guard\$" "$header" || {
      echo "$header: the guard is not $guard"
      status=1
    }
  done
  return "$status"
}

# --- rooms: what may use what, tags, sizes -----------------------------------------
check_layers() { python3 tests/lint/rooms.py "$B"; }

# --- no more lines than somebody asked for --------------------------------------------
check_budget() {
  local what limit patterns count status=0
  while read -r what limit patterns; do
    [[ $what != \#* ]] || continue
    # shellcheck disable=SC2086 # words
    set -f && mapfile -t found < <(files $patterns) && set +f
    count=${#found[@]}
    [ "$what" = files ] || count=$(cat "${found[@]}" | wc -l)
    [ "$count" -le "$limit" ] || { echo "$patterns: $count $what, $limit at most (tests/lint/budget.txt)" && status=1; }
  done <tests/lint/budget.txt
  return "$status"
}

# --- calls of Linux alone are in few files -------------------------------------------
check_systems() { tests/lint/linux_only.sh; }
check_phrases() { tests/lint/phrases.sh; }

# --- what a release is linked with --------------------------------------------------
check_hardened() { [[ $B != *release* ]] || tests/lint/hardened.sh "$B"; }

# --- what libgpuflame.so needs, also where it was cross-compiled (CONTRIBUTING.md) ---
check_glibc() {
  local status=0
  [[ $B != *release* ]] || tests/lint/glibc.sh "$B" || status=1
  tests/lint/glibc.sh build/arm64 || status=1
  return "$status"
}

# --- words that don't belong -------------------------------------------------------
# none WHY PATTERN FILE...: no line of the files matches
none() {
  local why=$1 pattern=$2 found
  shift 2
  [ $# -gt 0 ] || return 0
  found=$(grep -nHE "$pattern" "$@")
  [ -z "$found" ] || {
    echo "$why:"
    echo "$found"
    return 1
  }
}

check_words() {
  local status=0 rooms all
  mapfile -t rooms < <(files 'base/*.[ch]' 'collapse/*.[ch]' 'export/*.[ch]' 'svg/*.[ch]' 'stats/*.[ch]' |
    grep -v '^base/die\.c')
  none "only cmd/ prints, and only cmd/ and die() exit" \
    '(^|[^a-z_])(printf|puts|putchar|perror|exit|_exit|abort)\(|^([^*]*[^a-z_*])?stderr([^a-z_]|$)' \
    "${rooms[@]}" || status=1
  mapfile -t rooms < <(printf '%s\n' "${rooms[@]}" | grep -v '^base/out\.[ch]')
  none "stdout is for base/out.h" '^([^*]*[^a-z_*])?stdout([^a-z_]|$)' "${rooms[@]}" || status=1
  mapfile -t rooms < <(files 'capture/*.[ch]')
  none "the recorder ends no program" '^([^*]*[^a-z_*])?(exit|_exit|abort)\(' "${rooms[@]}" || status=1
  mapfile -t rooms < <(files '*.c' '*.h' | grep -v '^tests/')
  none "unbounded or unsafe" '(^|[^a-z_])(vsprintf|gets|alloca|system|popen|tmpnam|mktemp)\(' \
    "${rooms[@]}" || status=1
  none "a typedef hides a struct" '^typedef struct' "${rooms[@]}" || status=1
  mapfile -t rooms < <(files '*.c' | grep -vE '^(tests|bench|capture)/|^base/pool\.c')
  none "thread_begin() gives threads the same stack on every system" 'pthread_create\(' \
    "${rooms[@]}" || status=1
  mapfile -t rooms < <(files 'svg/*.js')
  none "names are text, never markup" \
    'innerHTML|outerHTML|insertAdjacentHTML|document\.write|[^a-zA-Z]eval\(|new Function' \
    "${rooms[@]}" || status=1
  mapfile -t all < <(files | grep -vE '^(LICENSE|tests/lint/|tests/fuzz/corpus/)' |
    xargs -d '\n' grep -lI .)
  none "unfinished" '(^|[^A-Za-z_])(TODO|FIXME|XXX|HACK)([^A-Za-z_X]|$)' "${all[@]}" || status=1
  none "a path of one machine" '(^|[ "=(])/(w[o]rk|home|Users)/' "${all[@]}" || status=1
  none "a host of one network" '"resolved":|_authToken' "${all[@]}" || status=1
  return "$status"
}

# --- file names are unique -----------------------------------------------------------
check_names() {
  local twice
  twice=$(files '*.c' '*.h' '*.js' '*.sh' '*.sql' '*.py' '*.1' '*.md' |
    grep -vE '^tests/cli/|/(run\.sh|README\.md)$' | sed 's|.*/||' | sort | uniq -d)
  [ -z "$twice" ] || {
    echo "several files have these names:" "$twice"
    return 1
  }
}

check_format() {
  local status=0
  files '*.c' '*.h' | xargs clang-format --dry-run --Werror >"$work/format" 2>&1 || status=1
  grep 'error:' "$work/format" || cat "$work/format"
  return "$status"
}

check_tidy() {
  local flags
  make -s --no-print-directory generated || return 1
  read -ra flags <<<"$(flags)"
  # Without NVTX, files that need it cannot be checked.
  local pattern='^$'
  gcc "${flags[@]}" -E -x c - <<<'#include <nvtx3/nvToolsExt.h>' >/dev/null 2>&1 || pattern=nvtx3/
  files 'base/*.c' 'capture/*.c' 'collapse/*.c' 'export/*.c' 'svg/*.c' 'stats/*.c' 'cmd/*.c' |
    while read -r file; do
      grep -q "$pattern" "$file" && [ "$pattern" != '^$' ] || echo "$file"
    done |
    xargs -P "$jobs" -I{} clang-tidy --quiet {} -- "${flags[@]}" >"$work/tidy" 2>/dev/null
  local status=$?
  # The finding first, then the analyzer's path to it.
  grep -E '(error|warning):' "$work/tidy"
  [ "$status" -eq 0 ] || cat "$work/tidy"
  return "$status"
}

# Uninitialised variables are left to clang's analyzer: cppcheck takes an address for a use.
check_cppcheck() {
  files 'base/*.c' 'capture/*.c' 'collapse/*.c' 'export/*.c' 'svg/*.c' 'stats/*.c' 'cmd/*.c' |
    cppcheck --quiet --std=c11 --language=c -j "$jobs" -I. --inline-suppr --error-exitcode=1 \
      --enable=warning,performance,portability --suppress=missingIncludeSystem \
      --suppress=normalCheckLevelMaxBranches --suppress=unknownMacro \
      --suppress=uninitvar --suppress=uninitStructMember \
      -D__cppcheck__ -D_POSIX_C_SOURCE=200809L -DGPUFLAME_VERSION='"0"' --file-list=- 2>&1
}

check_shell() {
  local status=0
  { files '*.sh'; files | xargs -d '\n' grep -lE '^#!.*(bash|/sh)' 2>/dev/null; } | sort -u |
    grep -v '^tests/cli/.*/' | xargs shellcheck || status=1
  # Cases, which tests/cli/run.sh calls.
  files 'tests/cli/*/*.sh' |
    xargs shellcheck --shell=bash --severity=warning || status=1
  return "$status"
}

# One line for each finding: FILE:LINE: what.
check_script() {
  local status=0
  node_modules/.bin/eslint . >"$work/script" || status=1
  awk -v here="$PWD/" '/^\// { file = substr($0, length(here) + 1); next }
    /^ +[0-9]+:[0-9]+ / { print file ":" $1 ": " substr($0, index($0, $2)) }' "$work/script"
  grep -q '^/' "$work/script" || cat "$work/script"
  return "$status"
}

# --- the program's help and the documents agree ------------------------
check_lists() { python3 tests/lint/lists.py "$B"; }

check_man() {
  local page said status=0
  python3 docs/man/options.py "$B" --check || status=1
  for page in $(files 'docs/man/*.1'); do
    ! grep -q '^\.so ' "$page" || continue # another name of a page
    if has mandoc; then
      mandoc -T lint -W warning "$page" || status=1
    else
      said=$(groff -man -ww -z "$page" 2>&1)
      [ -z "$said" ] || { echo "$said" && status=1; }
    fi
  done
  return "$status"
}

# needs CHECK: the program without which it cannot run
needs() {
  case $1 in
  format) echo clang-format ;;
  tidy) echo clang-tidy ;;
  cppcheck) echo cppcheck ;;
  shell) echo shellcheck ;;
  script) echo node_modules/.bin/eslint ;;
  layers | lists) echo python3 ;;
  man) if has mandoc; then echo mandoc; else echo groff; fi ;;
  *) echo gcc ;;
  esac
}

for check in $checks; do
  if ! has "$(needs "$check")"; then
    skip "$check" "$(needs "$check") is absent"
    continue
  fi
  check "$check" "check_$check"
done
exit "$failures"

#!/usr/bin/env bash
# Sourced by the tests of this folder: a folder to work in, TAP, and the count of failures.
# shellcheck disable=SC2034 # used by the scripts that source this
failures=0
# Goes before what is preloaded into a program: its sanitizer's library must be the first.
case $B in
*asan*) sanitizer=$(cc -print-file-name=libasan.so): ;;
*tsan*) sanitizer=$(cc -print-file-name=libtsan.so): ;;
*) sanitizer= ;;
esac
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# The sockets of captured processes; those of killed ones stay.
export GPUFLAME_CONTROL=$work/control

# report STATUS NAME: a line of TAP, and what $work/log holds where the test failed
report() {
  if [ "$1" -eq 0 ]; then
    echo "ok - $2"
    return
  fi
  echo "not ok - $2"
  [ ! -e "$work/log" ] || sed 's/^/# /' "$work/log" | head -n 40
  failures=1
}

# need_python SUBJECT: ends the test, skipped, where a Python cannot load the library's functions
need_python() {
  if ! python3 -c 'import sys, ctypes; sys.exit(sys.version_info < (3, 8))' 2>/dev/null; then
    echo "ok - $1 # SKIP there is no python3 from 3.8 on, with ctypes"
    exit 0
  fi
  if [ -n "$sanitizer" ]; then
    echo "ok - $1 # SKIP a sanitizer's runtime would have to be loaded before Python's"
    exit 0
  fi
}

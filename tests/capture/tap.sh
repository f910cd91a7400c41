#!/usr/bin/env bash
# Sourced by the tests of this folder: the build in $B, what report.sh has, and what goes before a
# preloaded library.
# shellcheck disable=SC2034 # used by the scripts that source this
set -u
B=$(cd "$1" && pwd)
# shellcheck source=tests/report.sh
. tests/report.sh
# Goes before what is preloaded into a program: its sanitizer's library must be the first.
case $B in
*asan*) sanitizer=$(cc -print-file-name=libasan.so): ;;
*tsan*) sanitizer=$(cc -print-file-name=libtsan.so): ;;
*) sanitizer= ;;
esac
# The sockets of captured processes; those of killed ones stay.
export GPUFLAME_CONTROL=$work/control

# inject NAME: programs are recorded, on the mock, to $work/NAME.gpuflame: to x.gpuflame again and again
inject() {
  export CUDA_INJECTION64_PATH=$B/libgpuflame.so NVTX_INJECTION64_PATH=$B/libgpuflame.so
  export GPUFLAME_CUPTI=$B/mock/libcupti.so.13 GPUFLAME_OUTPUT=$work/$1.gpuflame
  [ "$1" != x ] || export GPUFLAME_FORCE=1
}

# need_python SUBJECT: ends the test, skipped, where a Python cannot load the library's functions
need_python() {
  if ! python3 -c 'import sys, ctypes; sys.exit(sys.version_info < (3, 8))' 2>/dev/null; then
    skip "$1" "there is no python3 from 3.8 on, with ctypes"
    exit 0
  fi
  if [ -n "$sanitizer" ]; then
    skip "$1" "a sanitizer's runtime would have to be loaded before Python's"
    exit 0
  fi
}

#!/usr/bin/env bash
# What a traced Python function costs, one that is not, and a launch with its Python functions:
# bench/python.sh BUILD-FOLDER
# CPU ns a call on top of the plain call, in the same process, of the first python3 in PATH, with
# ranges recorded on the mock; a training step where there is a PyTorch. The least of seven rounds.
set -eu
B=$(cd "$1" && pwd)
if [ ! -e "$B/mock/plugin_a.so" ] || ! python3 -c 'import ctypes' 2>/dev/null; then
  echo "python: SKIP there is no mock, or no python3"
  exit 0
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export MOCK_PLUGIN=$B/mock/plugin_a.so GPUFLAME_CUPTI=$B/mock/libcupti.so.13 PYTHONDONTWRITEBYTECODE=1
export GPUFLAME_CONTROL=$work/control PYTHONPATH=$PWD/tests/capture/python:$PWD/bench OMP_NUM_THREADS=1
echo '[{"module": "python_calls", "functions": ["traced"]}]' >"$work/functions.json"
record() { "$B/gpuflame" record -f -o "$work/x.gpuflame" "$@" 2>/dev/null; }
record --python-functions-trace "$work/functions.json" -- python3 bench/python_calls.py
for _ in 1 2 3; do
  for stacks in none launches; do
    record --python-stacks $stacks -- python3 bench/python_stacks.py $stacks
  done
done | python3 bench/python_stacks.py compare
if python3 -c 'import torch' 2>/dev/null; then
  # by turns, since the machine's speed changes
  for _ in 1 2 3; do
    record -- python3 bench/python_step.py plain
    record --pytorch modules -- python3 bench/python_step.py modules
    record --pytorch backward -- python3 bench/python_step.py backward
  done | python3 bench/python_step.py compare
else
  echo "a training step: SKIP this python3 has no torch"
fi

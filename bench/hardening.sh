#!/usr/bin/env bash
# What the hardening of a release costs, beside the same code without it: bench/hardening.sh BUILD-FOLDER
# Takes the export that bench/collapse.sh makes.
set -eu
B=$1
# shellcheck source=bench/time.sh
. bench/time.sh
work=build/bench
report=${REPORT:-$work/1m.sqlite}
if [ ! -e "$report" ]; then
  echo "hardening: $report is absent; run bench/collapse.sh first"
  exit 1
fi
make -s B="$work/plain" HARDEN= HARDEN_LINK= "$work/plain/gpuflame" >/dev/null
export JUDGED=cpu
pair "hardening, collapse" 1.03 "$work/plain/gpuflame" collapse -q --jobs 1 "$report" -- \
  "$B/gpuflame" collapse -q --jobs 1 "$report"
pair "hardening, nvtx_kern_sum" 1.03 "$work/plain/gpuflame" stats -q -r nvtx_kern_sum "$report" -- \
  "$B/gpuflame" stats -q -r nvtx_kern_sum "$report"

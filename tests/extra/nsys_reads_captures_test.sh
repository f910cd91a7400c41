#!/usr/bin/env bash
# nsys itself reads captures of trace mode: its reports of some, made on the mock of
# CUPTI, are those of `gpuflame stats`, cell by cell. Needs nsys, in PATH or by
# NSYS=PATH; it takes files by their ending, so a capture's name ends in .sqlite.
set -u
# shellcheck source=tests/extra/data.sh
. "$(dirname "$0")/data.sh"
nsys=${NSYS:-nsys}
need "$nsys" "nsys reads captures of trace mode"
need "$B/mock/driver" "nsys reads captures of trace mode"

# ours, of nsys to 2022, of nsys since
reports=(
  "cuda_gpu_kern_sum gpukernsum cuda_gpu_kern_sum"
  "nvtx_kern_sum nvtxkernsum nvtx_kern_sum"
  "nvtx_gpu_proj_sum - nvtx_gpu_proj_sum"
  "nvtx_gpu_proj_trace nvtxgpuproj nvtx_gpu_proj_trace"
  "nvtx_sum nvtxsum nvtx_sum"
  "cuda_api_sum cudaapisum cuda_api_sum"
  "cuda_gpu_mem_time_sum gpumemtimesum cuda_gpu_mem_time_sum"
  "cuda_gpu_mem_size_sum gpumemsizesum cuda_gpu_mem_size_sum"
)
names=3
"$nsys" stats --help-reports 2>&1 | grep -q cuda_gpu_kern_sum || names=2

# cells FILE: rows of a CSV in one order, without what nsys's versions differ in: how
# no value is shown, a kernel's grid (2022), how rows of NVTX_EVENTS are numbered.
cells() {
  python3 - "$1" <<'END'
import csv, sys
rows = [row for row in csv.reader(open(sys.argv[1])) if row]
left_out = ("GridXYZ", "BlockXYZ", "RangeId", "ParentId")
columns = [i for i, name in enumerate(rows[0]) if name not in left_out] if rows else []
nesting = rows[0].index("RangeStack") if rows and "RangeStack" in rows[0] else None
for row in rows[:1] + sorted(rows[1:]):
    if nesting is not None and row is not rows[0]:
        row[nesting] = "in %d" % row[nesting].count(":")
    print([row[i] if row[i] != "None" else "" for i in columns])
END
}

compare() { # SCRIPT OURS THEIRS
  local file=$work/$1.sqlite
  # a report without data is empty in nsys, and an error here
  "$B/gpuflame" stats -q --report "$2" --format csv "$file" >"$work/ours.csv" 2>"$work/log" ||
    grep -q 'has no data for' "$work/log" || return
  "$nsys" stats -q --report "$3" --format csv --output - "$file" >"$work/theirs.raw" 2>&1
  # other messages of nsys are in brackets, or begin with SKIPPED:
  grep -vE '^(SKIPPED: |Processing \[)' "$work/theirs.raw" >"$work/theirs.csv"
  diff <(cells "$work/theirs.csv" | LC_ALL=C sort) <(cells "$work/ours.csv" | LC_ALL=C sort) >"$work/log"
}

export GPUFLAME_CUPTI=$B/mock/libcupti.so.13
for script in basics domains nodes spans split threads; do
  "$B/gpuflame" record --mode trace -o "$work/$script.sqlite" -- \
    "$B/mock/driver" "tests/capture/$script.play" >"$work/log" 2>&1
  [ -s "$work/$script.sqlite" ]
  report $? "$script: recorded"
  for names_of in "${reports[@]}"; do
    read -ra name <<<"$names_of"
    theirs=${name[names - 1]}
    [ "$theirs" != - ] || continue
    compare "$script" "${name[0]}" "$theirs"
    report $? "$script: $theirs is ${name[0]}"
  done
done
exit "$failures"

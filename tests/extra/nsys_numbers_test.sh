#!/usr/bin/env bash
# Reports and folded stacks of the small exports in tests/fixtures/nsys against what nsys
# printed for them (its README.md), cell by cell; rows in any order.
set -u
# shellcheck source=tests/extra/data.sh
. "$(dirname "$0")/data.sh"
cd "$tests/fixtures/nsys" || exit
raw=(--kernels-only --no-strip-layer-number --no-strip-train-iter-number
  --no-strip-graph-number --no-filter-out-validation --preset none --strip-numbers none
  --graph-capture-ranges off)

# What nsys 2022 prints as we print it: no value is an empty cell, kinds of copies have the names
# that nsys has for them since 2023, and columns those of its documentation.
as_ours() {
  sed -E -e '1s/^Time\(%\)(.*),Num Calls,/Time (%)\1,Count,/' -e '1s/, GPU Page/,GPU Page/' \
    -e '1s/Migration size/Migration Size/g' -e '1s/MBps/MB\/s/' -e ':again' -e 's/(^|,)None(,|$)/\1\2/' -e 't again' -e 's/HtoD\]/Host-to-Device]/' \
    -e 's/DtoH\]/Device-to-Host]/' -e 's/DtoD\]/Device-to-Device]/' -e 's/PtoP\]/Peer-to-Peer]/'
}

# The time of each kernel in each range, from folded stacks and from nvtxkernsum. A kernel
# counts for each range around it, and for an empty name if there is none.
range_sums() {
  python3 - "$1" 3<&0 <<'END'
import collections, csv, sys
sums = collections.Counter()
if sys.argv[1] == "folded":
    for line in open(3, encoding="utf-8"):
        stack, ns = line.rstrip("\n").rsplit(" ", 1)
        *ranges, kernel = stack.split(";")
        if ranges == ["[no launch record]"]:
            ranges = []
        for name in ranges or [""]:
            sums[name if name != "[unnamed]" else "", kernel] += int(ns)
else:
    for row in csv.DictReader(open(3, encoding="utf-8")):
        sums[row["NVTX Range"], row["Kernel Name"]] += int(row["Total Time (ns)"])
for (name, kernel), ns in sorted(sums.items()):
    print(f"{name};{kernel} {ns}")
END
}

# is_same EXPECTED GOT
is_same() {
  diff "$1" "$2" >"$work/log"
}

for expected in *.*.csv; do
  name=${expected%%.*}
  kind=${expected#*.}
  kind=${kind%.csv}
  file=$B/fixtures/nsys/$name.sqlite
  is_same <(as_ours <"$expected" | LC_ALL=C sort) \
    <("$B/gpuflame" stats -q --report "$kind" --format csv "$file" 2>&1 | LC_ALL=C sort)
  report $? "$name: $kind"
  [ "$kind" = nvtxkernsum ] || continue
  is_same <(as_ours <"$expected" | range_sums csv) \
    <("$B/gpuflame" collapse -q "${raw[@]}" "$file" 2>&1 | range_sums folded)
  report $? "$name: folded stacks"
done
exit "$failures"

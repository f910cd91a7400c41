#!/usr/bin/env bash
# Python functions as frames of what they launch (record --python-stacks), from the mock's kernels: at
# launches and at the capture of a CUDA graph, in threads, while the interpreter ends. Prints TAP.
# The Python is the first one in PATH.
# shellcheck source=tests/capture/tap.sh
. tests/capture/tap.sh
cases=$PWD/tests/capture/python
need_python "Python stacks"
version=$(python3 -c 'import sys; print("Python %d.%d" % sys.version_info[:2])')
unset PYTHONPATH PYTHONHOME
export PYTHONPATH=$cases PYTHONDONTWRITEBYTECODE=1 MOCK_PLUGIN=$B/mock/plugin_a.so
export GPUFLAME_CUPTI=$B/mock/libcupti.so.13

# folded CAPTURE: its stacks, in $work/stacks; below 3.11, functions have no class in their names
folded() {
  "$B/gpuflame" collapse --preset none --quiet "$1" >"$work/all" 2>>"$work/stderr" &&
    sed 's/Model\.//; s/Thread\.//g' "$work/all" | LC_ALL=C sort >"$work/stacks"
}

record() { # SCRIPT OPTIONS...
  "$B/gpuflame" record -f -o "$work/x.gpuflame" "${@:2}" -- python3 "$cases/$1" >"$work/stdout" 2>"$work/stderr" &&
    folded "$work/x.gpuflame"
}

# are STATUS FILE: the stacks, without what is the same in all
are() {
  [ "$1" -eq 0 ] || { cat "$work/stderr" && return 1; }
  LC_ALL=C diff "$2" <(sed 's/^<module> (stacks.py);main (stacks.py);/M;/; s/;launch (mock_cuda.py);/;L;/' "$work/stacks")
}

for mode in fold trace; do
  record stacks.py --python-stacks launches --mode $mode
  are $? "$cases/stacks.folded" >"$work/log"
  report $? "$version: Python functions at each launch, $mode mode"
done
for mode in fold trace; do
  record stacks.py --python-stacks graphs --mode $mode
  grep ';' "$work/stacks" | sed 's/^<module> (stacks.py);main (stacks.py);/M;/' >"$work/got"
  diff - "$work/got" >"$work/log" <<'END'
M;capturing (stacks.py);capture (mock_cuda.py);captured_below 1
M;capturing (stacks.py);layer (stacks.py);capture (mock_cuda.py);captured 1
capture;captured 1
step;by_map 2
step;gemm 2
step;in_step 1
END
  report $? "$version: at the capture of a CUDA graph, where no range is open, $mode mode"
done
record stacks.py --python-stacks none
grep ';' "$work/stacks" | cut -d';' -f1 | sort -u | diff - <(printf '%s\n' capture step) >"$work/log"
report $? "$version: none"
CUDA_INJECTION64_PATH=$B/libgpuflame.so GPUFLAME_PYTHON_STACKS=launches GPUFLAME_OUTPUT=$work/late.gpuflame \
  python3 "$cases/stacks.py" >"$work/stderr" 2>&1
folded "$work/late.gpuflame"
are $? "$cases/stacks.folded" >"$work/log"
report $? "$version: by variables alone"
record kinds.py --python-stacks launches --python-functions-trace "$cases/functions.json"
cat "$work/stderr" "$work/stacks" >"$work/log"
grep -q "^traced.Base.once;<module> (kinds.py);all_kinds (kinds.py);.*once (traced.py);launch (mock_cuda.py);once 1$" "$work/stacks" &&
  ! grep "gpuflame>" "$work/stacks"
report $? "$version: below ranges of functions that are traced"

# guest CASE WHERE: its launches in $work/stacks
guest() {
  timeout 100 "$B/gpuflame" record -f -o "$work/x.gpuflame" --python-stacks "$2" -- python3 "$cases/stacks_guest.py" \
    "$1" >"$work/stdout" 2>"$work/stderr" && folded "$work/x.gpuflame"
}
guest paths launches
diff "$work/stacks" - >"$work/log" <<'END'
<module> (stacks_guest.py);paths (stacks_guest.py);<module> (?);f (?);launch (mock_cuda.py);x 3
END
report $? "$version: paths of a class of the program's"
guest again launches
diff "$work/stacks" - >"$work/log" <<'END'
<module> (stacks_guest.py);again (stacks_guest.py);<module> (first.py);launch (mock_cuda.py);x 5
<module> (stacks_guest.py);again (stacks_guest.py);<module> (second.py);launch (mock_cuda.py);x 5
<module> (stacks_guest.py);again (stacks_guest.py);<module> (third.py);launch (mock_cuda.py);x 5
END
report $? "$version: code objects of one name, whose memory is used again"
guest forks launches
status=$?
cat "$work/stderr" >"$work/log"
report $status "$version: forked children end"
guest interrupted graphs && diff "$work/stacks" - >"$work/log" <<<"interrupted 1"
report $? "$version: an interrupt as it starts is the program's"
record stacks_at_end.py --python-stacks launches
status=$?
cat "$work/stderr" "$work/stdout" >"$work/log"
[ $status -eq 0 ] && grep -qF "main 2000" "$work/stacks" &&
  ! grep -vE '^(<module> \(stacks_at_end.py\)|_bootstrap \(threading.py\);.*launching \(stacks_at_end.py\));launch \(mock_cuda.py\);(main|busy) |^busy ' "$work/stacks"
report $? "$version: threads launch while the interpreter ends"
exit $failures

#!/usr/bin/env bash
# Each function of NVTX that records something, in each of its variants, is in a capture
# of trace mode; wide texts are not read, nor numbers but of pushed ranges. Prints TAP.
# shellcheck source=tests/capture/tap.sh
. tests/capture/tap.sh
export CUDA_INJECTION64_PATH=$B/libgpuflame.so NVTX_INJECTION64_PATH=$B/libgpuflame.so
GPUFLAME_CUPTI=$B/mock/libcupti.so.13 GPUFLAME_OUTPUT=$work/run.gpuflame GPUFLAME_MODE=trace \
  "$B/mock/every_call" >"$work/log" 2>&1
status=$?
python3 - "$work/run.gpuflame" >>"$work/log" 2>&1 <<'END'
import sqlite3, sys
db = sqlite3.connect(sys.argv[1])
rows = db.execute("SELECT eventType, domainId, value, int64Value, end IS NULL"
    " FROM NVTX_EVENTS LEFT JOIN StringIds ON id = textId WHERE eventType != 75 ORDER BY NVTX_EVENTS.rowid").fetchall()
def plain(text, domain=0): return (domain, text, None)
def more(text, domain=0): return (domain, text, -5)
def ends(kind, row): return (kind,) + row + (0,)
def stays(kind, row): return (kind,) + row + (1,)
want = [
    # as they end
    ends(59, more(None)), ends(59, more("push ex a")), ends(59, plain(None)), ends(59, plain("push a")),
    stays(34, plain("mark a")), stays(34, more(None)), stays(34, more(None)),
    ends(60, plain("start a")), ends(60, more("start ex")),
]
for domain in (1, 2):
    want += [ends(59, more(None, domain)), ends(59, more("domain push a", domain)), stays(34, more(None, domain)),
        ends(60, more("domain start", domain))]
# a range that was started ends when its thread next looks, so that order is free
key = lambda row: tuple(str(cell) for cell in row)
for row in sorted(set(rows) ^ set(want), key=key):
    print("missing" if row in want else "not expected", row)
assert sorted(rows, key=key) == sorted(want, key=key)
domains = db.execute("SELECT domainId, text FROM NVTX_EVENTS WHERE eventType = 75 ORDER BY domainId").fetchall()
assert domains == [(1, "narrow"), (2, "other")], domains
names = db.execute("SELECT value FROM ThreadNames JOIN StringIds ON id = nameId ORDER BY 1").fetchall()
assert names == [("thread a",)], names
END
same=$?
[ $same -eq 0 ] && [ $status -eq 0 ]
report $? "every function of NVTX is in a trace"
exit $failures

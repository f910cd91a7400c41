#!/usr/bin/env bash
# What trace mode keeps of NVTX, as an export of nsys has it. Prints TAP.
# shellcheck source=tests/capture/tap.sh
. tests/capture/tap.sh
[ -e "$B/libgpuflame.so" ] || exit 0
cat >"$work/play" <<'END'
cuinit
push narrow
push wide: é € 😀
launch 1 k
pop
pop
pushreg NCCL registered
popd NCCL
pushnull
pop
pushex all there is
pop
pushpayload none 0 no payload
pop
pushpayload u64 18446744073709551615 largest
pop
pushpayload i64 -5 negative
pop
pushpayload double 0.25 quarter
pop
pushpayload u32 4294967295 large
pop
pushpayload i32 -7 little
pop
pushpayload float 1.5 float
pop
start x started here
1: push elsewhere
1: end x
1: pop
mark a mark
namethread the main one
push open to the end
END
CUDA_INJECTION64_PATH=$B/libgpuflame.so NVTX_INJECTION64_PATH=$B/libgpuflame.so \
  GPUFLAME_CUPTI=$B/mock/libcupti.so.13 GPUFLAME_MODE=trace GPUFLAME_OUTPUT=$work/x.gpuflame \
  "$B/mock/driver" "$work/play"
python3 - "$work/x.gpuflame" >"$work/rows" <<'END'
import sqlite3, sys
db = sqlite3.connect(sys.argv[1])
payload = ["uint64Value", "int64Value", "doubleValue", "uint32Value", "int32Value", "floatValue"]
threads = {}
for row in db.execute("""SELECT start, end, eventType, globalTid, coalesce(text, s.value), domainId,
        %s FROM NVTX_EVENTS LEFT JOIN StringIds s ON s.id = textId ORDER BY start, NVTX_EVENTS.rowid""" % ",".join(payload)):
    start, end, kind, tid, text, domain = row[:6]
    given = [f"{name}={value}" for name, value in zip(payload, row[6:]) if value is not None]
    if kind not in (75, 33):
        threads.setdefault(tid, len(threads))
    print(kind, text, "no end" if end is None else "" if end >= start else "backwards", f"thread {threads[tid]}" if tid in threads else "",
        f"domain {domain}" if domain else "", *given, sep="|")
print(*(row[0] for row in db.execute("SELECT s.value FROM ThreadNames JOIN StringIds s ON s.id = nameId")))
END
diff - "$work/rows" >"$work/log" <<'END'
75|NCCL|no end||domain 1
59|narrow||thread 0|
59|wide: é € 😀||thread 0|
59|registered||thread 0|domain 1|doubleValue=2.5
59|None||thread 0|
59|all there is||thread 0||doubleValue=2.5
59|no payload||thread 0|
59|largest||thread 0||uint64Value=-1
59|negative||thread 0||int64Value=-5
59|quarter||thread 0||doubleValue=0.25
59|large||thread 0||uint32Value=4294967295
59|little||thread 0||int32Value=-7
59|float||thread 0||floatValue=1.5
60|started here||thread 0||doubleValue=2.5
59|elsewhere||thread 1|
34|a mark|no end|thread 0||doubleValue=2.5
59|open to the end||thread 0|
the main one
END
report $? "trace mode keeps what NVTX states about ranges, marks and threads"
exit $failures

# Where there is no kernel, copies hide none: that is said, and no finding. Kernels of CUDA graphs that
# were recorded as a whole are kernels. Where ranks wait in MPI, the advice is about that; where there are
# no ranges, the command shows the gaps.
python3 - "$TESTS/fixtures/findings" <<'END'
import sqlite3, sys
sys.path.insert(0, sys.argv[1])
import run
def make(name, *rows):
    db = sqlite3.connect(name + ".sqlite")
    db.executescript(run.SCHEMA)
    db.executescript("""INSERT INTO StringIds VALUES (1, 'cudaMemcpyAsync'), (2, 'cudaGraphLaunch'), (3, 'gemm');
CREATE TABLE CUPTI_ACTIVITY_KIND_GRAPH_TRACE (start, end, deviceId, contextId, streamId, correlationId, globalPid, graphId, graphExecId);""")
    for table, values in rows:
        db.execute(f"INSERT INTO {table} VALUES ({','.join('?' * len(values))})", values)
    db.commit()
def call(at, number, name):
    return "CUPTI_ACTIVITY_KIND_RUNTIME", (at, at + 5, 0, run.TID, number, name)
def copy(at, length, number):
    return "CUPTI_ACTIVITY_KIND_MEMCPY", (at, at + length, 0, 1, 7, number, run.PID, 1 << 20, 1, run.PINNED, run.DEVICE)
def kernel(at, length, number):
    return "CUPTI_ACTIVITY_KIND_KERNEL", (at, at + length, 0, 1, 7, number, run.PID, 3, 3)
make("fill", call(0, 1, 1), ("CUPTI_ACTIVITY_KIND_MEMSET", (10, 1480, 0, 1, 7, 1, run.PID, 0, 64, 2)))
make("copies", call(0, 1, 1), copy(100, 50000, 1), call(10, 2, 1), copy(50110, 40000, 2))
make("graphs", call(0, 1, 1), copy(100, 50000, 1), call(10, 2, 2), ("CUPTI_ACTIVITY_KIND_GRAPH_TRACE", (50110, 90000, 0, 1, 7, 2, run.PID, 5, 6)))
make("mpi", call(0, 1, 1), kernel(100, 20000, 1), ("NVTX_EVENTS", (20000, 7000000, 75, "MPI", run.TID)), call(7100000, 2, 1), kernel(7110000, 20000, 2))
make("bare", call(0, 1, 1), kernel(100, 20000, 1), call(7100000, 2, 1), kernel(7110000, 20000, 2))
db = sqlite3.connect("mpi.sqlite")
db.executescript("""ALTER TABLE NVTX_EVENTS ADD domainId; UPDATE NVTX_EVENTS SET domainId = 4;
INSERT INTO NVTX_EVENTS SELECT start, end, 59, 'MPI_Recv', globalTid, 4 FROM NVTX_EVENTS;""")
db.commit()
END
for name in fill copies graphs mpi; do
  gpuflame findings -q $name.sqlite
  gpuflame findings -q -f json $name.sqlite | jq -c '[.findings[] | [.rule, .try]]'
done
command=$(gpuflame findings -q -f json bare.sqlite | jq -r '.findings[0].evidence.command')
echo "$command"
$command
gpuflame stats -q --partial copies.sqlite -o part
gpuflame findings -q part

# Idle time until the first operation of a stream, which was launched in time: what it waits for was
# launched before the recording began. Later on the same stream, the file does not show why.
python3 - "$TESTS/fixtures/findings" <<'END'
import sys
sys.path.insert(0, sys.argv[1])
from run import Run
def write(path, warm):
    run = Run()
    run.kernel("embed", 5)
    if warm:
        run.kernel("plan", 5, stream=13)
    run.kernel("resolve", 5, stream=13, after=500_000)
    run.wait_until("cudaStreamSynchronize_v3020", run.free[13])
    for _ in range(40):
        run.kernel("gemm", 10_000, stream=13)
    run.write(path)
write("first.sqlite", False)
write("later.sqlite", True)
write("first.json", False)
END
gpuflame findings -q first.sqlite
gpuflame findings -q first.json | tail -n +2 | cmp - <(gpuflame findings -q first.sqlite | tail -n +2)
gpuflame findings -q later.sqlite
gpuflame findings -q first.sqlite later.sqlite >whole
for file in first later; do gpuflame stats -q --partial $file.sqlite -o $file.part; done
gpuflame findings -q first.part later.part | cmp - whole
gpuflame findings -q -f json first.sqlite | python3 "$TESTS/tools/check_schema.py" "$TESTS/../docs/gpuflame.schema.json"

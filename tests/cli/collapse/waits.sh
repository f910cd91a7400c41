# Collectives of several ranks: who waited for whom, and how long the transfer took.

# The same as an own reading of the files finds, and no other sum changes.
same() { # WORD...: of a cluster
  rm -rf run
  python3 "$TESTS/tools/cluster.py" run "$@"
  python3 "$TESTS/tools/waits.py" run >known
  gpuflame collapse run >split.folded
  gpuflame collapse --no-split-waits run >whole.folded
  echo "--- $*"
  # ranks that cause less than 1 % are not named
  awk '/\[waits for/ { sub(/.*\[waits for /, ""); sub(/\]/, ""); sum[$0 ~ /^rank/ ? $1 " " $2 : "other"] += $NF; waits += $NF }
    /\[transfer\]/ { transfer += $NF }
    END { for (who in sum) if (who != "other") print who, sum[who]; print "transfer " transfer ", all " transfer + waits }' split.folded |
    sort >found
  sort known | grep -Fxv -f - found
  grep -c '^rank' found
  sed 's/;\[[tw][^;]*\]\( [0-9]*\)$/\1/' split.folded | awk '{ value = $NF; $NF = ""; sum[$0] += value } END { for (stack in sum) print stack sum[stack] }' |
    sort | cmp - <(sort whole.folded) && echo "same sums"
  gpuflame collapse --value exposed run | cmp - split.folded && echo "all exposed"
  gpuflame collapse --jobs 8 run | cmp - split.folded
}
collective-waits() {
  same 8 gpu:5:1.2
  same 16 tp=4 data:6:3000:3 gpu:2:1.1 seed=7
  same 64 attention:n3:1.5:6 steps=4 seed=3
}
check collective-waits 0 <<'STDOUT'
--- 8 gpu:5:1.2
1
same sums
all exposed
--- 16 tp=4 data:6:3000:3 gpu:2:1.1 seed=7
5
same sums
all exposed
--- 64 attention:n3:1.5:6 steps=4 seed=3
3
same sums
all exposed
STDOUT

# Traces of PyTorch are split as reports of the same run are; one that lacks leaves its group whole.
torch-waits() {
  python3 "$TESTS/tools/cluster.py" run 8 tp=4 gpu:5:1.2 data:2:2000:3 torch=yes
  waits() { sed -n 's/.*;\([^;]*;\[[tw].*\)/\1/p' | sort; }
  cmp <(gpuflame collapse run/*.json | waits) <(gpuflame collapse run/*.sqlite | waits) && echo "as reports"
  gpuflame collapse --no-split-waits run/*.json | cmp - <(gpuflame collapse run/*.json |
    sed 's/;\[[tw][^;]*\]\( [0-9]*\)$/\1/' | awk '{ value = $NF; $NF = ""; sum[$0] += value } END { for (stack in sum) print stack sum[stack] }' | LC_ALL=C sort) &&
    echo "same sums"
  gpuflame collapse --torch-frames annotations run/*.json 2>&1 | grep -c '\[transfer\]'
  rm run/rank1.json
  gpuflame collapse run/*.json 2>&1 | waits | cut -d ' ' -f 2- | sort -u
}
check torch-waits 0 <<'STDOUT'
as reports
same sums
0
24009396
2409936
for other ranks] 425298
for rank 0] 12537030
for rank 2] 12538637
for rank 3] 12549436
for rank 4] 463581
for rank 5] 6328339
for rank 6] 484723
STDOUT

# A send and its receive end at once, where there is no third rank: rank 1 receives 150 us before rank 0
# sends, and later sends 40 us after rank 0 was ready. An all-to-all ends for all at once. Of more ranks, names say it.
pair-waits() {
  local size
  for size in 2 4 5 3; do
    python3 - $size <<'END'
import json, sys
size = int(sys.argv[1])
for rank in range(3 if size == 3 else 2):
    events, time = [], 0
    for kernel, us, wait in (("gemm", (200, 50, 170)[rank], 0), ("ncclDevKernel_SendRecv(args)", 30, (0, 150, 30)[rank]),
                             ("gemm", (60, 100, 90)[rank], 0), ("ncclDevKernel_SendRecv(args)", 20, (40, 0, 10)[rank])):
        number = len(events)
        def add(name, category, start, us, **args):
            events.append({"ph": "X", "cat": category, "name": name, "pid": 1, "tid": 1, "ts": start, "dur": us, "args": args})
        if kernel != "gemm" and size in (3, 5):
            add("nccl:all_to_all" if size == 3 else ("nccl:send 0->1", "nccl:recv 1<-0", "nccl:recv 0<-1", "nccl:send 1->0")[(number > 2) * 2 + rank],
                "user_annotation", number * 10, 9)
        if kernel != "gemm":
            add("record_param_comms", "cpu_op", number * 10, 9, **{"Group size": size, "Process Group Name": "3",
                "Process Group Ranks": str(list(range(size)))})
        add("cudaLaunchKernel", "cuda_runtime", number * 10 + 1, 2, correlation=number)
        add(kernel, "kernel", time, us + wait, correlation=number, device=rank, stream=7)
        time += us + wait
    json.dump({"distributedInfo": {"rank": rank, "world_size": 3 if size == 3 else 2}, "traceEvents": events}, open(f"rank{rank}.json", "w"))
END
    gpuflame collapse --by rank rank*.json 2>&1 | sed 's/record_param_comms;//; /;gemm/d'
  done
}
check pair-waits 0 <<'STDOUT'
rank 0;ncclDevKernel_SendRecv(args);[transfer] 50000
rank 0;ncclDevKernel_SendRecv(args);[waits for rank 1] 40000
rank 1;ncclDevKernel_SendRecv(args);[transfer] 50000
rank 1;ncclDevKernel_SendRecv(args);[waits for rank 0] 150000
gpuflame: warning: sends and receives of more than two ranks are not split into waits and transfer: the report does not say who sent to whom
rank 0;ncclDevKernel_SendRecv(args) 90000
rank 1;ncclDevKernel_SendRecv(args) 200000
rank 0;nccl:recv 0<-1;ncclDevKernel_SendRecv(args);[transfer] 20000
rank 0;nccl:recv 0<-1;ncclDevKernel_SendRecv(args);[waits for rank 1] 40000
rank 0;nccl:send 0->1;ncclDevKernel_SendRecv(args);[transfer] 30000
rank 1;nccl:recv 1<-0;ncclDevKernel_SendRecv(args);[transfer] 30000
rank 1;nccl:recv 1<-0;ncclDevKernel_SendRecv(args);[waits for rank 0] 150000
rank 1;nccl:send 1->0;ncclDevKernel_SendRecv(args);[transfer] 20000
rank 0;nccl:all_to_all;ncclDevKernel_SendRecv(args);[transfer] 50000
rank 0;nccl:all_to_all;ncclDevKernel_SendRecv(args);[waits for rank 1] 40000
rank 1;nccl:all_to_all;ncclDevKernel_SendRecv(args);[transfer] 50000
rank 1;nccl:all_to_all;ncclDevKernel_SendRecv(args);[waits for rank 0] 150000
rank 2;nccl:all_to_all;ncclDevKernel_SendRecv(args);[transfer] 50000
rank 2;nccl:all_to_all;ncclDevKernel_SendRecv(args);[waits for rank 0] 30000
rank 2;nccl:all_to_all;ncclDevKernel_SendRecv(args);[waits for rank 1] 10000
STDOUT

# NCCL says to whom a rank sends by its rank in the communicator, which that of ncclCommInitRank tells: against
# the difference of both kernels. Each send makes the next one wait; without the ranks, nobody knows.
send-waits() {
  python3 "$TESTS/tools/cluster.py" run 4 sizes=yes sends=yes steps=3
  python3 - <<'END'
import sqlite3
kernels = [sqlite3.connect(f"run/rank{rank}.sqlite").execute("SELECT end - start FROM CUPTI_ACTIVITY_KIND_KERNEL JOIN StringIds"
    " ON id = demangledName WHERE value LIKE '%SendRecv%' ORDER BY start").fetchall() for rank in range(4)]
def of(rank, way, step):  # receives from the rank before, and sends to the next
    return kernels[rank][step * (2 if 0 < rank < 3 else 1) + (way if 0 < rank < 3 else 0)][0]
for rank in range(3):
    print(rank + 1, sum(max(0, of(rank + 1, 0, step) - of(rank, 1, step)) for step in range(3)))
END
  for rank in 1 2 3; do gpuflame collapse -q --by rank run | sed -n "s/^rank $rank;.*ncclRecv;.*waits for rank $((rank - 1))\] /$rank /p"; done
  python3 "$TESTS/tools/cluster.py" other 4 sends=yes steps=3
  gpuflame collapse other 2>&1 | grep -c 'Recv;.*waits\|who sent to whom'
}
check send-waits 0 <<'STDOUT'
1 12
2 150141
3 300437
1 12
2 150141
3 300437
1
STDOUT

# Groups that lack a rank are not split, and which steps are not of all ranks.
incomplete-collectives() {
  python3 "$TESTS/tools/cluster.py" run 8 tp=4 gpu:5:1.2 sizes=yes cut:1:1:0:4
  show() { gpuflame collapse "$@" 2>&1 >out | sed 's/^gpuflame: //'; grep -c '\[waits for rank 5\]' out; sed -n 's/.*forward;.*\(\[.*\) [0-9]*$/\1/p' out | sort -u; }
  echo "--- rank 1 lacks steps"
  show run
  rm run/rank1.sqlite
  echo "--- rank 1 is missing"
  show run
  echo "--- sizes are not known"
  rm -rf run
  python3 "$TESTS/tools/cluster.py" run 8 tp=4 gpu:5:1.2
  rm run/rank1.sqlite
  show run
  echo "--- communicators are not known"
  rm -rf run
  python3 "$TESTS/tools/cluster.py" run 4 ids=no
  show run
}
check incomplete-collectives 0 <<'STDOUT'
--- rank 1 lacks steps
warning: 35 of 225 kernels of collectives are not split into waits and transfer: not all of their ranks were found in the files
2
[transfer]
[waits for other ranks]
[waits for rank 1]
[waits for rank 5]
--- rank 1 is missing
warning: 70 of 210 kernels of collectives are not split into waits and transfer: not all of their ranks were found in the files
1
[transfer]
[waits for rank 5]
--- sizes are not known
warning: 210 of 210 kernels of collectives are not split into waits and transfer: not all of their ranks were found in the files
0
--- communicators are not known
warning: 40 of 40 kernels of collectives are not split into waits and transfer: the report does not say which ranks they connect (newer NCCL and PyTorch do)
0
STDOUT

# All reports of one file, which two threads make: the text of each alone, in the order of the list,
# also where one report has to hold megabytes until it is its turn.
python3 - <<'END'
import sqlite3
db = sqlite3.connect("many.sqlite")
db.executescript("""
CREATE TABLE StringIds (id INTEGER PRIMARY KEY, value);
CREATE TABLE NVTX_EVENTS (start, end, eventType, text, globalTid);
CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME (start, end, globalTid, correlationId, nameId);
CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL (start, end, deviceId, contextId, streamId, correlationId, globalPid,
  demangledName, gridX);
""")
count, tid, pid = 30000, (5 << 24) + 1, 5 << 24
db.execute("INSERT INTO StringIds VALUES (1, ?), (2, 'cudaLaunchKernel_v7000'), (3, 'ncclAllReduce')", ("gemm" * 40,))
db.executemany("INSERT INTO NVTX_EVENTS VALUES (?, ?, 59, ?, ?)",
               ((1000 * i, 1000 * i + 990, f"step {i}", tid) for i in range(count // 10)))
db.executemany("INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES (?, ?, ?, ?, 2)",
               ((100 * i, 100 * i + 5, tid, i + 1) for i in range(count)))
db.executemany("INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES (?, ?, 0, 1, 7, ?, ?, ?, ?)",
               ((100 * i + 10, 100 * i + 20 + i % 7, i + 1, pid, 1 + 2 * (i % 100 == 0), i % 9) for i in range(count)))
db.commit()
END
names=$(gpuflame stats --list | grep -oE '^[a-z_]+')
gpuflame stats -q -r all --format csv many.sqlite >all.csv
mkdir folder
gpuflame stats -q -r all --format csv -o folder/ many.sqlite
first=
for name in $names; do
  gpuflame stats -q -r "$name" --format csv many.sqlite >"$name.csv" 2>/dev/null || continue
  cmp "$name.csv" "folder/$name.csv"
  printf '%s' "$first"
  cat "$name.csv"
  first=$'\n'
done >joined.csv
cmp joined.csv all.csv && echo "$(ls folder | wc -l) tables, $(wc -l <all.csv) lines"
echo '--- tables for people, and JSON'
gpuflame stats -q -r all many.sqlite >all.txt
gpuflame stats -q -r all --format json many.sqlite >all.json
for name in $names; do
  [ -e "folder/$name.csv" ] || continue
  gpuflame stats -q -r "$name" many.sqlite >"$name.txt"
  gpuflame stats -q -r "$name" --format json many.sqlite >"$name.json"
done
first=
for name in $names; do
  [ ! -e "$name.txt" ] || { printf '%s' "$first" && cat "$name.txt"; first=$'\n'; }
done | cmp - all.txt
python3 - $names <<'END'
import json, os, sys
alone = [json.load(open(name + ".json"))["reports"][0] for name in sys.argv[1:] if os.path.exists(name + ".json")]
print(json.load(open("all.json"))["reports"] == alone)
END
echo '--- those that share what they gathered, with others between them'
gpuflame stats -q -r rank_step_map,cuda_gpu_kern_sum,rank_sum,nvtx_sum,rank_range_sum --format csv many.sqlite |
  cmp - <(for name in rank_step_map cuda_gpu_kern_sum rank_sum nvtx_sum rank_range_sum; do
    [ "$name" = rank_step_map ] || echo
    cat "$name.csv"
  done)

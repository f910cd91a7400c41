# Partial results: in any grouping and order they give what one process gives that reads all
# files, cell by cell, medians, quartiles and deviations too; so do partial results of partial
# results, together with files, and of captures of sums.
partial-results() {
  sql() { # FILE STATEMENT: what it gives, a line each, and what it changes
    python3 -c 'import sqlite3, sys; db = sqlite3.connect(sys.argv[1])
for row in db.executescript(sys.argv[2]) if ";" in sys.argv[2] else db.execute(sys.argv[2]): print(*row)
db.commit()' "$@"
  }
  gpuflame stats --partial "$FIXTURES/stats_small.sqlite" -q -o of.part
  reports=$(sql of.part "SELECT name FROM report" | paste -s -d ,)
  rm of.part
  echo "$reports" | tr , '\n'
  files=()
  for name in stats_small ranks stats_steps adopt graph_capture stats_nccl_binary stats_sums host_calls nsys/pages; do
    [ -e "$FIXTURES/$name.sqlite" ] || continue
    cp "$FIXTURES/$name.sqlite" .
    files+=("${name#nsys/}.sqlite")
  done
  echo "${#files[@]} files"
  asked=$reports
  # each file by itself, and backwards; groups of files, and partial results of those
  parts=()
  for file in "${files[@]}"; do
    gpuflame stats -q --partial -r "$asked" "$file" -o "$file.part" && parts=("$file.part" "${parts[@]}")
  done
  gpuflame stats -q --partial -r "$asked" "${files[@]:2:3}" -o a
  gpuflame stats -q --partial -r "$asked" "${files[0]}" "${files[@]:5}" -o b
  gpuflame stats -q --partial -r "$asked" b a -o c
  for report in ${asked//,/ }; do
    gpuflame stats -q -f csv -r "$report" "${files[@]}" >whole.csv 2>err || { cat err; continue; }
    gpuflame stats -q -f csv -r "$report" "${parts[@]}" | cmp - whole.csv
    gpuflame stats -q -f csv -r "$report" ./*.part | cmp - whole.csv
    gpuflame stats -q -f csv -r "$report" c "${files[1]}" | cmp - whole.csv
    # of this report alone, and of several files, too
    gpuflame stats -q --partial -r "$report" "${files[@]}" -o d
    gpuflame stats -q -f csv -r "$report" d | cmp - whole.csv
  done
  rm ./*.part a b c d
  tell "without --report: all of them" gpuflame stats -q --partial "${files[@]:0:2}" -o a
  gpuflame stats -q --partial "${files[@]:2}" -o b
  gpuflame stats -q -f csv -r all a b >parts.csv
  gpuflame stats -q -f csv -r "$reports" "${files[@]}" | cmp - parts.csv
  tell "what is refused" gpuflame stats --partial -r cuda_gpu_trace "${files[0]}"
  gpuflame stats --partial -f csv "${files[0]}"
  gpuflame stats -q --partial -r nvtx_sum "${files[0]}" -o nvtx.part
  gpuflame stats -r cuda_gpu_kern_sum a nvtx.part
  gpuflame stats -r nvtx_sum nvtx.part --preset none
  gpuflame stats --partial -r nvtx_kern_sum "${files[0]}"
  gpuflame stats nvtx.part
  gpuflame findings nvtx.part
  # rows of one file only: never a part of what was asked
  gpuflame stats -q -r cuda_gpu_trace nvtx.part "${files[0]}"
  # neither of two files has all that a report needs
  for table in NVTX_EVENTS CUPTI_ACTIVITY_KIND_KERNEL; do
    cp "${files[0]}" "no_$table.sqlite"
    sql "no_$table.sqlite" "DELETE FROM $table;"
    gpuflame stats -q --partial -r layer_kernel_sum,cuda_gpu_kern_sum "no_$table.sqlite" -o "$table.part"
  done
  gpuflame stats -q -r layer_kernel_sum no_*.sqlite
  gpuflame stats -q -r layer_kernel_sum NVTX_EVENTS.part CUPTI_ACTIVITY_KIND_KERNEL.part
  gpuflame stats -q -f csv -r cuda_gpu_kern_sum no_*.sqlite >both.csv
  gpuflame stats -q -f csv -r cuda_gpu_kern_sum NVTX_EVENTS.part CUPTI_ACTIVITY_KIND_KERNEL.part | cmp - both.csv
  bad() { # STATEMENT
    cp nvtx.part bad.part
    sql bad.part "$1;"
    gpuflame stats -r nvtx_sum bad.part
  }
  rows() { # FORMAT: rows of other bytes
    echo "UPDATE nvtx_sum SET rows = x'$(python3 -c 'import sys, zlib; print(zlib.compress(sys.argv[1].encode().decode("unicode_escape").encode()).hex())' "$1")'"
  }
  bad 'PRAGMA user_version = 2'
  bad 'DROP TABLE name'
  bad 'DROP TABLE files'
  bad 'ALTER TABLE files DROP COLUMN ranges_unnamed'
  bad 'DROP TABLE nvtx_sum'
  bad 'CREATE TABLE t AS SELECT * FROM nvtx_sum; DROP TABLE nvtx_sum; CREATE VIEW nvtx_sum AS SELECT * FROM t'
  bad 'ALTER TABLE nvtx_sum RENAME COLUMN rows TO others'
  bad 'UPDATE nvtx_sum SET rows = NULL'
  bad 'UPDATE nvtx_sum SET rows = substr(rows, 1, 20)'
  bad "$(rows '99\n0\n5\n1\n')"
  bad "$(rows '-1\n0\n5\n1\n')"
  bad "$(rows '\n0\n5\n')"
  bad "$(rows '\n0\n5\n1')"
  bad "$(rows '\n0\n5x\n1\n')"
  bad "$(rows "\\n0\\n5\\n'99\\n1\\n")"
  bad 'DELETE FROM name'
  bad 'UPDATE files SET ranges_unnamed = -1'
  bad 'UPDATE report SET name = 1'
  echo '--- of a reduce that goes on, a part that is cut off is named and left out'
  head -c 20000 a >cut.part
  gpuflame stats --keep-going -q -f csv -r cuda_gpu_kern_sum cut.part b 2>&1 >left.csv | sed 's/of [0-9]* bytes/of its bytes/'
  gpuflame stats -q -f csv -r cuda_gpu_kern_sum b | cmp - left.csv
}
check partial-results 0 <<'STDOUT' 3<<'STDERR'
cuda_gpu_kern_sum
cuda_gpu_kern_gb_sum
cuda_gpu_mem_time_sum
cuda_gpu_mem_size_sum
cuda_gpu_sum
cuda_api_sum
cuda_api_gpu_sum
cuda_kern_exec_sum
nvtx_sum
nvtx_pushpop_sum
nvtx_startend_sum
layer_kernel_sum
nvtx_gpu_proj_sum
critical_path_sum
nccl_sum
nccl_gpu_proj_sum
nccl_size_sum
mpi_sum
ucx_sum
openacc_sum
openmp_sum
osrt_sum
um_sum
um_total_sum
um_cpu_page_faults_sum
rank_cost
rank_sum
rank_range_sum
rank_range_map
rank_step_map
9 files
--- without --report: all of them
--- what is refused: status 2: gpuflame: cuda_gpu_trace cannot be merged from partial results: read all files at once, without --partial
--- of a reduce that goes on, a part that is cut off is named and left out
gpuflame: skipped: cannot read 'cut.part': it is cut off, 20000 of its bytes; copy or export it again
STDOUT
gpuflame: --partial cannot be combined with --per-rank or a format (--format, or the output's name); give these when partial results are read
gpuflame: cannot read 'nvtx.part': a partial result that was made without cuda_gpu_kern_sum
gpuflame: 'nvtx.part' is a partial result, of which nothing can be selected or renamed; give these options to --partial
gpuflame: nvtx_kern_sum cannot be merged from partial results: read all files at once, without --partial
gpuflame: 'nvtx.part' is a partial result, which has reports alone: stats --report all 'nvtx.part' [2 times]
gpuflame: 'nvtx.part' has no data for cuda_gpu_trace: no such data in partial results; read all files at once
gpuflame: 'no_CUPTI_ACTIVITY_KIND_KERNEL.sqlite' has no data for layer_kernel_sum: no kernels
gpuflame: 'NVTX_EVENTS.part' has no data for layer_kernel_sum: no NVTX ranges
gpuflame: cannot read 'bad.part': a partial result of another version of gpuflame
gpuflame: cannot read 'bad.part': no table 'name'
gpuflame: cannot read 'bad.part': no table 'files'
gpuflame: cannot read 'bad.part': table files has no column ranges_unnamed: gpuflame does not know its version
gpuflame: cannot read 'bad.part': no table 'nvtx_sum'
gpuflame: cannot read 'bad.part': nvtx_sum is a view or a virtual table, which no export has
gpuflame: cannot read 'bad.part': table nvtx_sum has no column rows: gpuflame does not know its version
gpuflame: cannot read 'bad.part': table 'nvtx_sum': a row is damaged [9 times]
gpuflame: cannot read 'bad.part': a negative number
gpuflame: cannot read 'bad.part': a partial result that was made without nvtx_sum
STDERR

# All reports of one file: the text of each alone, in the order of the list.
reports-in-turn() {
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
count, tid, pid = 3000, (5 << 24) + 1, 5 << 24
db.execute("INSERT INTO StringIds VALUES (1, ?), (2, 'cudaLaunchKernel_v7000'), (3, 'ncclAllReduce')", ("gemm" * 40,))
db.executemany("INSERT INTO NVTX_EVENTS VALUES (?, ?, 59, ?, ?)",
               ((1000 * i, 1000 * i + 990, f"step {i}", tid) for i in range(count // 10)))
db.executemany("INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES (?, ?, ?, ?, 2)",
               ((100 * i, 100 * i + 5, tid, i + 1) for i in range(count)))
db.executemany("INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES (?, ?, 0, 1, 7, ?, ?, ?, ?)",
               ((100 * i + 10, 100 * i + 20 + i % 7, i + 1, pid, 1 + 2 * (i % 100 == 0), i % 9) for i in range(count)))
db.commit()
END
  names=$(gpuflame stats --list | grep -oE '^[a-z_]+' | grep -vx timeline)
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
}
check reports-in-turn 0 <<'STDOUT'
34 tables, 15538 lines
--- tables for people, and JSON
True
--- those that share what they gathered, with others between them
STDOUT

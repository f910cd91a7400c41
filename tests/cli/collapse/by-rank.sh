# The rank of each process of one report, by MPI or by NCCL.
cp "$FIXTURES/ranks.sqlite" report.sqlite
try() {
  echo "--- $1"
  shift
  gpuflame collapse -q --by rank,device "$@"
}
# sql STATEMENT...: change the report
sql() {
  python3 -c 'import sqlite3, sys
db = sqlite3.connect("report.sqlite")
db.executescript(sys.argv[1])' "$1"
}
try "MPI" report.sqlite
cp report.sqlite job_rank9.sqlite && try "what the file's name says is of no process then" job_rank9.sqlite
try "a pattern is of all" --rank-pattern 'job_rank%r.*' job_rank9.sqlite
try "cpu-time" --value cpu-time --by process,rank report.sqlite
sql 'DELETE FROM MPI_RANKS WHERE rank <> 1'
try "one rank alone is that of the file" report.sqlite
sql "UPDATE MPI_RANKS SET rank = 'one'"
try "no number" job_rank9.sqlite report.sqlite
sql 'DROP TABLE MPI_RANKS'
try "none" report.sqlite
echo "--- processes that call MPI, without ranks" && cp report.sqlite callers.sqlite
python3 -c 'import sqlite3
db = sqlite3.connect("callers.sqlite")
db.execute("CREATE TABLE IF NOT EXISTS MPI_OTHER_EVENTS (start, end, globalTid, textId)")
db.executemany("INSERT INTO MPI_OTHER_EVENTS VALUES (1, 2, ?, 1)", db.execute("SELECT DISTINCT globalTid FROM CUPTI_ACTIVITY_KIND_RUNTIME").fetchall())
db.commit()'
gpuflame collapse -q --by rank callers.sqlite | cut -d';' -f1 | uniq
gpuflame stats -q -f csv -r rank_sum callers.sqlite | cut -d, -f1
init() {
  echo "INSERT INTO NVTX_EVENTS VALUES (1, 2, 59, 'ncclCommInitRankConfig', $1, NULL, $2);"
}
sql "$(init 1677721700 "'{\"Rank\":3,\"No. of ranks\":4}', NULL")
$(init 1677721700 "'{\"Rank\":0,\"No. of ranks\":2}', NULL")
$(init 1694498917 "NULL, 2")
$(init 1711276134 "'{\"Peer rank\":7,\"No. of ranks\":4}', NULL")"
try "NCCL: the largest communicator of each" report.sqlite
cp report.sqlite nccl.sqlite
sql "$(init 1711276134 "'{\"Rank\":2,\"No. of ranks\":4}', NULL")"
try "NCCL: one rank twice, so of parts" report.sqlite
cp nccl.sqlite report.sqlite
sql "$(init 1711276134 "'{\"Rank\":1,\"No. of ranks\":2}', NULL")"
try "NCCL: of several sizes, so of parts" report.sqlite
cp "$FIXTURES/ranks.sqlite" report.sqlite
for how in mean max min spread; do
  echo "--- $how over the ranks in one report" && gpuflame collapse -q --aggregate $how report.sqlite
done
echo "--- over those of two reports, one rank in both"
cp report.sqlite other.sqlite && printf 'step;gemm 1000\n' >rank1.folded
gpuflame collapse -q --aggregate max --by device report.sqlite other.sqlite
gpuflame collapse -q --aggregate max report.sqlite rank1.folded

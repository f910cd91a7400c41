# The reports that nsys's recipes have and its `stats` lacks, of the small trace.
cp "$FIXTURES/stats_small.sqlite" small.sqlite
cp small.sqlite other.sqlite
gpuflame stats -f csv --min-gap 0.0001 --chunks 5 small.sqlite -r \
  gpu_gaps,gpu_time_util,cuda_api_sync,cuda_memcpy_sync,cuda_memcpy_async,cuda_memset_sync
gpuflame stats -f csv small.sqlite -r \
  nccl_sum,nccl_gpu_proj_sum,nccl_gpu_overlap_trace,nccl_size_sum,mpi_sum,step_sum
gpuflame stats -f csv small.sqlite -r nvtx_pace,cuda_gpu_kern_pace
gpuflame stats -f csv small.sqlite -r nvtx_pace,cuda_gpu_kern_pace:base --pace gemm
gpuflame stats -f csv small.sqlite -r nvtx_pace --pace forward
gpuflame stats -f csv small.sqlite -r gpu_gaps
gpuflame stats -f csv small.sqlite other.sqlite -r rank_sum,nccl_sum
mkdir rank0 rank1 && cp small.sqlite rank0/r.sqlite && cp small.sqlite rank1/r.sqlite
gpuflame stats -f csv -r rank_sum rank0/r.sqlite small.sqlite rank1/r.sqlite | cut -d, -f1
for columns in 80 120; do
  COLUMNS=$columns gpuflame stats small.sqlite -r step_sum,rank_sum,nccl_size_sum
done
gpuflame stats --chunks 0 -r gpu_time_util small.sqlite
gpuflame stats --min-gap -1 -r gpu_gaps small.sqlite
gpuflame stats --list | grep -c '^[a-z]'
COLUMNS=80 gpuflame stats --list >list
awk 'length > 80 { print "too long: " $0 }' list
sed -n '/^rank_sum/,/^[a-z]/p' list
COLUMNS=80 gpuflame stats --list | tr -d '\n ' | cmp - <(gpuflame stats --list | tr -d '\n ')
echo '--- a straggler takes over 5 % longer, and not 5 %'
python3 - <<'END'
import shutil, sqlite3
for rank, ns in enumerate((100, 100, 100, 105, 106)):
    shutil.copy("small.sqlite", f"{rank}.sqlite")
    db = sqlite3.connect(f"{rank}.sqlite")
    db.execute("DELETE FROM CUPTI_ACTIVITY_KIND_KERNEL WHERE rowid > 1")
    db.execute("UPDATE CUPTI_ACTIVITY_KIND_KERNEL SET end = start + ?", (ns,))
    db.commit()
END
gpuflame stats -q -f csv -r rank_sum [0-4].sqlite | cut -d, -f1,8,9,18
echo '--- rows of one file each say which, where there are several'
python3 - <<'END'
import sqlite3
db = sqlite3.connect("other.sqlite")
db.execute("UPDATE CUPTI_ACTIVITY_KIND_KERNEL SET end = end + 7000000 WHERE rowid = 1")
db.commit()
END
gpuflame stats -q -f csv --min-gap 0.0001 -r gpu_gaps,cuda_api_sync,cuda_memcpy_async,step_sum,gpu_time_util --chunks 1 \
  other.sqlite small.sqlite
COLUMNS=80 gpuflame stats -q -r step_sum other.sqlite small.sqlite
gpuflame stats -q -f json -r step_sum --per-rank other.sqlite small.sqlite | grep -c File
echo '--- the pace is that of one kernel in all of them'
for files in small.sqlite other.sqlite 'small.sqlite other.sqlite'; do
  # shellcheck disable=SC2086 # words
  gpuflame stats -q -f tsv -r cuda_gpu_kern_pace:base $files | cut -f1,7- | uniq -c
done

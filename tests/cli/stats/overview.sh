# Without a report: one screen; as wide as it may be; with block characters or without.
cp "$FIXTURES"/{stats_small,demo}.sqlite .
gpuflame stats stats_small.sqlite
COLUMNS=60 LC_ALL=C gpuflame stats stats_small.sqlite demo.sqlite >screen
awk 'length > 60 { print "too long: " $0 }' screen
cat screen
gpuflame stats --per-rank stats_small.sqlite demo.sqlite | grep -c "Top kernels"
gpuflame stats --per-rank -o screens stats_small.sqlite demo.sqlite
grep -c "Top kernels" screens
gpuflame stats --per-rank -o demo.sqlite stats_small.sqlite demo.sqlite
cmp demo.sqlite "$FIXTURES/demo.sqlite"
echo '--- ranges alone say nothing of a GPU'
cp stats_small.sqlite ranges.sqlite
python3 - <<'END'
import sqlite3
db = sqlite3.connect("ranges.sqlite")
for table in "KERNEL", "MEMCPY", "MEMSET":
    db.execute("DROP TABLE CUPTI_ACTIVITY_KIND_" + table)
db.commit()
END
gpuflame stats ranges.sqlite
echo '--- names that begin alike are cut so that they differ'
cat >alike.json <<'END'
{"traceEvents": [
 {"ph": "X", "cat": "kernel", "name": "sm80_xmma_gemm_f16f16_f16f32_f32_tn_n_tilesize128x128x32_stage4_warpsize2x2x1_kernel", "pid": 0, "tid": 7, "ts": 10, "dur": 4, "args": {"device": 0, "stream": 7, "correlation": 1}},
 {"ph": "X", "cat": "kernel", "name": "sm80_xmma_gemm_f16f16_f16f32_f32_tn_n_tilesize128x64x64_stage5_warpsize2x2x1_kernel", "pid": 0, "tid": 7, "ts": 20, "dur": 3, "args": {"device": 0, "stream": 7, "correlation": 2}}
]}
END
COLUMNS=80 gpuflame stats alike.json
echo '--- the first findings, as gpuflame findings has them; none where part of the work is left out'
for options in '' '--steps 1' '--stream 7' '--range forward' '--only gemm' '--filter-out nothing'; do
  # shellcheck disable=SC2086 # words
  gpuflame stats $options stats_small.sqlite | grep -c '^  [123]\. '
done
gpuflame findings stats_small.sqlite | grep -A1 '^[1-3]\.'

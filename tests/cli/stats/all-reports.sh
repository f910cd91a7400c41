# Every report of the small trace, whose numbers can be worked out by hand.
# empty_bars: the bars of a histogram that count nothing, counted
empty_bars() { awk '/^[0-9]+[.]0,[0-9]+[.]0,0,/ { empty++; next } { print } END { print empty + 0 " empty bars" }'; }
gpuflame stats --report all --chunks 6 --format csv "$FIXTURES/stats_small.sqlite" | empty_bars
echo "-- parts of the time, where --chunks says nothing"
gpuflame stats --report gpu_time_util,nccl_gpu_time_util_map --format csv "$FIXTURES/stats_small.sqlite" |
  grep -c ',100,0$'
echo "-- names of kernels"
gpuflame stats --report cuda_gpu_kern_sum:base,nvtxkernsum:mangled --format csv \
  "$FIXTURES/stats_small.sqlite"
echo "-- ranges that launched copies alone, beside reports of copies"
cp "$FIXTURES/stats_small.sqlite" copies.sqlite
python3 - <<'END'
import sqlite3
db = sqlite3.connect("copies.sqlite")
db.execute("UPDATE CUPTI_ACTIVITY_KIND_KERNEL SET correlationId = 999")
for i in range(200):
    db.execute("INSERT INTO NVTX_EVENTS SELECT start, end, eventType, 'copy ' || ?, textId, globalTid,"
        " endGlobalTid, domainId, jsonTextId FROM NVTX_EVENTS WHERE text = 'step 0'", (i,))
db.commit()
END
gpuflame stats -q -r nvtx_kern_sum,cuda_gpu_mem_time_sum -f csv copies.sqlite

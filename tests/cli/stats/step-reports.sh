# Steps and their phases. Walls are 1000, 1010, 1020, 1030, 1040 and 2000 ns: quartiles 1012.5
# and 1037.5, so that 1037.5 + 1.5 * 25 = 1075 is where outliers begin; of backward 575. What is
# forward takes 500 ns each time, and is no outlier.
gpuflame stats -f csv -r step_sum "$FIXTURES/stats_steps.sqlite"
gpuflame stats -f csv -r step_phase_sum "$FIXTURES/stats_steps.sqlite" | sed -n '1,3p;12,13p'
# Two GPUs, of which one waits for the third step: times are means of both. GPU 0 is idle for
# 300 ns before nccl, which runs for 300 ns, 100 of them beside gemm, and for 1160 ns until step
# 2; GPU 1 for all 1960 ns. Step 2: 20 ns before gemm, 400 before a kernel of no range, 1300
# behind it; GPU 1 for all 2040. Step 3: GPU 0 for all 300 ns.
gpuflame stats -f csv -r step_phase_sum "$FIXTURES/steps.sqlite"
# Rows of a step add up to the step.
for report in step_sum step_phase_sum; do
  gpuflame stats -q -f csv -r $report "$FIXTURES/demo.sqlite" |
    awk -F, 'NR > 1 { wall += $4; busy += $5; idle += $6; alone += $7 } END { print wall, busy, idle, alone }'
done
echo '--- a nanosecond of idle time, of no phase'
cp "$FIXTURES/stats_steps.sqlite" idle.sqlite
python3 - <<'END'
import sqlite3
db = sqlite3.connect("idle.sqlite")
db.execute("UPDATE CUPTI_ACTIVITY_KIND_KERNEL SET end = end - 1 WHERE start = 10500")
db.commit()
END
gpuflame stats -q -f csv -r step_phase_sum idle.sqlite | sed -n '2,5p'
echo '--- two processes: each has its own steps and phases'
cp "$FIXTURES/stats_steps.sqlite" two.sqlite
python3 - two.sqlite <<'END'
import sqlite3, sys
db = sqlite3.connect(sys.argv[1])
for table, column, unit in (("NVTX_EVENTS", "globalTid", 1), ("CUPTI_ACTIVITY_KIND_RUNTIME", "globalTid", 1),
                            ("CUPTI_ACTIVITY_KIND_KERNEL", "globalPid", 1)):
    columns = [row[1] for row in db.execute(f"PRAGMA table_info({table})")]
    values = ", ".join(f"{c} + (2 << 24)" if c == column else f"{c} + 3" if c in ("start", "end") else c
                       for c in columns)
    db.execute(f"INSERT INTO {table} SELECT {values} FROM {table}")
db.commit()
END
gpuflame stats -q -f csv -r step_phase_sum two.sqlite
echo '--- a device of which nothing is selected'
gpuflame stats -q -f csv -r step_phase_sum --device 0 "$FIXTURES/steps.sqlite"

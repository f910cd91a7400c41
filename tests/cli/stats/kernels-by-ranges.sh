#!/usr/bin/env bash
# nvtx_kern_sum: each range with each kernel inside of it, however many these are.
set -u
# nested RANGES KERNELS START NAME FILE: each range in the one before, all last to the end
nested() {
  rm -f "$5"
  cat >report.sql <<SQL
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < $2)
INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL
SELECT 100000 + i * 100, 100000 + i * 101, 0, 1, 7, i, 281479271677952, 1, 1 FROM n;
INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME
SELECT start - 50, start - 40, 0, 281479271677953, correlationId, 1
FROM CUPTI_ACTIVITY_KIND_KERNEL;
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < $1)
INSERT INTO NVTX_EVENTS
SELECT $3, 100000000 - i, 59, $4, 281479271677953, NULL, NULL, 0, NULL FROM n;
SQL
  "${FIXTURES%/fixtures}/mkdb" "$5" "$TESTS/tools/export_tables.sql" report.sql
}

echo "# 3000 ranges around 3000, 2999, ... kernels: more than is in memory at once"
nested 3000 3000 "i * 100 + 99940" "printf('range %04d', i)" many.sqlite
gpuflame stats -q -f csv -r nvtx_kern_sum many.sqlite >rows
sed -n '1,3p;$p' rows
awk -F, 'NR > 1 { kernels += $6; ns += $7 } END { printf "%d %d %.0f\n", NR - 1, kernels, ns }' rows

echo "# ranges of one name, each in the next: a kernel counts once and its time often"
nested 3 2 i "'range'" few.sqlite
gpuflame stats -q -f csv -r nvtx_kern_sum few.sqlite

echo "# too many of these are refused"
nested 9000 9000 i "'range'" one_name.sqlite
gpuflame stats -q -f csv -r nvtx_kern_sum one_name.sqlite
echo "status $?"

echo "# and of many kinds, each in the next, by kind"
for count in 8000 9000; do
  nested $count $count i "char(97 + i % 26, 97 + i / 26 % 26, 97 + i / 676)" kinds.sqlite
  gpuflame stats -q -f csv -r range_kernel_sum kinds.sqlite | wc -l
  echo "status ${PIPESTATUS[0]}"
done

echo "# two files are pooled"
nested 1 2 i "'range'" one.sqlite
gpuflame stats -q -f csv -r nvtx_kern_sum few.sqlite one.sqlite one.sqlite

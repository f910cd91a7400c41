#!/usr/bin/env bash
# Ranges that overlap without nesting make as many stacks as operations times ranges: too many are
# refused, with a message that names a way out.
set -u
cat >report.sql <<SQL
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000)
INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL
SELECT 100000 + i * 100, 100000 + i * 100 + 60, 0, 1, 7, i, 281479271677952, 1, 1 FROM n;
INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME
SELECT start - 50, start - 40, 0, 281479271677953, correlationId, 1
FROM CUPTI_ACTIVITY_KIND_KERNEL;
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000)
INSERT INTO NVTX_EVENTS SELECT i, 100070 + i * 100, 60,
  printf('range %04d', i), 281479271677953, NULL, NULL, 0, NULL FROM n;
SQL
"${FIXTURES%/fixtures}/mkdb" report.sqlite "$TESTS/tools/export_tables.sql" report.sql
gpuflame collapse -q --strip-numbers none report.sqlite | wc -l
echo "status ${PIPESTATUS[0]}"
gpuflame collapse -q --drop-frame '^range' report.sqlite

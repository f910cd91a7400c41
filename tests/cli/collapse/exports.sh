# Versions, schemas and missing tables of exports: each finding is one warning, and no error.
# shellcheck disable=SC2069 # only the messages
export-age() {
  cp "$FIXTURES/graph_capture.sqlite" report.sqlite
  # version PRODUCT SCHEMA: set the versions that the export states
  version() {
    echo "--- nsys '$1', schema '$2'"
    python3 - "$@" <<'END'
import sqlite3, sys
db = sqlite3.connect("report.sqlite")
db.execute("DELETE FROM META_DATA_EXPORT")
for name, value in zip(("EXPORT_PRODUCT_VERSION", "EXPORT_SCHEMA_VERSION"), sys.argv[1:]):
    if value:
        db.execute("INSERT INTO META_DATA_EXPORT VALUES (?, ?)", (name, value))
db.commit()
END
  }
  try() {
    gpuflame collapse --only '^none' "$@" 2>&1 | grep -v "no stack is left"
  }
  echo "--- as new as can be, and as old"
  version 2026.2.0.1 3.28.0 && try report.sqlite
  version 2022.1.1.61 2.7.1 && try report.sqlite
  version 2026.3.1 3.28.0 && try report.sqlite
  version 2026.2.0.1 3.29 && try report.sqlite
  version '' '' && try report.sqlite
  echo "--- of many files, once; and none of it is odd"
  cp report.sqlite other.sqlite
  try report.sqlite other.sqlite "$FIXTURES/old2020.sqlite"
  gpuflame collapse --strict -q report.sqlite >/dev/null && echo "strict: fine"
  { gpuflame stats --report nvtx_sum report.sqlite >/dev/null; } 2>&1
  echo "--- quiet" && try -q report.sqlite
  true
}
check export-age 0 <<'STDOUT'
--- as new as can be, and as old
--- nsys '2026.2.0.1', schema '3.28.0'
--- nsys '2022.1.1.61', schema '2.7.1'
--- nsys '2026.3.1', schema '3.28.0'
gpuflame: warning: exported by a newer nsys than is known: data in new tables is missing
--- nsys '2026.2.0.1', schema '3.29'
gpuflame: warning: exported by a newer nsys than is known: data in new tables is missing
--- nsys '', schema ''
gpuflame: warning: exported by nsys before 2022, which does not report lost events or nodes of CUDA graphs; if the report still exists, export it again with a newer nsys: nsys export --type sqlite REPORT
--- of many files, once; and none of it is odd
gpuflame: warning: exported by nsys before 2022, which does not report lost events or nodes of CUDA graphs; if the report still exists, export it again with a newer nsys: nsys export --type sqlite REPORT (3 times)
strict: fine
gpuflame: warning: exported by nsys before 2022, which does not report lost events or nodes of CUDA graphs; if the report still exists, export it again with a newer nsys: nsys export --type sqlite REPORT
--- quiet
STDOUT

# The oldest exports: no process, no textId, no version.
oldest-exports() {
  cp "$FIXTURES/old2020.sqlite" .
  gpuflame collapse --summary old2020.sqlite
}
check oldest-exports 0 <<'STDOUT' 3<<'STDERR'
outer;inner;saxpy(int, float) 7
outer;saxpy(int, float) 1
STDOUT
old2020.sqlite: nsys export, before 2022
  kernels                       2        8 ns
  ranges                        2
  filtered out                  0
  written 8 ns + filtered 0 ns = 8 ns in the tables
gpuflame: warning: exported by nsys before 2022, which does not report lost events or nodes of CUDA graphs; if the report still exists, export it again with a newer nsys: nsys export --type sqlite REPORT
STDERR

# Ranges that overlap without nesting make as many stacks as operations times ranges: too many are
# refused, with a message that names a way out.
overlapping-ranges() {
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
}
check overlapping-ranges 0 <<'STDOUT' 3<<'STDERR'
0
status 1
kernel 180000
STDOUT
gpuflame: cannot fold 'report.sqlite': ranges that overlap without nesting make more than 2^22 stacks; leave them out with --drop-frame REGEX
STDERR

# A clock may be before its zero: a range that never ended lasts to the last time of all, which is
# not the 0 that is read for a missing one.
negative-times() {
  sql report.sqlite <<'END'
CREATE TABLE NVTX_EVENTS (start, end, eventType, text, globalTid);
INSERT INTO NVTX_EVENTS VALUES (-900, NULL, 59, 'open', 16777217), (-800, -700, 59, 'layer', 16777217);
CREATE TABLE META_DATA_EXPORT (name TEXT NOT NULL, value TEXT);
INSERT INTO META_DATA_EXPORT VALUES ('EXPORT_PRODUCT_VERSION', '2024.4.1'),
  ('EXPORT_SCHEMA_VERSION', '3.15.0');
END
  gpuflame collapse -q --value cpu-time report.sqlite
}
check negative-times 0 <<'STDOUT'
open 100
open;layer 100
STDOUT

# An export may give one correlation id to all: 200,000 calls and kernels are joined in time.
shared-ids() {
  cat >report.sql <<'EOF'
CREATE TABLE StringIds (id INTEGER PRIMARY KEY, value TEXT);
INSERT INTO StringIds VALUES (1, 'gemm');
CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL (start, "end", correlationId, globalPid, demangledName, shortName);
CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME (start, "end", globalTid, correlationId, nameId);
CREATE TABLE NVTX_EVENTS (start, "end", eventType, globalTid, text);
INSERT INTO NVTX_EVENTS VALUES (0, 100, 59, 281474993487873, 'first'), (200, 90000000, 59, 281474993487873, 'later');
WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 199999)
INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL SELECT 1000 + i * 10, 1007 + i * 10, i % 2, 281474993487872, 1, 1 FROM n;
WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 199999)
INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME SELECT 300 - i % 2 * 250 + i, 301 - i % 2 * 250 + i, 281474993487873, i % 2, 1 FROM n;
EOF
  "${FIXTURES%/fixtures}/mkdb" report.sqlite report.sql
  timeout 30 gpuflame collapse -q report.sqlite
}
check shared-ids 0 <<'STDOUT'
first;gemm 700000
later;gemm 700000
STDOUT

# Long names, deep stacks and large totals are kept whole.
large-sizes() {
  gpuflame collapse "$FIXTURES/two_huge_times.sqlite" 2>/dev/null
  gpuflame collapse "$FIXTURES/long_names.sqlite" | awk '{ print length($0) }'
  gpuflame collapse "$FIXTURES/deep.sqlite" | awk -F ';' '{ print NF, $NF }'
}
check large-sizes 0 <<'STDOUT'
[no launch record];kernel 18446744073709551614
2100003
100001 kernel 7
STDOUT

# An export may give one correlation id to all: 200,000 calls and kernels are joined in time.
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

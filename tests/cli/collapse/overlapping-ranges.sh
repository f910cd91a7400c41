#!/usr/bin/env bash
# Ranges that overlap without nesting make as many stacks as operations times ranges: too many are
# refused, with a message that names a way out.
set -u
cat >report.sql <<SQL
CREATE TABLE StringIds (id INTEGER NOT NULL PRIMARY KEY, value TEXT NOT NULL);
INSERT INTO StringIds VALUES (1, 'kernel');
CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL (start INTEGER NOT NULL, end INTEGER NOT NULL,
  deviceId INTEGER NOT NULL, contextId INTEGER NOT NULL, streamId INTEGER NOT NULL,
  correlationId INTEGER, globalPid INTEGER, demangledName INTEGER NOT NULL,
  shortName INTEGER NOT NULL);
CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME (start INTEGER NOT NULL, end INTEGER NOT NULL,
  eventClass INTEGER NOT NULL, globalTid INTEGER, correlationId INTEGER, nameId INTEGER NOT NULL);
CREATE TABLE NVTX_EVENTS (start INTEGER NOT NULL, end INTEGER, eventType INTEGER NOT NULL,
  text TEXT, globalTid INTEGER, endGlobalTid INTEGER, textId INTEGER, domainId INTEGER,
  rangeId INTEGER);
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
"${FIXTURES%/fixtures}/mkdb" report.sqlite report.sql
gpuflame collapse -q --strip-numbers none report.sqlite | wc -l
echo "status ${PIPESTATUS[0]}"
gpuflame collapse -q --drop-frame '^range' report.sqlite

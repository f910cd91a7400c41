-- As nsys 2020.3 exported: no version table, no mangledName, no callchainId, no
-- textId, no copies at all.
CREATE TABLE StringIds (id INTEGER NOT NULL PRIMARY KEY, value TEXT NOT NULL);
INSERT INTO StringIds VALUES (1, 'saxpy(int, float)'), (2, 'saxpy');
CREATE TABLE NVTX_EVENTS (start INTEGER NOT NULL, end INTEGER, eventType INTEGER NOT NULL,
  rangeId INTEGER, category INTEGER, color INTEGER, text TEXT, globalTid INTEGER, endGlobalTid INTEGER);
INSERT INTO NVTX_EVENTS VALUES (10, 100, 59, NULL, NULL, NULL, 'outer', 16777217, NULL),
  (20, 90, 70, NULL, NULL, NULL, 'inner', 16777217, NULL);
CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME (start INTEGER NOT NULL, end INTEGER NOT NULL,
  eventClass INTEGER NOT NULL, globalTid INTEGER, correlationId INTEGER, nameId INTEGER NOT NULL,
  returnValue INTEGER NOT NULL);
INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES (30, 40, 0, 16777217, 5, 1, 0), (95, 96, 0, 16777217, 6, 1, 0);
-- The oldest don't say of which process an operation is.
CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL (start INTEGER NOT NULL, end INTEGER NOT NULL,
  deviceId INTEGER NOT NULL, contextId INTEGER NOT NULL, streamId INTEGER NOT NULL,
  correlationId INTEGER, demangledName INTEGER NOT NULL, shortName INTEGER NOT NULL);
INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES (50, 57, 0, 1, 7, 5, 1, 2), (60, 61, 0, 1, 7, 6, 1, 2);

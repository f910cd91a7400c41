CREATE TABLE StringIds (id, value); INSERT INTO StringIds VALUES (1, x'ff3b00'), (2, 'k');
CREATE TABLE NVTX_EVENTS (start, "end", eventType, text, globalTid, textId, domainId, endGlobalTid);
INSERT INTO NVTX_EVENTS VALUES (1, 99, 59, 'Layer 7', 16777217, NULL, 3, NULL), (2, NULL, 60, NULL, 16777217, 1, 0, NULL), (0, NULL, 75, 'D', 16777217, NULL, 3, NULL), ('x', 5, 59, 7, 8, 9, 10, 11);
CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME (start, "end", globalTid, correlationId);
INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES (5, 6, 16777217, 1), (7, 8, 16777217, 4294967295);
CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL (start, "end", correlationId, globalPid, demangledName, shortName);
INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES (9, 10, 1, 16777216, 2, 2), (9, 20, 4294967295, 16777216, 1, 2), (20, 9, 1, 1, 1, 1);

-- What the capture 'now' has and 'old' has not, if both are of one recording: stacks keep their ids.
-- This file's pages have no checksums. Its extremes are those of all, within what its times allow.
BEGIN;
CREATE TABLE IF NOT EXISTS old.GPUFLAME_META(name, value);
CREATE TABLE IF NOT EXISTS old.GPUFLAME_VALUE(stackId, deviceId, ns, count, bytes);
CREATE TABLE IF NOT EXISTS old.GPUFLAME_LOSS(what, count, ns);
-- a recording of steps forgets what was before the first
CREATE TEMP TABLE same AS SELECT count(*) = 4 AS is_same FROM now.GPUFLAME_META AS it JOIN old.GPUFLAME_META AS had USING (name)
	WHERE (name IN ('start_ns', 'pid', 'host') AND it.value = had.value) OR (name = 'operations' AND it.value - had.value >= 0);
CREATE TABLE GPUFLAME_META AS SELECT it.name AS name, CASE WHEN it.name = 'format' THEN '1.0' WHEN NOT is_same THEN it.value
	WHEN it.name = 'start_ns' THEN (SELECT value FROM old.GPUFLAME_META WHERE name = 'end_ns')
	WHEN it.name IN ('operations', 'operations_ns', 'ranges', 'steps', 'cupti_ns') THEN it.value - ifnull(had.value, 0) ELSE it.value END AS value
	FROM now.GPUFLAME_META AS it CROSS JOIN same LEFT JOIN old.GPUFLAME_META AS had ON had.name = it.name;
CREATE TABLE GPUFLAME_STACK AS SELECT * FROM now.GPUFLAME_STACK ORDER BY id;
CREATE TABLE GPUFLAME_VALUE AS SELECT stackId, deviceId, ns, count, CASE count WHEN 1 THEN ns ELSE min(least, ns) END AS min, min(most, ns) AS max, bytes
	FROM (SELECT it.stackId, it.deviceId, it.ns - ifnull(had.ns, 0) AS ns, it.count - ifnull(had.count, 0) AS count,
			it.min AS least, it.max AS most, it.bytes - ifnull(had.bytes, 0) AS bytes
		FROM now.GPUFLAME_VALUE AS it CROSS JOIN same
			LEFT JOIN old.GPUFLAME_VALUE AS had ON is_same AND had.stackId = it.stackId AND had.deviceId = it.deviceId)
	WHERE count > 0;
CREATE TABLE GPUFLAME_LOSS AS SELECT * FROM (SELECT it.what, it.count - ifnull(had.count, 0) AS count, it.ns - ifnull(had.ns, 0) AS ns
		FROM now.GPUFLAME_LOSS AS it CROSS JOIN same LEFT JOIN old.GPUFLAME_LOSS AS had ON is_same AND had.what = it.what)
	WHERE count > 0;
COMMIT;

-- What the capture 'now' has and 'old' has not, if both are of one recording: stacks keep their ids.
-- This file's pages have no checksums.
CREATE TABLE IF NOT EXISTS old.GPUFLAME_META(name, value);
CREATE TABLE IF NOT EXISTS old.GPUFLAME_VALUE(stackId, deviceId, ns, count, bytes);
CREATE TEMP TABLE same AS SELECT count(*) = 3 AS is_same FROM now.GPUFLAME_META JOIN old.GPUFLAME_META USING (name, value)
	WHERE name IN ('start_ns', 'pid', 'host');
CREATE TABLE GPUFLAME_META AS SELECT it.name AS name, CASE WHEN it.name = 'format' THEN '1.0' WHEN NOT is_same THEN it.value
	WHEN it.name = 'start_ns' THEN (SELECT value FROM old.GPUFLAME_META WHERE name = 'end_ns')
	WHEN it.name IN ('operations', 'operations_ns', 'ranges', 'steps') THEN it.value - ifnull(had.value, 0) ELSE it.value END AS value
	FROM now.GPUFLAME_META AS it CROSS JOIN same LEFT JOIN old.GPUFLAME_META AS had ON had.name = it.name;
CREATE TABLE GPUFLAME_STACK AS SELECT * FROM now.GPUFLAME_STACK ORDER BY id;
CREATE TABLE GPUFLAME_VALUE AS SELECT it.stackId AS stackId, it.deviceId AS deviceId, it.ns - ifnull(had.ns, 0) AS ns,
	it.count - ifnull(had.count, 0) AS count, it.min AS min, it.max AS max, it.bytes - ifnull(had.bytes, 0) AS bytes
	FROM now.GPUFLAME_VALUE AS it CROSS JOIN same
		LEFT JOIN old.GPUFLAME_VALUE AS had ON is_same AND had.stackId = it.stackId AND had.deviceId = it.deviceId
	WHERE it.count > ifnull(had.count, 0);
CREATE TABLE GPUFLAME_LOSS AS SELECT * FROM now.GPUFLAME_LOSS;

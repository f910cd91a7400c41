-- GPU time in use
--
-- Each device's time in :chunks equal parts, and the share of each in use: In-Use adds up
-- overlapping operations and can exceed 100; Busy counts them once. A heat map with --format svg: a
-- lane for each device.
--
-- alias: gpu_time_util_map, cuda_gpu_time_util_map
-- needs: operations
-- parameter: chunks = 30; number of parts
-- chart: heat; x: Start; width: Duration; lane: Device ID, PID; value: Busy

WITH lane AS (
	SELECT process, pid, device, min(start) AS first, max("end") AS last
	FROM busy
	WHERE what_id = 0
	GROUP BY process, device),
used AS (
	SELECT process, device, part, sum(part.ns) AS ns
	FROM op CROSS JOIN lane USING (process, device), part(first, last, :chunks, start, "end")
	GROUP BY process, device, part)
SELECT
	100.0 * ifnull(used.ns, 0) / part_ns AS "In-Use:%.1",
	100.0 * busy_ns('op', process, device, part_start, part_start + part_ns) / part_ns AS "Busy:%.1",
	part_ns AS "Duration:ns?1",
	part_start AS "Start:at",
	pid AS "PID:id?1",
	device AS "Device ID:id"
FROM lane, part(first, last, :chunks) LEFT JOIN used USING (process, device, part)
ORDER BY process, device, part;

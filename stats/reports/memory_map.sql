-- Memory over time
--
-- What memory_peaks has, in :chunks equal parts of the time: the mean of each, and its share of
-- the highest mean of that kind on any device. A heat map with --format svg: a lane for each
-- device, process and kind.
--
-- needs: memory
-- of: devices
-- parameter: chunks = 30; number of parts
-- chart: heat; x: Start; width: Duration; lane: Device, PID, Memory; value: Of Most

WITH time AS (SELECT min(start) AS first, max("end") AS last FROM memory),
mean AS (
	SELECT series, memory.name, part, total(bytes * part.ns) / total(part.ns) AS mean
	FROM memory CROSS JOIN time, part(first, last, :chunks, start, "end")
	GROUP BY series, part),
most AS (SELECT name, max(mean) AS most FROM mean GROUP BY name),
lane AS (SELECT DISTINCT series, pid, process, place, name FROM memory)
SELECT
	CASE WHEN mean IS NOT NULL THEN ifnull(100 * mean / nullif(max(most, 0), 0), 0.0) END
		AS "Of Most:%.1",
	mean / 1e6 AS "Mean:MB.3",
	part_ns AS "Duration:ns?1",
	part_start AS "Start:at",
	pid AS "PID:id?1",
	place AS "Device:text",
	lane.name AS "Memory:text"
FROM time, lane JOIN most USING (name), part(first, last, :chunks)
	LEFT JOIN (SELECT series, part, mean FROM mean) USING (series, part)
ORDER BY place, process, lane.name, part;

-- Metrics of GPUs over time
--
-- SM Active, SM Issue and Tensor Active as nsys sampled them (--gpu-metrics-devices), in :chunks
-- equal parts of the time: the mean of each. A sample lasts until the next one. A heat map with
-- --format svg: a lane for each device and metric.
--
-- needs: gpu-metrics
-- of: devices
-- parameter: chunks = 30; number of parts
-- chart: heat; x: Start; width: Duration; lane: Device ID, Metric; value: Mean

-- "SM Issue [Throughput %]" is the name with its unit
WITH named AS (
	SELECT typeId, metricId, typeId & 255 AS device,
		rtrim(substr(metricName, 1, instr(replace(metricName, '/', '[') || '[', '[') - 1))
			AS name
	FROM export.TARGET_INFO_GPU_METRICS),
counter AS (
	SELECT row_number() OVER (ORDER BY device, name, typeId, metricId) AS series, *
	FROM (SELECT DISTINCT typeId, metricId, device, name
		FROM named
		WHERE name IN ('SM Active', 'SMs Active', 'SM Issue', 'Tensor Active')
			AND has_device(device))),
sample AS (
	SELECT series, timestamp AS start,
		ifnull(lead(timestamp) OVER w, 2 * timestamp - lag(timestamp) OVER w) AS "end", value
	FROM export.GPU_METRICS JOIN counter USING (typeId, metricId)
	WHERE value < 1e19 AND value > -1e19
	WINDOW w AS (PARTITION BY series ORDER BY timestamp)),
chosen AS (
	SELECT DISTINCT ifnull(time_from(), -1 << 63) AS low, ifnull(time_to(), ~(-1 << 63)) AS high),
cut AS (
	SELECT series, max(start, low) AS start, min("end", high) AS "end", value
	FROM sample, chosen
	WHERE start < high AND "end" > low AND start < "end"),
time AS (
	SELECT first, last, part_ns
	FROM (SELECT min(start) AS first, max("end") AS last FROM cut), part(first, last, :chunks)
	LIMIT 1),
-- most samples are in one part
share AS (
	SELECT series, (start - first) / part_ns AS part, value * ("end" - start) AS sum,
		"end" - start AS ns
	FROM time, cut
	WHERE (start - first) / part_ns = ("end" - 1 - first) / part_ns
	UNION ALL SELECT series, part, value * part.ns, part.ns
	FROM time, cut, part(first, last, :chunks, start, "end")
	WHERE (start - first) / time.part_ns < ("end" - 1 - first) / time.part_ns),
mean AS (SELECT series, part, total(sum) / total(ns) AS mean FROM share GROUP BY series, part)
SELECT
	mean AS "Mean:%.1",
	part.part_ns AS "Duration:ns?1",
	part_start AS "Start:at",
	device AS "Device ID:id",
	name AS "Metric:text"
FROM time, counter, part(first, last, :chunks) LEFT JOIN mean USING (series, part)
WHERE series IN (SELECT series FROM mean)
ORDER BY series, part;

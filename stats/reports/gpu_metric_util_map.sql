-- Metrics of GPUs over time
--
-- SM Active, SM Issue and Tensor Active as nsys sampled them (--gpu-metrics-devices), in --chunks
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
	SELECT DISTINCT typeId, metricId, device, name
	FROM named
	WHERE name IN ('SM Active', 'SMs Active', 'SM Issue', 'Tensor Active')
		AND has_device(device)),
sample AS (
	SELECT typeId, metricId, device, name, timestamp AS start,
		ifnull(lead(timestamp) OVER w, 2 * timestamp - lag(timestamp) OVER w) AS "end", value
	FROM export.GPU_METRICS JOIN counter USING (typeId, metricId)
	WHERE abs(value) < 1e19
	WINDOW w AS (PARTITION BY typeId, metricId ORDER BY timestamp)),
cut AS (
	SELECT *, max(start, ifnull(time_from(), start)) AS "from",
		min("end", ifnull(time_to(), "end")) AS till
	FROM sample
	WHERE max(start, ifnull(time_from(), start)) < min("end", ifnull(time_to(), "end"))),
time AS (SELECT min("from") AS first, max(till) AS last FROM cut),
mean AS (
	SELECT typeId, metricId, part, total(value * part.ns) / total(part.ns) AS mean
	FROM time, cut, part(first, last, :chunks, "from", till)
	GROUP BY typeId, metricId, part),
series AS (SELECT DISTINCT typeId, metricId, device, name FROM cut)
SELECT
	mean AS "Mean:%.1",
	part_ns AS "Duration:ns?1",
	part_start AS "Start:at",
	device AS "Device ID:id",
	name AS "Metric:text"
FROM time, series, part(first, last, :chunks) LEFT JOIN mean USING (typeId, metricId, part)
ORDER BY device, name, typeId, metricId, part;

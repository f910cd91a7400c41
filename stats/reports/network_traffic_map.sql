-- Traffic of network devices over time
--
-- What network devices sent and received, and how long they waited to send, as nsys sampled it
-- (--nic-metrics, and of InfiniBand's switches --ib-switch-metrics-devices), in :chunks equal
-- parts of the time: the mean rate, and its share of the highest of that metric on any device. A
-- heat map with --format svg: a lane for each device and metric.
--
-- needs: network-metrics
-- of: hardware
-- parameter: chunks = 30; number of parts
-- chart: heat; x: Start; width: Duration; lane: Device, Metric; value: Of Most

WITH counter AS (
	SELECT DISTINCT metricsListId, metricsIdx, name, unit
	FROM export.TARGET_INFO_NETWORK_METRICS
	WHERE name IN ('IB: Bytes received', 'IB: Bytes sent', 'IB: Send waits',
		'Eth: Bytes received', 'Eth: Bytes sent')),
card AS (SELECT DISTINCT nicId, name AS card FROM export.TARGET_INFO_NIC_INFO),
known AS (
	SELECT 0 AS is_switch, globalId, card AS known FROM export.NIC_ID_MAP JOIN card USING (nicId)
	UNION ALL SELECT 1, guid, name FROM export.NET_IB_DEVICE_INFO),
sample AS (
	SELECT 0 AS is_switch, globalId, portId, metricsListId, metricsIdx, start, "end", value
	FROM export.NET_NIC_METRIC
	UNION ALL SELECT 1, globalId, portId, metricsListId, metricsIdx, start, "end", value
	FROM export.NET_IB_SWITCH_METRIC),
cut AS (
	SELECT is_switch, globalId, portId, name, unit, value,
		max(start, ifnull(time_from(), start)) AS "from",
		min("end", ifnull(time_to(), "end")) AS till
	FROM sample JOIN counter USING (metricsListId, metricsIdx)
	WHERE abs(value) < 1e19
		AND max(start, ifnull(time_from(), start)) < min("end", ifnull(time_to(), "end"))),
time AS (SELECT min("from") AS first, max(till) AS last FROM cut),
mean AS (
	SELECT is_switch, globalId, portId, name, part,
		total(value * part.ns) / total(part.ns) AS mean
	FROM time, cut, part(first, last, :chunks, "from", till)
	GROUP BY is_switch, globalId, portId, name, part),
most AS (SELECT name, max(mean) AS most FROM mean GROUP BY name),
series AS (
	SELECT DISTINCT is_switch, globalId, portId, name, unit,
		ifnull(known, printf(CASE WHEN is_switch THEN 'switch 0x%016llx' ELSE 'device %llu'
			END, globalId)) || printf(' port %lld', portId) AS device
	FROM cut LEFT JOIN known USING (is_switch, globalId))
SELECT
	CASE WHEN mean IS NOT NULL THEN ifnull(100 * mean / nullif(max(most, 0), 0), 0.0) END
		AS "Of Most:%.1",
	mean AS "Mean:count.1",
	unit AS "Unit:word",
	part_ns AS "Duration:ns?1",
	part_start AS "Start:at",
	device AS "Device:text",
	name AS "Metric:text"
FROM time, series JOIN most USING (name), part(first, last, :chunks)
	LEFT JOIN mean USING (is_switch, globalId, portId, name, part)
ORDER BY device, globalId, name, part;

-- NVTX GPU projection summary
--
-- NVTX ranges projected to the GPU, by name and style: each lasts from the start of the first
-- operation launched in it to the end of the last one.
--
-- needs: operations, ranges

-- each file:
SELECT name_id, style_id, gpu_ns, count(*) AS n, sum(ns) AS ns, sum(ops) AS ops,
	sum(level) AS level, sum(gpu_children) AS children
FROM range
WHERE ops > 0
GROUP BY name_id, style_id, gpu_ns;

-- all files:
SELECT
	name(name_id) AS "Range:text",
	iif(style_id = 0, 'PushPop', 'StartEnd') AS "Style:text?9",
	sum(gpu_ns, n) AS "Total Proj Time:ns",
	sum(ns) AS "Total Range Time:ns?1",
	sum(n) AS "Range Instances:count?1",
	avg(gpu_ns, n) AS "Proj Avg:ns.1?2",
	median(gpu_ns, n) AS "Proj Med:ns.1?3",
	min(gpu_ns) AS "Proj Min:ns?5",
	max(gpu_ns) AS "Proj Max:ns?4",
	stddev(gpu_ns, n) AS "Proj StdDev:ns.1?6",
	sum(ops) AS "Total GPU Ops:count?2",
	1.0 * sum(ops) / sum(n) AS "Avg GPU Ops:count.1?7",
	1.0 * sum(level) / sum(n) AS "Avg Range Lvl:count.1?8",
	1.0 * sum(children) / sum(n) AS "Avg Num Child:count.1?8"
FROM pooled
GROUP BY name_id, style_id
ORDER BY 3 DESC, 1, style_id;

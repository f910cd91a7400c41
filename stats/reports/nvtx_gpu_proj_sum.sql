-- NVTX GPU projection summary
--
-- NVTX ranges projected to the GPU, by name and style: each lasts from the start of the first
-- operation launched in it to the end of the last one.
--
-- needs: operations, ranges

-- each file:
SELECT name_id, style_id, gpu_end - gpu_start AS gpu, ns, ops, level, gpu_children FROM range WHERE ops > 0;

-- all files:
SELECT
	name(name_id) AS "Range:text",
	iif(style_id = 0, 'PushPop', 'StartEnd') AS "Style:text?9",
	sum(gpu) AS "Total Proj Time:ns",
	sum(ns) AS "Total Range Time:ns?1",
	count(*) AS "Range Instances:count?1",
	avg(gpu) AS "Proj Avg:ns.1?2",
	median(gpu) AS "Proj Med:ns.1?3",
	min(gpu) AS "Proj Min:ns?5",
	max(gpu) AS "Proj Max:ns?4",
	stddev(gpu) AS "Proj StdDev:ns.1?6",
	sum(ops) AS "Total GPU Ops:count?2",
	avg(ops) AS "Avg GPU Ops:count.1?7",
	avg(level) AS "Avg Range Lvl:count.1?8",
	avg(gpu_children) AS "Avg Num Child:count.1?8"
FROM pooled
GROUP BY name_id, style_id
ORDER BY 3 DESC, 1, style_id;

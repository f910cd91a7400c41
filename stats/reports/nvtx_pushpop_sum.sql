-- NVTX push/pop range summary
--
-- Time of push/pop ranges on the CPU, by name.
--
-- alias: nvtxppsum
-- needs: ranges
-- of: threads

-- each file:
SELECT name_id, ns, count(*) AS n
FROM range
WHERE is_selected AND style_id = 0
GROUP BY name_id, ns;

-- all files:
SELECT
	ifnull(100.0 * sum(ns, n) / nullif(total(sum(ns, n)) OVER (), 0), 0.0) AS "Time:%.1",
	sum(ns, n) AS "Total Time:ns",
	sum(n) AS "Instances:count?1",
	avg(ns, n) AS "Avg:ns.1?2",
	median(ns, n) AS "Med:ns.1?3",
	min(ns) AS "Min:ns?5",
	max(ns) AS "Max:ns?4",
	stddev(ns, n) AS "StdDev:ns.1?6",
	name(name_id) AS "Range:text"
FROM pooled
GROUP BY name_id
ORDER BY 2 DESC, 9;

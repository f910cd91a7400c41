-- NVTX push/pop range summary
--
-- Time of push/pop ranges on the CPU, by name.
--
-- alias: nvtxppsum
-- needs: ranges
-- of: threads

-- each file:
SELECT name_id, ns FROM range WHERE is_selected AND style_id = 0;

-- all files:
SELECT
	ifnull(100.0 * sum(ns) / nullif(total(sum(ns)) OVER (), 0), 0.0) AS "Time:%.1",
	sum(ns) AS "Total Time:ns",
	count(*) AS "Instances:count?1",
	avg(ns) AS "Avg:ns.1?2",
	median(ns) AS "Med:ns.1?3",
	min(ns) AS "Min:ns?5",
	max(ns) AS "Max:ns?4",
	stddev(ns) AS "StdDev:ns.1?6",
	name(name_id) AS "Range:text"
FROM pooled
GROUP BY name_id
ORDER BY 2 DESC, 9;

-- CUDA GPU kernel summary
--
-- Time of kernels by name. Time (%) is of the kernels' sum, not of the run.
--
-- needs: kernels
-- names: kernels
-- takes: sums

-- each file:
SELECT name_id, sum(ns) AS ns, sum(count) AS count, min, max
FROM kernel
GROUP BY name_id, min, max;

-- all files:
SELECT
	ifnull(100.0 * sum(ns) / nullif(total(sum(ns)) OVER (), 0), 0.0) AS "Time:%.1",
	sum(ns) AS "Total Time:ns",
	sum(count) AS "Instances:count?1",
	1.0 * sum(ns) / sum(count) AS "Avg:ns.1?2",
	median(min, count, max) AS "Med:ns.1?3",
	min(min) AS "Min:ns?5",
	max(max) AS "Max:ns?4",
	stddev(min, count, max) AS "StdDev:ns.1?6",
	name(name_id) AS "Name:text"
FROM pooled
GROUP BY name_id
ORDER BY 2 DESC, 9;

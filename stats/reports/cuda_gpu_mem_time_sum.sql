-- CUDA GPU memory operations by time
--
-- Time of copies, by their direction, and of fills.
--
-- alias: gpumemtimesum
-- needs: copies, details
-- takes: sums

-- each file:
SELECT operation_id, sum(ns) AS ns, sum(count) AS count, min, max
FROM op
WHERE operation_id IS NOT NULL
GROUP BY operation_id, min, max;

-- all files:
SELECT
	ifnull(100.0 * sum(ns) / nullif(total(sum(ns)) OVER (), 0), 0.0) AS "Time:%.1",
	sum(ns) AS "Total Time:ns",
	sum(count) AS "Count:count?1",
	1.0 * sum(ns) / sum(count) AS "Avg:ns.1?2",
	median(min, count, max) AS "Med:ns.1?3",
	min(min) AS "Min:ns?5",
	max(max) AS "Max:ns?4",
	stddev(min, count, max) AS "StdDev:ns.1?6",
	operation_name(operation_id) AS "Operation:text"
FROM pooled
GROUP BY operation_id
ORDER BY 2 DESC, operation_id;

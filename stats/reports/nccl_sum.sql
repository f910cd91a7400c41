-- NCCL calls
--
-- NCCL's NVTX ranges on the CPU by name, with quartiles.
--
-- needs: nccl
-- of: threads

-- each file:
SELECT name_id, ns, count(*) AS n
FROM range
WHERE domain = 'NCCL' AND is_selected
GROUP BY name_id, ns;

-- all files:
SELECT
	name(name_id) AS "Name:text",
	sum(n) AS "Count:count",
	avg(ns, n) AS "Mean:ns.1?1",
	stddev(ns, n) AS "Std:ns.1?5",
	min(ns) AS "Min:ns?4",
	quantile(ns, 0.25, n) AS "Q1:ns.1?3",
	median(ns, n) AS "Median:ns.1?2",
	quantile(ns, 0.75, n) AS "Q3:ns.1?3",
	max(ns) AS "Max:ns?4",
	sum(ns, n) AS "Sum:ns"
FROM pooled
GROUP BY name_id
ORDER BY 10 DESC, 1;

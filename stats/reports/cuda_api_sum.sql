-- CUDA API summary
--
-- Time of calls of the CUDA runtime and driver on the CPU, by name; versions of one call have
-- rows of their own, though the version is not shown.
--
-- alias: cudaapisum
-- needs: calls
-- of: threads

-- each file:
SELECT name_id, ns, count(*) AS n
FROM api
GROUP BY name_id, ns;

-- all files:
SELECT
	ifnull(100.0 * sum(ns, n) / nullif(total(sum(ns, n)) OVER (), 0), 0.0) AS "Time:%.1",
	sum(ns, n) AS "Total Time:ns",
	sum(n) AS "Num Calls:count?1",
	avg(ns, n) AS "Avg:ns.1?2",
	median(ns, n) AS "Med:ns.1?3",
	min(ns) AS "Min:ns?5",
	max(ns) AS "Max:ns?4",
	stddev(ns, n) AS "StdDev:ns.1?6",
	call_name(name_id) AS "Name:text"
FROM pooled
GROUP BY name_id
ORDER BY 2 DESC, name(name_id);

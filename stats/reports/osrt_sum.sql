-- OS runtime summary
--
-- Time of calls of the operating system's libraries on the CPU, by name.
--
-- alias: osrtsum
-- needs: os-runtime
-- of: threads

-- each file:
SELECT
	string_id(nameId) AS name_id,
	coalesce("end", (SELECT max(coalesce("end", start)) FROM export.OSRT_API)) - start AS ns,
	count(*) AS n
FROM export.OSRT_API
WHERE globalTid IS NOT NULL AND start <= coalesce("end", start)
GROUP BY 1, 2;

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
	name(name_id) AS "Name:text"
FROM pooled
GROUP BY name_id
ORDER BY 2 DESC, 9;

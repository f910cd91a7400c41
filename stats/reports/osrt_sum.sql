-- OS runtime summary
--
-- Time of calls of the operating system's libraries on the CPU, by name.
--
-- alias: osrtsum
-- needs: os-runtime
-- of: threads

-- each file:
SELECT string_id(nameId) AS name_id, coalesce("end", (SELECT max(coalesce("end", start)) FROM export.OSRT_API)) - start AS ns
FROM export.OSRT_API
WHERE globalTid IS NOT NULL AND start <= coalesce("end", start);

-- all files:
SELECT
	ifnull(100.0 * sum(ns) / nullif(total(sum(ns)) OVER (), 0), 0.0) AS "Time:%.1",
	sum(ns) AS "Total Time:ns",
	count(*) AS "Num Calls:count?1",
	avg(ns) AS "Avg:ns.1?2",
	median(ns) AS "Med:ns.1?3",
	min(ns) AS "Min:ns?5",
	max(ns) AS "Max:ns?4",
	stddev(ns) AS "StdDev:ns.1?6",
	name(name_id) AS "Name:text"
FROM pooled
GROUP BY name_id
ORDER BY 2 DESC, 9;

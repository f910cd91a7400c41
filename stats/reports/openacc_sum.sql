-- OpenACC summary
--
-- Time of OpenACC's events on the CPU, by name and place in the source.
--
-- alias: openaccsum
-- needs: openacc
-- of: threads

-- each file:
WITH call AS (
	SELECT start, "end", globalTid, nameId, srcFile, lineNo
	FROM export.CUPTI_ACTIVITY_KIND_OPENACC_DATA
	UNION ALL SELECT start, "end", globalTid, nameId, srcFile, lineNo
	FROM export.CUPTI_ACTIVITY_KIND_OPENACC_LAUNCH
	UNION ALL SELECT start, "end", globalTid, nameId, srcFile, lineNo
	FROM export.CUPTI_ACTIVITY_KIND_OPENACC_OTHER)
SELECT
	string(nameId) || coalesce('@' || string(srcFile) || ':' || coalesce(lineNo, 0), '') AS name,
	coalesce("end", (SELECT max(coalesce("end", start)) FROM call)) - start AS ns,
	count(*) AS n
FROM call
WHERE globalTid IS NOT NULL AND start <= coalesce("end", start)
GROUP BY 1, 2;

-- all files:
SELECT
	ifnull(100.0 * sum(ns, n) / nullif(total(sum(ns, n)) OVER (), 0), 0.0) AS "Time:%.1",
	sum(ns, n) AS "Total Time:ns",
	sum(n) AS "Count:count?1",
	avg(ns, n) AS "Avg:ns.1?2",
	median(ns, n) AS "Med:ns.1?3",
	min(ns) AS "Min:ns?5",
	max(ns) AS "Max:ns?4",
	stddev(ns, n) AS "StdDev:ns.1?6",
	name AS "Name:text"
FROM pooled
GROUP BY name
ORDER BY 2 DESC, 9;

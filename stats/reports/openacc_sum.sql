-- OpenACC summary
--
-- Time of OpenACC's events on the CPU, by name and place in the source.
--
-- alias: openaccsum
-- needs: openacc
-- of: threads

-- each file:
WITH call AS (
	SELECT start, "end", globalTid, nameId, srcFile, lineNo FROM export.CUPTI_ACTIVITY_KIND_OPENACC_DATA
	UNION ALL SELECT start, "end", globalTid, nameId, srcFile, lineNo FROM export.CUPTI_ACTIVITY_KIND_OPENACC_LAUNCH
	UNION ALL SELECT start, "end", globalTid, nameId, srcFile, lineNo FROM export.CUPTI_ACTIVITY_KIND_OPENACC_OTHER)
SELECT
	string(nameId) || coalesce('@' || string(srcFile) || ':' || coalesce(lineNo, 0), '') AS name,
	coalesce("end", (SELECT max(coalesce("end", start)) FROM call)) - start AS ns
FROM call
WHERE globalTid IS NOT NULL AND start <= coalesce("end", start);

-- all files:
SELECT
	ifnull(100.0 * sum(ns) / nullif(total(sum(ns)) OVER (), 0), 0.0) AS "Time:%.1",
	sum(ns) AS "Total Time:ns",
	count(*) AS "Count:count?1",
	avg(ns) AS "Avg:ns.1?2",
	median(ns) AS "Med:ns.1?3",
	min(ns) AS "Min:ns?5",
	max(ns) AS "Max:ns?4",
	stddev(ns) AS "StdDev:ns.1?6",
	name AS "Name:text"
FROM pooled
GROUP BY name
ORDER BY 2 DESC, 9;

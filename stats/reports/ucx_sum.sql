-- UCX calls
--
-- Time of UCX's calls on the CPU, by name, in exports of nsys 2023 and later.
--
-- needs: ucx
-- of: threads

-- each file:
WITH call AS (
	SELECT start, "end", globalTid, textId FROM export.UCP_EVENTS
	UNION ALL SELECT start, "end", globalTid, textId FROM export.UCP_SUBMIT_EVENTS
	UNION ALL SELECT start, "end", globalTid, textId FROM export.UCP_PROGRESS_EVENTS)
SELECT
	string_id(textId) AS name_id,
	coalesce("end", (SELECT max(coalesce("end", start)) FROM call)) - start AS ns,
	count(*) AS n
FROM call
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

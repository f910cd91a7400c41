-- OpenMP summary
--
-- Time of OpenMP's events on the CPU, by name.
--
-- alias: openmpevtsum
-- needs: openmp
-- of: threads

-- each file:
WITH call AS (
	SELECT start, "end", globalTid, nameId FROM export.OPENMP_EVENT_KIND_THREAD
	UNION ALL SELECT start, "end", globalTid, nameId FROM export.OPENMP_EVENT_KIND_PARALLEL
	UNION ALL SELECT start, "end", globalTid, nameId FROM export.OPENMP_EVENT_KIND_SYNC_REGION_WAIT
	UNION ALL SELECT start, "end", globalTid, nameId FROM export.OPENMP_EVENT_KIND_SYNC_REGION
	UNION ALL SELECT start, "end", globalTid, nameId FROM export.OPENMP_EVENT_KIND_TASK
	UNION ALL SELECT start, "end", globalTid, nameId FROM export.OPENMP_EVENT_KIND_MASTER
	UNION ALL SELECT start, "end", globalTid, nameId FROM export.OPENMP_EVENT_KIND_REDUCTION
	UNION ALL SELECT start, "end", globalTid, nameId FROM export.OPENMP_EVENT_KIND_TASK_CREATE
	UNION ALL SELECT start, "end", globalTid, nameId FROM export.OPENMP_EVENT_KIND_TASK_SCHEDULE
	UNION ALL SELECT start, "end", globalTid, nameId FROM export.OPENMP_EVENT_KIND_CANCEL
	UNION ALL SELECT start, "end", globalTid, nameId FROM export.OPENMP_EVENT_KIND_MUTEX_WAIT
	UNION ALL SELECT start, "end", globalTid, nameId FROM export.OPENMP_EVENT_KIND_CRITICAL_SECTION
	UNION ALL SELECT start, "end", globalTid, nameId FROM export.OPENMP_EVENT_KIND_MUTEX_RELEASED
	UNION ALL SELECT start, "end", globalTid, nameId FROM export.OPENMP_EVENT_KIND_LOCK_INIT
	UNION ALL SELECT start, "end", globalTid, nameId FROM export.OPENMP_EVENT_KIND_LOCK_DESTROY
	UNION ALL SELECT start, "end", globalTid, nameId FROM export.OPENMP_EVENT_KIND_WORKSHARE
	UNION ALL SELECT start, "end", globalTid, nameId FROM export.OPENMP_EVENT_KIND_DISPATCH
	UNION ALL SELECT start, "end", globalTid, nameId FROM export.OPENMP_EVENT_KIND_FLUSH)
SELECT
	string_id(nameId) AS name_id,
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
	name(name_id) AS "Name:text"
FROM pooled
GROUP BY name_id
ORDER BY 2 DESC, 9;

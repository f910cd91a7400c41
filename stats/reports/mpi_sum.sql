-- MPI calls
--
-- MPI's calls on the CPU by name, with quartiles.
--
-- needs: mpi
-- of: threads

-- each file:
-- Both halves of an MPI_Sendrecv and each request of an MPI_Waitall have a row.
WITH call AS (
	SELECT 1 AS place, rowid AS row, start, "end", globalTid, textId FROM export.MPI_P2P_EVENTS
	UNION ALL SELECT 2, rowid, start, "end", globalTid, textId FROM export.MPI_COLLECTIVES_EVENTS
	UNION ALL SELECT 3, rowid, start, "end", globalTid, textId FROM export.MPI_START_WAIT_EVENTS
	UNION ALL SELECT 4, rowid, start, "end", globalTid, textId FROM export.MPI_OTHER_EVENTS),
returned AS (
	SELECT place, row, start, globalTid, textId,
		coalesce("end", (SELECT max(coalesce("end", start)) FROM call)) AS "end"
	FROM call
	WHERE globalTid IS NOT NULL AND start <= coalesce("end", start)),
once AS (
	SELECT textId, start, "end",
		(start, "end", globalTid, textId) IS NOT (lag(start) OVER w, lag("end") OVER w,
			lag(globalTid) OVER w, lag(textId) OVER w) AS is_first
	FROM returned
	WINDOW w AS (PARTITION BY place ORDER BY row))
SELECT 'MPI:' || ifnull(string(textId), '') AS name, "end" - start AS ns, count(*) AS n
FROM once
WHERE is_first
GROUP BY 1, 2
-- as nsys before 2023 has them
UNION ALL SELECT name, ns, count(*) FROM range WHERE domain = 'MPI' AND is_selected GROUP BY 1, 2;

-- all files:
SELECT
	name AS "Name:text",
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
GROUP BY name
ORDER BY 10 DESC, 1;

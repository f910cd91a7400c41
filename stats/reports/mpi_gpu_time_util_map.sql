-- Time in use by kernels and by MPI
--
-- The time of each process in :chunks equal parts: the share of each in which kernels ran, in
-- which some thread was in a call of MPI, and in which both. A heat map with --format svg: three
-- lanes for each process.
--
-- needs: kernels, mpi
-- parameter: chunks = 30; number of parts
-- chart: heat; x: Start; width: Duration; lane: By, PID; value: In-Use

WITH call AS (
	SELECT globalTid >> 24 & 0xffffff AS pid, start, "end" FROM export.MPI_P2P_EVENTS
	UNION ALL SELECT globalTid >> 24 & 0xffffff, start, "end" FROM export.MPI_COLLECTIVES_EVENTS
	UNION ALL SELECT globalTid >> 24 & 0xffffff, start, "end" FROM export.MPI_START_WAIT_EVENTS
	UNION ALL SELECT globalTid >> 24 & 0xffffff, start, "end" FROM export.MPI_OTHER_EVENTS
	-- as nsys before 2023 has them
	UNION ALL SELECT pid, start, "end" FROM range WHERE domain = 'MPI' AND is_selected),
one AS (
	SELECT 1 AS of_call, pid, start,
		ifnull("end", (SELECT max(ifnull("end", start)) FROM call)) AS "end"
	FROM call
	WHERE pid IS NOT NULL AND start <= ifnull("end", start)
	UNION ALL SELECT 0, pid, start, "end" FROM kernel),
-- the time that each row adds to those before it: 2, whether of kernels or of calls
busy AS (
	SELECT kind, pid, max(start, ifnull(max("end") OVER before, start)) AS start, "end"
	FROM (SELECT of_call AS kind, pid, start, "end" FROM one
		UNION ALL SELECT 2, pid, start, "end" FROM one)
	WINDOW before AS (PARTITION BY kind, pid ORDER BY start
		ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)),
life AS (SELECT pid, min(start) AS first, max("end") AS last FROM one GROUP BY pid),
used AS (
	SELECT pid, part,
		sum(CASE kind WHEN 0 THEN part.ns ELSE 0 END) AS kernels,
		sum(CASE kind WHEN 1 THEN part.ns ELSE 0 END) AS calls,
		sum(CASE kind WHEN 2 THEN part.ns ELSE 0 END) AS either
	FROM busy JOIN life USING (pid), part(first, last, :chunks, start, "end")
	GROUP BY pid, part),
lane(place, name) AS (VALUES (1, 'kernels'), (2, 'MPI'), (3, 'both'))
SELECT
	100.0 * CASE place
		WHEN 1 THEN ifnull(kernels, 0)
		WHEN 2 THEN ifnull(calls, 0)
		ELSE ifnull(kernels + calls - either, 0) END / part_ns AS "In-Use:%.1",
	part_ns AS "Duration:ns?1",
	part_start AS "Start:at",
	pid AS "PID:id",
	name AS "By:text"
FROM life, lane, part(first, last, :chunks) LEFT JOIN used USING (pid, part)
WHERE EXISTS (SELECT 1 FROM call)
ORDER BY ifnull((SELECT min(process) FROM process WHERE process.pid = life.pid), 1e9), pid,
	place, part;

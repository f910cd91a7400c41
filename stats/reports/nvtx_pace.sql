-- The pace of a range
--
-- All ranges of the name that --pace gives, or of the one with the most time; names that differ
-- only in digits are one, "Train step", unless --pace gives one of them; projected to the GPU, by
-- process: how long each starts after the one before (Delta) and after the first (Accumulated).
-- --format svg plots both over time.
--
-- alias: nvtx_gpu_proj_pace
-- needs: ranges, operations
-- pace: range with GPU work; nvtx_gpu_proj_sum
-- parameter: pace = ; the name
-- chart: points; x: Accumulated; value: Duration, Delta; series: PID; subject: Name

-- each file:
SELECT file() AS file, file_number() AS number, id, name_id, masked(name) AS kind, gpu_start AS start, gpu_end - gpu_start AS ns, pid
FROM range
WHERE ops > 0 AND name_id IS NOT NULL;

-- all files:
WITH kind AS (
	SELECT kind
	FROM pooled
	WHERE :pace = '' OR (substr(kind, 1, length(:pace)) = :pace
		AND ltrim(substr(kind, length(:pace) + 1), ' #:_-=') IN ('', 'N'))
	GROUP BY kind
	ORDER BY total(ns) DESC, min(id)
	LIMIT 1),
one AS (SELECT name_id FROM pooled WHERE name(name_id) = :pace LIMIT 1),
beat AS (
	SELECT *
	FROM pooled
	WHERE CASE WHEN (SELECT name_id FROM one) IS NULL THEN kind = (SELECT kind FROM kind)
		ELSE name_id = (SELECT name_id FROM one) END)
SELECT
	name(name_id) AS "Name:text",
	start AS "Start:at?1",
	ns AS "Duration:ns",
	start - lag(start) OVER w AS "Delta:ns",
	start - first_value(start) OVER w AS "Accumulated:ns",
	pid AS "PID:id?2",
	file AS ":file"
FROM beat
WINDOW w AS (PARTITION BY number, pid ORDER BY start)
ORDER BY number, pid, start;

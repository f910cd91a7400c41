-- The pace of a range
--
-- All ranges of the name that :name gives, or of the one with the most time; names that differ
-- only in digits are one, "Train step", unless :name gives one of them; projected to the GPU, by
-- process: how long each starts after the one before (Delta) and after the first (Accumulated).
-- --format svg plots both over time.
--
-- alias: nvtx_gpu_proj_pace
-- needs: ranges, operations
-- parameter: name = ; of the range
-- chart: points; x: Accumulated; value: Duration, Delta; series: PID; subject: Name

-- each file:
SELECT file() AS file, file_number() AS number, id, name_id, gpu_start AS start, gpu_end - gpu_start AS ns, pid
FROM range
WHERE ops > 0 AND name_id IS NOT NULL;

-- all files:
WITH named AS (
	SELECT name_id, masked(name(name_id)) AS kind, total(ns) AS ns, min(id) AS id
	FROM pooled
	GROUP BY name_id),
kind AS (
	SELECT kind
	FROM named
	WHERE :name = '' OR (substr(kind, 1, length(:name)) = :name
		AND ltrim(substr(kind, length(:name) + 1), ' #:_-=') IN ('', 'N'))
	GROUP BY kind
	ORDER BY sum(ns) DESC, min(id)
	LIMIT 1),
shown AS (
	SELECT name_id FROM named WHERE name(name_id) = :name
	UNION ALL SELECT name_id FROM named JOIN kind USING (kind)
		WHERE NOT EXISTS (SELECT 1 FROM named WHERE name(name_id) = :name))
SELECT
	name(name_id) AS "Name:text",
	start AS "Start:at?1",
	ns AS "Duration:ns",
	start - lag(start) OVER w AS "Delta:ns",
	start - first_value(start) OVER w AS "Accumulated:ns",
	pid AS "PID:id?2",
	file AS ":file"
FROM pooled
WHERE name_id IN (SELECT name_id FROM shown)
WINDOW w AS (PARTITION BY number, pid ORDER BY start)
ORDER BY number, pid, start;

-- note:
SELECT fail('no range with GPU work is named ''' || :name || '''; the report nvtx_gpu_proj_sum lists them')
WHERE :name <> '' AND NOT EXISTS (
	SELECT 1
	FROM pooled
	WHERE name(name_id) = :name OR (substr(masked(name(name_id)), 1, length(:name)) = :name
		AND ltrim(substr(masked(name(name_id)), length(:name) + 1), ' #:_-=') IN ('', 'N')));

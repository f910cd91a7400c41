-- The pace of a kernel
--
-- All runs of the kernel that :name names, or of the one with the most time, by process: how long
-- each starts after the one before (Delta) and after the first (Accumulated). --format svg plots
-- duration and pace over time.
--
-- needs: kernels
-- names: kernels
-- parameter: name = ; of the kernel
-- chart: points; x: Accumulated; value: Duration, Delta; series: PID; subject: Name

-- each file:
SELECT file() AS file, file_number() AS number, id, name_id, start, ns, pid FROM kernel WHERE name_id IS NOT NULL;

-- all files:
WITH one AS (
	SELECT name_id
	FROM pooled
	GROUP BY name_id
	HAVING :name IN ('', name(name_id))
	ORDER BY total(ns) DESC, min(id)
	LIMIT 1)
SELECT
	name(name_id) AS "Name:text",
	start AS "Start:at?1",
	ns AS "Duration:ns",
	start - lag(start) OVER w AS "Delta:ns",
	start - first_value(start) OVER w AS "Accumulated:ns",
	pid AS "PID:id?2",
	file AS ":file"
FROM pooled
WHERE name_id = (SELECT name_id FROM one)
WINDOW w AS (PARTITION BY number, pid ORDER BY start)
ORDER BY number, pid, start;

-- note:
SELECT fail('no kernel is named ''' || :name || '''; the report cuda_gpu_kern_sum lists them')
WHERE :name <> '' AND NOT EXISTS (SELECT 1 FROM pooled WHERE name(name_id) = :name);

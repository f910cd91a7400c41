-- GPU gaps
--
-- Gaps longer than :gap in which a device ran nothing for a process, between its first
-- operation and its last one. The context is that of the operation before.
--
-- needs: operations
-- parameter: gap = 500ms; the gaps listed are longer

-- each file:
SELECT file() AS file, idle_ns, idle_start, pid, device, idle_context
FROM busy
WHERE what_id = 0 AND idle_ns > 0;

-- all files:
SELECT
	idle_ns AS "Duration:ns",
	idle_start AS "Start:at",
	pid AS "PID:id?1",
	device AS "Device ID:id?1",
	idle_context AS "Context ID:id?2",
	file AS ":file"
FROM pooled
WHERE idle_ns > :gap
ORDER BY 1 DESC, 2;

-- note:
SELECT CASE WHEN max(idle_ns) <= :gap THEN 'no gap is over ' || time_text(:gap) || '; the longest is '
	|| time_text(max(idle_ns)) || ': -r gpu_gaps:gap=1us has more' END
FROM pooled;

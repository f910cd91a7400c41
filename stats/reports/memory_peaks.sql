-- Peaks of memory
--
-- The most memory in use at once, by device, when that was, and the ranges of the thread that
-- allocated it. Of a PyTorch trace (profile_memory=True), what its allocator gave out and what it
-- reserved; of nsys (--cuda-memory-usage true), what CUDA allocated since the recording began, by
-- kind of memory: PyTorch's allocator takes what it reserves from there. Last is what was in use in the end. 1 MB is 10^6 bytes.
--
-- needs: memory
-- of: devices

WITH change AS (
	SELECT series, start, bytes, pid, place, name, thread, count(*) OVER whole AS changes,
		row_number() OVER (PARTITION BY series ORDER BY bytes DESC, id) AS nth,
		last_value(bytes) OVER whole AS last
	FROM memory
	WINDOW whole AS (PARTITION BY series ORDER BY id
		ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING))
SELECT
	bytes / 1e6 AS "Peak:MB.3",
	start AS "At:at",
	last / 1e6 AS "Last:MB.3?2",
	changes AS "Changes:count?3",
	pid AS "PID:id?1",
	place AS "Device:text",
	name AS "Memory:text",
	ifnull((
		SELECT group_concat(ifnull(name, '[unnamed]'), ';') FROM (
			SELECT name FROM range
			WHERE range.thread = change.thread AND range.start <= change.start
				AND range."end" >= change.start AND NOT crosses
			ORDER BY range.start, range."end" DESC, id)), '') AS "Ranges:text"
FROM change
WHERE nth = 1
ORDER BY bytes DESC, series;

-- Timeline
--
-- Each operation on a stream of its GPU, and each call and push/pop range on its thread, by time, with
-- where it was launched from: --format timeline makes a trace for Perfetto of it.
--
-- names: kernels

-- What many rows have is made into text once. Rows come in the order of the columns `at` and ns, without
-- being sorted here.
WITH place AS MATERIALIZED (
	SELECT process, pid, ifnull('rank ' || rank || ', ', '') AS rank FROM process),
lane AS MATERIALIZED (
	SELECT thread, pid, tid, ifnull(rank, '') || 'process ' || pid AS process,
		ifnull(nullif(name, '') || ' ', 'thread ') || tid AS lane
	FROM thread LEFT JOIN (SELECT pid, min(rank) AS rank FROM place GROUP BY pid) USING (pid)),
queue AS MATERIALIZED (
	SELECT queue, rank || 'GPU ' || device || ifnull(' ' || device_name, '') AS process,
		'stream ' || stream || iif(context > 1, ', context ' || context, '') AS lane
	FROM op JOIN place USING (process)
	GROUP BY queue),
shape AS MATERIALIZED (
	SELECT shape, grid_x || ',' || grid_y || ',' || grid_z AS grid, block_x || ',' || block_y || ',' || block_z AS block
	FROM kernel
	GROUP BY shape),
mpi AS (
	SELECT start, "end", globalTid, textId FROM export.MPI_P2P_EVENTS
	UNION SELECT start, "end", globalTid, textId FROM export.MPI_COLLECTIVES_EVENTS
	UNION SELECT start, "end", globalTid, textId FROM export.MPI_START_WAIT_EVENTS
	UNION SELECT start, "end", globalTid, textId FROM export.MPI_OTHER_EVENTS)
SELECT
	at AS "Start:at",
	ns AS "Duration:ns",
	ifnull(name, '') AS "Name:text",
	kind AS "Kind:text",
	queue.process AS "Process:text",
	queue.lane AS "Thread:text",
	launch_start + (at - start) AS "Launch:at",
	lane.process AS "From Process:text",
	lane.lane AS "From Thread:text",
	correlation AS "CorrId:id",
	grid AS "Grid:text",
	block AS "Block:text",
	bytes AS "Bytes:count"
FROM op JOIN queue USING (queue)
	LEFT JOIN shape ON shape.shape = op.shape AND kind_id = 0
	LEFT JOIN lane ON lane.thread = launch_thread
UNION ALL
SELECT at, ns, ifnull(name, ''), 'call', process, lane, NULL, NULL, NULL, correlation, NULL, NULL, NULL
FROM api JOIN lane USING (thread)
UNION ALL
SELECT at, ns, ifnull(name, ''), 'range', process, lane, NULL, NULL, NULL, NULL, NULL, NULL, NULL
FROM range JOIN lane USING (thread)
WHERE is_selected AND style_id = 0
UNION ALL
SELECT start, ifnull("end", (SELECT max(ifnull("end", start)) FROM mpi)) - start, string(textId), 'MPI', process, lane, NULL, NULL, NULL, NULL, NULL, NULL, NULL
FROM mpi JOIN lane ON pid = globalTid >> 24 & 0xffffff AND tid = globalTid & 0xffffff
WHERE start <= ifnull("end", start)
ORDER BY 1, 2 DESC;

-- NVTX ranges projected to the GPU
--
-- Each NVTX range that launched something: from the start of its first operation on the GPU to
-- the end of its last one. NumGPUOps counts launches. RangeId is its row number among the ranges.
--
-- alias: nvtxgpuproj
-- needs: operations, ranges

SELECT
	ifnull(name, '') AS "Name:text",
	gpu_start AS "Projected Start:at?1",
	gpu_ns AS "Projected Duration:ns",
	start AS "Orig Start:at?7",
	ns AS "Orig Duration:ns?2",
	style AS "Style:text?6",
	pid AS "PID:id?6",
	tid AS "TID:id?4",
	ops AS "NumGPUOps:count?1",
	level AS "Lvl:id?3",
	gpu_children AS "NumChild:count?5",
	id AS "RangeId:id?8",
	parent AS "ParentId:id?8",
	path AS "RangeStack:text?9"
FROM range
WHERE ops > 0
ORDER BY gpu_start, gpu_end DESC, thread, start, end DESC, id;

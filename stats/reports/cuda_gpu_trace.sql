-- CUDA GPU trace
--
-- Each kernel, copy, fill and graph on the GPU, by time.
--
-- alias: gputrace
-- needs: operations, details
-- names: kernels

SELECT
	start AS "Start:at",
	ns AS "Duration:ns",
	correlation AS "CorrId:id?7",
	grid_x AS "GrdX:id?5",
	grid_y AS "GrdY:id?5",
	grid_z AS "GrdZ:id?5",
	block_x AS "BlkX:id?5",
	block_y AS "BlkY:id?5",
	block_z AS "BlkZ:id?5",
	registers AS "Reg/Trd:id?6",
	static_shared / 1e6 AS "StcSMem:MB.3?8",
	dynamic_shared / 1e6 AS "DymSMem:MB.3?8",
	bytes / 1e6 AS "Bytes:MB.3?1",
	bytes * 1e3 / ns AS "Throughput:MB/s.3?1",
	-- nsys puts the kind of memory of a fill under this heading
	iif(kind_id = 2, dst_kind, src_kind) AS "SrcMemKd:text?4",
	iif(kind_id = 2, NULL, dst_kind) AS "DstMemKd:text?4",
	ifnull(device_name || ' ', '') || '(' || device || ')' AS "Device:text?6",
	context AS "Ctx:id?7",
	green_context AS "GreenCtx:id?9",
	stream AS "Strm:id?2",
	ifnull(operation, '') AS "Name:text"
FROM op
ORDER BY start;

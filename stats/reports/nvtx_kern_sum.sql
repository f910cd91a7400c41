-- NVTX range kernel summary
--
-- Time of kernels by the NVTX ranges that contain their launch: every such range is credited, not
-- only the innermost. Kernels in no range are listed without one.
--
-- alias: nvtxkernsum
-- needs: kernels, ranges
-- names: kernels
-- takes: sums

-- Its columns: the rows are made by range_kernels.c.
SELECT
	NULL AS "NVTX Range:text",
	NULL AS "Style:text?9",
	NULL AS "PID:id?8",
	NULL AS "TID:id?7",
	NULL AS "NVTX Inst:count?2",
	NULL AS "Kern Inst:count?1",
	NULL AS "Total Time:ns",
	NULL AS "Avg:ns.1?2",
	NULL AS "Med:ns.1?3",
	NULL AS "Min:ns?5",
	NULL AS "Max:ns?4",
	NULL AS "StdDev:ns.1?6",
	NULL AS "Kernel Name:text";

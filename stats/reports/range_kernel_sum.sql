-- Kernels by kind of range
--
-- Time of kernels by the kinds of NVTX ranges that contain their launch: ranges whose names differ only
-- in digits are one kind, "Layer N". Share is of the kind's time, Per Range the mean over the ranges of
-- the kind that have kernels. A kernel counts once in each kind; kernels in no range are listed without
-- one.
--
-- needs: kernels, ranges
-- names: kernels
-- takes: sums

-- Its columns: the rows are made by range_kernels.c.
SELECT
	NULL AS "NVTX Range:text",
	NULL AS "Share:%.1",
	NULL AS "Total Time:ns",
	NULL AS "Kern Inst:count?1",
	NULL AS "Range Inst:count?3",
	NULL AS "Per Range:ns.1?4",
	NULL AS "Avg:ns.1?2",
	NULL AS "Med:ns.1?3",
	NULL AS "Min:ns?5",
	NULL AS "Max:ns?4",
	NULL AS "StdDev:ns.1?6",
	NULL AS "Kernel Name:text";

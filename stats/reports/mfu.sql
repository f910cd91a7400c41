-- Ranges against the limits of the hardware
--
-- Model FLOPs utilization by range. FLOP are those of matrix products, convolutions and attention, from
-- the shapes of operators (PyTorch's profiler with record_shapes=True), or as --flops states them. MFU
-- is the time that they take at the peak, in percent of the wall time on the GPU (of a step: up to the
-- next one); Busy MFU in percent of the time that the GPU was busy. Counted is the share of the busy
-- time in operators with FLOP. Least Time is what these operators take at the peaks of the matrix units
-- and of memory, and Roof is that in percent of their time. Figures over 100 % are not shown.
--
-- needs: operations, ranges, flops

-- Its columns: the rows are made by mfu.c.
SELECT
	NULL AS "Range:text",
	NULL AS "MFU:%.1",
	NULL AS "Busy MFU:%.1",
	NULL AS "Roof:%.1?1",
	NULL AS "Bound:word?1",
	NULL AS "Wall:ns?2",
	NULL AS "GPU Busy:ns?2",
	NULL AS "Counted:%.1?3",
	NULL AS "Least Time:ns?4",
	NULL AS "GFLOP:count.3?5",
	NULL AS "TFLOP/s:count.1?3",
	NULL AS "Peak TFLOP/s:count.1?6",
	NULL AS "Bytes:MB.3?6",
	NULL AS "FLOP/B:count.1?5",
	NULL AS "Instances:count?4",
	NULL AS "Problem:text";

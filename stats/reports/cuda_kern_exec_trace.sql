-- CUDA kernel launches and executions
--
-- Each kernel: its launch call on the CPU, how long it then waited, and its run on the GPU. A
-- kernel that began before the call returned has not waited.
--
-- alias: kernexectrace
-- needs: kernels, calls, details
-- names: kernels

-- equal shapes are made into text once
WITH shape AS MATERIALIZED (
	SELECT shape, printf('%4d %4d %4d', grid_x, grid_y, grid_z) AS grid, printf('%4d %4d %4d', block_x, block_y, block_z) AS block
	FROM kernel
	GROUP BY shape)
SELECT
	launch_start AS "API Start:at?1",
	launch_ns AS "API Dur:ns",
	iif(queue_ns IS NULL, NULL, launch_end) AS "Queue Start:at?8",
	queue_ns AS "Queue Dur:ns",
	start AS "Kernel Start:at?7",
	ns AS "Kernel Dur:ns",
	total_ns AS "Total Dur:ns?2",
	launch_pid AS "PID:id?5",
	launch_tid AS "TID:id?5",
	device AS "DevId:id?5",
	ifnull(launch, '') AS "API Function:text?3",
	grid AS "GridXYZ:text?6",
	block AS "BlockXYZ:text?6",
	ifnull(name, '') AS "Kernel Name:text"
FROM kernel LEFT JOIN shape USING (shape)
WHERE launch_start IS NOT NULL
ORDER BY launch_start;

-- CUDA GPU kernels by grid and block
--
-- Time of kernels by name and by the sizes of their grid and block.
--
-- alias: gpukernsum
-- needs: kernels, details
-- names: kernels

-- each file:
SELECT name_id, grid_x, grid_y, grid_z, block_x, block_y, block_z, ns, count(*) AS n
FROM kernel
GROUP BY name_id, grid_x, grid_y, grid_z, block_x, block_y, block_z, ns;

-- all files:
SELECT
	ifnull(100.0 * sum(ns, n) / nullif(total(sum(ns, n)) OVER (), 0), 0.0) AS "Time:%.1",
	sum(ns, n) AS "Total Time:ns",
	sum(n) AS "Instances:count?1",
	avg(ns, n) AS "Avg:ns.1?2",
	median(ns, n) AS "Med:ns.1?3",
	min(ns) AS "Min:ns?5",
	max(ns) AS "Max:ns?4",
	stddev(ns, n) AS "StdDev:ns.1?6",
	printf('%4d %4d %4d', grid_x, grid_y, grid_z) AS "GridXYZ:text?1",
	printf('%4d %4d %4d', block_x, block_y, block_z) AS "BlockXYZ:text?1",
	name(name_id) AS "Name:text"
FROM pooled
GROUP BY name_id, grid_x, grid_y, grid_z, block_x, block_y, block_z
ORDER BY 2 DESC, 11, 9, 10;

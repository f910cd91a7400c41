-- CUDA GPU summary
--
-- Time of kernels, copies and fills in one list.
--
-- alias: gpusum
-- needs: operations, details
-- names: kernels
-- takes: sums

-- each file:
SELECT kind_id, operation_id, kernel_name_id, sum(ns) AS ns, sum(count) AS count, min, max
FROM op
WHERE kind_id < 3
GROUP BY kind_id, operation_id, kernel_name_id, min, max;

-- all files:
SELECT
	ifnull(100.0 * sum(ns) / nullif(total(sum(ns)) OVER (), 0), 0.0) AS "Time:%.1",
	sum(ns) AS "Total Time:ns",
	sum(count) AS "Instances:count?1",
	1.0 * sum(ns) / sum(count) AS "Avg:ns.1?2",
	median(min, count, max) AS "Med:ns.1?3",
	min(min) AS "Min:ns?5",
	max(max) AS "Max:ns?4",
	stddev(min, count, max) AS "StdDev:ns.1?6",
	iif(kind_id = 0, 'CUDA_KERNEL', 'MEMORY_OPER') AS "Category:text?1",
	iif(kind_id = 0, name(kernel_name_id), operation_name(operation_id)) AS "Operation:text"
FROM pooled
GROUP BY kind_id, operation_id, kernel_name_id
ORDER BY 2 DESC, kind_id > 0, operation_id, 10;

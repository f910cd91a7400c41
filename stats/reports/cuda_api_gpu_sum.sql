-- CUDA API and GPU summary
--
-- Time of API calls on the CPU, and of kernels, copies and fills on the GPU, in one list: the two
-- overlap, so their sum is not a time.
--
-- alias: apigpusum
-- needs: calls, details
-- names: kernels
-- of: threads

-- each file:
SELECT kind_id + 1 AS kind, operation_id, kernel_name_id, ns, count(*) AS n
FROM op
WHERE kind_id < 3
GROUP BY kind_id, operation_id, kernel_name_id, ns
UNION ALL
SELECT 0, NULL, call_name_id, ns, count(*)
FROM api
GROUP BY call_name_id, ns;

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
	iif(kind = 0, 'CUDA_API', iif(kind = 1, 'CUDA_KERNEL', 'MEMORY_OPER')) AS "Category:text?1",
	iif(kind < 2, name(kernel_name_id), operation_name(operation_id)) AS "Operation:text"
FROM pooled
GROUP BY kind, operation_id, kernel_name_id
ORDER BY 2 DESC, min(kind, 2), operation_id, 10;

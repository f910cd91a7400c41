-- CUDA GPU memory operations by size
--
-- Bytes of copies, by their direction, and of fills. 1 MB is 10^6 bytes.
--
-- alias: gpumemsizesum
-- needs: copies, details

-- each file:
SELECT operation_id, bytes FROM op WHERE operation_id IS NOT NULL;

-- all files:
SELECT
	sum(bytes) / 1e6 AS "Total:MB.3",
	count(*) AS "Count:count?1",
	avg(bytes) / 1e6 AS "Avg:MB.3?2",
	median(bytes) / 1e6 AS "Med:MB.3?3",
	min(bytes) / 1e6 AS "Min:MB.3?5",
	max(bytes) / 1e6 AS "Max:MB.3?4",
	stddev(bytes) / 1e6 AS "StdDev:MB.3?6",
	operation_name(operation_id) AS "Operation:text"
FROM pooled
GROUP BY operation_id
ORDER BY sum(bytes) DESC, operation_id;

-- CUDA GPU memory operations by size
--
-- Bytes of copies, by their direction, and of fills. 1 MB is 10^6 bytes.
--
-- alias: gpumemsizesum
-- needs: copies, details

-- each file:
SELECT operation_id, bytes, count(*) AS n
FROM op
WHERE operation_id IS NOT NULL
GROUP BY operation_id, bytes;

-- all files:
SELECT
	sum(bytes, n) / 1e6 AS "Total:MB.3",
	sum(n) AS "Count:count?1",
	avg(bytes, n) / 1e6 AS "Avg:MB.3?2",
	median(bytes, n) / 1e6 AS "Med:MB.3?3",
	min(bytes) / 1e6 AS "Min:MB.3?5",
	max(bytes) / 1e6 AS "Max:MB.3?4",
	stddev(bytes, n) / 1e6 AS "StdDev:MB.3?6",
	operation_name(operation_id) AS "Operation:text"
FROM pooled
GROUP BY operation_id
ORDER BY sum(bytes, n) DESC, operation_id;

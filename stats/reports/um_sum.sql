-- Unified memory
--
-- Migrations and page faults of unified memory, by virtual address.
--
-- alias: unifiedmemory
-- needs: pages
-- of: threads

-- each file:
WITH page AS (
	SELECT start, "end", coalesce(virtualAddress, address) AS address,
		CASE WHEN copyKind = 11 THEN bytes END AS to_device,
		CASE WHEN copyKind = 12 THEN bytes END AS to_host,
		NULL AS cpu_faults, NULL AS gpu_faults
	FROM export.CUPTI_ACTIVITY_KIND_MEMCPY WHERE copyKind IN (11, 12)
	UNION ALL SELECT start, "end", coalesce(virtualAddress, address), NULL, NULL, 1, NULL
	FROM export.CUDA_UM_CPU_PAGE_FAULT_EVENTS
	UNION ALL SELECT start, "end", coalesce(virtualAddress, address), NULL, NULL, NULL,
		max(0, ifnull(numberOfPageFaults, 0))
	FROM export.CUDA_UM_GPU_PAGE_FAULT_EVENTS)
SELECT address, sum(to_device) AS to_device, sum(to_host) AS to_host,
	sum(cpu_faults) AS cpu_faults, sum(gpu_faults) AS gpu_faults,
	sum(CASE WHEN ifnull(cpu_faults, gpu_faults) IS NULL
		THEN ifnull("end", start) - start ELSE 0 END) AS ns
FROM page
WHERE address IS NOT NULL AND start <= ifnull("end", start)
GROUP BY address;

-- all files:
SELECT
	printf('0x%llX', address) AS "Virtual Address:word",
	sum(to_device) / 1e6 AS "HtoD Migration Size:MB.3",
	sum(to_host) / 1e6 AS "DtoH Migration Size:MB.3",
	sum(cpu_faults) AS "CPU Page Faults:count",
	sum(gpu_faults) AS "GPU Page Faults:count",
	(total(to_device) + total(to_host)) * 1e3 / nullif(sum(ns), 0)
		AS "Migration Throughput:MB/s.3"
FROM pooled
GROUP BY address
ORDER BY 6 DESC, address < 0, address;

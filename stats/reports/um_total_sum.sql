-- Unified memory totals
--
-- All migrations and page faults of unified memory.
--
-- alias: unifiedmemorytotals
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
	sum(cpu_faults) AS cpu_faults, sum(gpu_faults) AS gpu_faults
FROM page
WHERE address IS NOT NULL AND start <= ifnull("end", start)
GROUP BY address;

-- all files:
SELECT
	total(to_device) / 1e6 AS "Total HtoD Migration Size:MB.3",
	total(to_host) / 1e6 AS "Total DtoH Migration Size:MB.3",
	ifnull(sum(cpu_faults), 0) AS "Total CPU Page Faults:count",
	ifnull(sum(gpu_faults), 0) AS "Total GPU PageFaults:count",
	-- addresses have no sign
	printf('0x%llX', ifnull(min(CASE WHEN address >= 0 THEN address END), min(address)))
		AS "Minimum Virtual Address:word",
	printf('0x%llX', ifnull(max(CASE WHEN address < 0 THEN address END), max(address)))
		AS "Maximum Virtual Address:word"
FROM pooled
GROUP BY NULL;

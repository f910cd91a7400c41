-- Unified memory: page faults of the CPU
--
-- Page faults of the CPU in unified memory, by the instruction that caused them.
--
-- alias: umcpupagefaults
-- needs: pages
-- of: threads

-- each file:
SELECT string_id(CpuInstruction) AS name_id, count(*) AS n
FROM export.CUDA_UM_CPU_PAGE_FAULT_EVENTS
WHERE coalesce(virtualAddress, address) IS NOT NULL AND start <= ifnull("end", start)
GROUP BY 1;

-- all files:
SELECT sum(n) AS "CPU Page Faults:count", name(name_id) AS "CPU Instruction Address:text"
FROM pooled
GROUP BY name_id
ORDER BY 1 DESC, name_id;

-- CUDA calls that synchronise
--
-- Calls in which the CPU waits for a device or a stream: cudaDeviceSynchronize,
-- cudaStreamSynchronize and the driver's own; the longest first.
--
-- needs: calls
-- of: threads

-- each file:
SELECT file() AS file, ns, start, pid, tid, name_id
FROM api
WHERE name GLOB 'cudaDeviceSynchronize*' OR name GLOB 'cudaStreamSynchronize*'
	OR name GLOB 'cuCtxSynchronize*' OR name GLOB 'cuStreamSynchronize*';

-- all files:
SELECT
	file AS ":file",
	ns AS "Duration:ns",
	start AS "Start:at",
	pid AS "PID:id?1",
	tid AS "TID:id?1",
	call_name(name_id) AS "API Name:text"
FROM pooled
ORDER BY ns DESC;

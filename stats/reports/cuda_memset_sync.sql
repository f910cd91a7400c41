-- CUDA fills that block
--
-- Fills of pinned or managed memory by a call without Async, which make the CPU wait.
--
-- needs: copies, calls, details

-- each file:
SELECT file() AS file, ns, start, src_kind, dst_kind, bytes, pid, device, context, stream, launch_name_id
FROM op
WHERE kind_id = 2 AND (launch GLOB 'cudaMemset*' OR launch GLOB 'cuMemset*')
	AND launch NOT LIKE '%async%' AND dst_kind IN ('Pinned', 'Managed');

-- all files:
SELECT
	file AS ":file",
	ns AS "Duration:ns",
	start AS "Start:at",
	ifnull(dst_kind, '') AS "Memory Kind:text",
	bytes / 1e6 AS "Bytes:MB.3",
	pid AS "PID:id?2",
	device AS "Device ID:id?1",
	context AS "Context ID:id?4",
	stream AS "Stream ID:id?3",
	call_name(launch_name_id) AS "API Name:text"
FROM pooled
ORDER BY ns DESC;

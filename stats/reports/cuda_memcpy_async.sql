-- CUDA copies that are not asynchronous
--
-- Copies by an Async call from or to pageable memory, for which the CPU waits anyway: pinned
-- memory helps.
--
-- needs: copies, calls, details

-- each file:
SELECT file() AS file, ns, start, src_kind, dst_kind, bytes, pid, device, context, stream, launch_name_id
FROM op
WHERE kind_id = 1 AND (launch GLOB 'cudaMemcpy*' OR launch GLOB 'cuMemcpy*')
	AND launch LIKE '%async%' AND (src_kind = 'Pageable' OR dst_kind = 'Pageable');

-- all files:
SELECT
	file AS ":file",
	ns AS "Duration:ns",
	start AS "Start:at",
	ifnull(src_kind, '') AS "Src Kind:text",
	ifnull(dst_kind, '') AS "Dst Kind:text",
	bytes / 1e6 AS "Bytes:MB.3",
	pid AS "PID:id?2",
	device AS "Device ID:id?1",
	context AS "Context ID:id?4",
	stream AS "Stream ID:id?3",
	call_name(launch_name_id) AS "API Name:text"
FROM pooled
ORDER BY ns DESC;

-- CUDA copies that block
--
-- Copies by a call without Async, which make the CPU wait; except those within a device, and
-- those of at most 64,000 bytes to a device.
--
-- needs: copies, calls, details

-- each file:
SELECT file() AS file, ns, start, src_kind, dst_kind, bytes, pid, device, context, stream, launch_name_id
FROM op
WHERE kind_id = 1 AND (launch GLOB 'cudaMemcpy*' OR launch GLOB 'cuMemcpy*')
	AND launch NOT LIKE '%async%' AND ifnull(copy_kind, 0) <> 8
	AND NOT (ifnull(copy_kind, 0) = 1 AND bytes <= 64000);

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

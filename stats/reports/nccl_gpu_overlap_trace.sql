-- What NCCL kernels overlap with
--
-- Each kernel of NCCL (by its name), and the share of its time in which another one of them, or any
-- other kernel, also ran on the device.
--
-- needs: kernels

SELECT
	name AS "Name:text",
	start AS "Start:at",
	"end" AS "End:at?2",
	pid AS "PID:id?1",
	device AS "DeviceID:id?1",
	ifnull(100.0 * busy_ns('overlap', process, device, start, "end") / nullif(ns, 0), 0.0) AS "Communication:%.1",
	ifnull(100.0 * busy_ns('compute', process, device, start, "end") / nullif(ns, 0), 0.0) AS "Compute:%.1"
FROM kernel
WHERE name GLOB 'nccl*' OR name GLOB 'void nccl*'
ORDER BY start, id;

-- CUDA kernel launch and execution summary
--
-- Per kernel and launch call: the total time (T) from the start of the call to the end of the
-- kernel, that of the call (A), of the wait after it (Q, of the QCount launches that had one),
-- and of the kernel (K).
--
-- alias: kernexecsum
-- needs: kernels, calls, details
-- names: kernels

-- each file:
SELECT own_pid, own_tid, device, call_name_id, name_id, total_ns AS t, launch_ns AS a, queue_ns AS q, ns AS k
FROM kernel
WHERE launch_start IS NOT NULL;

-- all files:
SELECT
	own_pid AS "PID:id?9",
	own_tid AS "TID:id?9",
	device AS "DevId:id?9",
	count(*) AS "Count:count",
	count(q) AS "QCount:count?2",
	avg(t) AS "TAvg:ns.1?2",
	median(t) AS "TMed:ns.1?3",
	min(t) AS "TMin:ns?5",
	max(t) AS "TMax:ns?4",
	stddev(t) AS "TStdDev:ns.1?6",
	avg(a) AS "AAvg:ns.1?2",
	median(a) AS "AMed:ns.1?3",
	min(a) AS "AMin:ns?5",
	max(a) AS "AMax:ns?4",
	stddev(a) AS "AStdDev:ns.1?6",
	avg(q) AS "QAvg:ns.1?2",
	median(q) AS "QMed:ns.1?3",
	min(q) AS "QMin:ns?5",
	max(q) AS "QMax:ns?4",
	stddev(q) AS "QStdDev:ns.1?6",
	avg(k) AS "KAvg:ns.1?2",
	median(k) AS "KMed:ns.1?3",
	min(k) AS "KMin:ns?5",
	max(k) AS "KMax:ns?4",
	stddev(k) AS "KStdDev:ns.1?6",
	name(call_name_id) AS "API Name:text?3",
	name(name_id) AS "Kernel Name:text"
FROM pooled
GROUP BY own_pid, own_tid, device, call_name_id, name_id
ORDER BY avg(t) DESC, 27, 26, device;

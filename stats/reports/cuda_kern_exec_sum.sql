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
SELECT own_pid, own_tid, device, call_name_id, name_id, total_ns AS t, NULL AS a, NULL AS q, NULL AS k, count(*) AS n
FROM kernel
WHERE launch_start IS NOT NULL
GROUP BY launch_group, total_ns
UNION ALL
SELECT own_pid, own_tid, device, call_name_id, name_id, NULL, launch_ns, NULL, NULL, count(*)
FROM kernel
WHERE launch_start IS NOT NULL
GROUP BY launch_group, launch_ns
UNION ALL
SELECT own_pid, own_tid, device, call_name_id, name_id, NULL, NULL, queue_ns, NULL, count(*)
FROM kernel
WHERE queue_ns IS NOT NULL
GROUP BY launch_group, queue_ns
UNION ALL
SELECT own_pid, own_tid, device, call_name_id, name_id, NULL, NULL, NULL, ns, count(*)
FROM kernel
WHERE launch_start IS NOT NULL
GROUP BY launch_group, ns;

-- all files:
SELECT
	own_pid AS "PID:id?9",
	own_tid AS "TID:id?9",
	device AS "DevId:id?9",
	sum(iif(k IS NULL, 0, n)) AS "Count:count",
	sum(iif(q IS NULL, 0, n)) AS "QCount:count?2",
	avg(t, n) AS "TAvg:ns.1?2",
	median(t, n) AS "TMed:ns.1?3",
	min(t) AS "TMin:ns?5",
	max(t) AS "TMax:ns?4",
	stddev(t, n) AS "TStdDev:ns.1?6",
	avg(a, n) AS "AAvg:ns.1?2",
	median(a, n) AS "AMed:ns.1?3",
	min(a) AS "AMin:ns?5",
	max(a) AS "AMax:ns?4",
	stddev(a, n) AS "AStdDev:ns.1?6",
	avg(q, n) AS "QAvg:ns.1?2",
	median(q, n) AS "QMed:ns.1?3",
	min(q) AS "QMin:ns?5",
	max(q) AS "QMax:ns?4",
	stddev(q, n) AS "QStdDev:ns.1?6",
	avg(k, n) AS "KAvg:ns.1?2",
	median(k, n) AS "KMed:ns.1?3",
	min(k) AS "KMin:ns?5",
	max(k) AS "KMax:ns?4",
	stddev(k, n) AS "KStdDev:ns.1?6",
	name(call_name_id) AS "API Name:text?3",
	name(name_id) AS "Kernel Name:text"
FROM pooled
GROUP BY own_pid, own_tid, device, call_name_id, name_id
ORDER BY avg(t, n) DESC, 27, 26, device;

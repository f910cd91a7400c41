-- Ranks side by side
--
-- One row per rank: from its first operation to its last (Span), how long its devices ran compute
-- kernels (Compute), NCCL's (Comm), only NCCL's (Exposed Comm), or nothing (Idle); overlaps count
-- once except in Comm, or twice in Compute where the files hold sums. The rank whose kernel of a
-- collective is the shortest came last (Last); the others waited (Wait) for the difference. GPU is the
-- device that computes longest. All are sums: a rank that lacks steps has less. Who is slow, rank_cost says.
--
-- needs: operations
-- takes: sums

-- each file:
SELECT * FROM rank;

-- all files:
WITH fact AS (SELECT *, ifnull(rank, -1 - label_name_id) AS key FROM pooled),
entry AS (
	SELECT key, rank, min(name(label_name_id)) AS label, min(name(node_name_id)) AS node, min(name(uuid_name_id)) AS uuid,
		count(DISTINCT uuid_name_id) AS uuids, sum(ops) AS ops, max(span_ns) AS span, sum(busy_ns) AS busy,
		sum(compute_ns) AS compute, sum(exposed_ns) AS exposed, sum(kernels_ns) AS kernels,
		sum(communication_ns) AS communication, min(span_ns IS NOT NULL) AS has_times
	FROM fact
	WHERE what_id = 0
	GROUP BY key),
device AS (SELECT key, device, sum(ns) AS ns FROM fact WHERE what_id = 3 GROUP BY key, device),
most AS (
	SELECT DISTINCT key, count(*) OVER (PARTITION BY key) AS devices,
		first_value(device) OVER (PARTITION BY key ORDER BY ns DESC, device) AS device
	FROM device),
-- files of sums have no times in which overlaps count once
judged AS (
	SELECT *, CASE WHEN (SELECT min(has_times) FROM entry) THEN compute ELSE kernels END AS computes
	FROM entry),
middle AS (SELECT median(computes) AS computes FROM judged),
waited AS (SELECT key, sum(count) AS count, sum(wait) AS wait, sum(last) AS last, sum(first) AS first FROM arrival GROUP BY key)
SELECT
	coalesce(rank, label) AS "Rank:word",
	ifnull(node, '') AS "Node:text?1",
	ifnull(device, 0) AS "GPU:id?2",
	CASE WHEN ifnull(devices, 0) <= 1 AND uuids = 1 THEN uuid ELSE '' END AS "UUID:text?12",
	ifnull(devices, 0) AS "Devices:count?11",
	ops AS "GPU Ops:count?10",
	CASE WHEN has_times THEN span END AS "Span:ns?6",
	judged.computes AS "Compute:ns",
	ifnull((judged.computes - middle.computes) * 100 / nullif(middle.computes, 0), 0.0) AS "vs Median:%.1",
	communication AS "Comm:ns?3",
	CASE WHEN has_times THEN exposed END AS "Exposed Comm:ns?5",
	CASE WHEN has_times THEN max(span * devices - busy, 0) END AS "Idle:ns?5",
	wait AS "Wait:ns?3",
	1.0 * wait / count AS "Avg Wait:ns.1?7",
	last AS "Last:count?3",
	100.0 * last / count AS "Last Share:%.1?7",
	first AS "First:count?8",
	label AS "File:text?9"
FROM middle, judged LEFT JOIN most USING (key) LEFT JOIN waited USING (key)
ORDER BY rank IS NULL, rank, label COLLATE numbers;

-- note:
SELECT group_concat("Sentence:text?9", '; ') FROM (SELECT * FROM verdict LIMIT 3);

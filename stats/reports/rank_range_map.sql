-- Ranks by range
--
-- rank_range_sum rank by rank, of the 40 ranges and collectives with the most time, compared with
-- the median rank. --format svg draws a map of ranks and ranges.
--
-- needs: kernels
-- takes: sums
-- chart: heat; x: Range; lane: Rank; difference: vs Median; more: Time

-- each file:
SELECT what_id, file_number() AS number, rank, label_name_id, node_name_id, job_name_id, uuid_name_id, ops, span_ns,
	busy_ns, compute_ns, exposed_ns, kernels_ns, communication_ns, kind_id, is_step, name_id, communicator, device, ns
FROM rank;

-- all files:
WITH fact AS (SELECT *, coalesce(rank, name(label_name_id)) AS key FROM pooled),
entry AS (
	SELECT key, rank, min(name(label_name_id)) AS label, min(name(node_name_id)) AS node,
		row_number() OVER (ORDER BY rank IS NULL, rank, min(name(label_name_id)) COLLATE numbers) AS place
	FROM fact
	WHERE what_id = 0
	GROUP BY key),
part AS (SELECT kind_id, name_id, max(is_step) AS is_step FROM fact WHERE what_id = 1 AND kind_id <> 1 GROUP BY kind_id, name_id),
time AS (SELECT key, kind_id, name_id, sum(ns) AS ns FROM fact WHERE what_id = 1 GROUP BY key, kind_id, name_id),
cell AS (
	SELECT part.*, entry.*, ifnull(ns, 0) AS ns,
		CASE WHEN kind_id = 2 THEN 'collective' WHEN kind_id = 1 OR is_step THEN 'step' ELSE 'range' END AS kind
	FROM part CROSS JOIN entry LEFT JOIN time USING (key, kind_id, name_id)),
whole AS (
	SELECT kind_id, name_id, sum(ns) AS total, median(ns) AS median
	FROM cell
	GROUP BY kind_id, name_id
	HAVING total > 0
	ORDER BY total DESC, name(name_id)
	LIMIT 40)
SELECT
	coalesce(rank, label) AS "Rank:word",
	ifnull(node, '') AS "Node:text?2",
	name(name_id) AS "Range:text",
	kind AS "Kind:text?3",
	ns AS "Time:ns",
	(ns - median) * 100 / nullif(median, 0) AS "vs Median:%.1"
FROM cell JOIN whole USING (kind_id, name_id)
ORDER BY place, total DESC, 3;

-- note:
SELECT rank_verdict(what_id, rank, label_name_id, node_name_id, job_name_id, uuid_name_id, span_ns, compute_ns,
	kernels_ns, communication_ns, kind_id, name_id, communicator, device, ns)
FROM pooled;

-- Ranks by step
--
-- How long the kernels launched in each training step take on each rank, without communication,
-- compared with the median rank. The strip above a flame graph of several ranks shows it.
--
-- needs: kernels, steps

-- each file:
SELECT * FROM rank;

-- all files:
WITH fact AS (SELECT *, coalesce(rank, name(label_name_id)) AS key FROM pooled),
entry AS (
	SELECT key, rank, min(name(label_name_id)) AS label, min(name(node_name_id)) AS node,
		row_number() OVER (ORDER BY rank IS NULL, rank, min(name(label_name_id)) COLLATE numbers) AS place
	FROM fact
	WHERE what_id = 0
	GROUP BY key),
time AS (SELECT key, step, max(compute_ns) AS ns FROM fact WHERE what_id = 4 AND step IS NOT NULL GROUP BY key, step),
cell AS (SELECT step, entry.*, ifnull(ns, 0) AS ns FROM (SELECT DISTINCT step FROM time) CROSS JOIN entry LEFT JOIN time USING (key, step)),
whole AS (SELECT step, median(ns) AS median FROM cell GROUP BY step)
SELECT
	coalesce(rank, label) AS "Rank:word",
	ifnull(node, '') AS "Node:text?2",
	'step ' || step AS "Range:text",
	ns AS "Time:ns",
	(ns - median) * 100 / nullif(median, 0) AS "vs Median:%.1"
FROM cell JOIN whole USING (step)
ORDER BY place, step;

-- note:
SELECT group_concat("Sentence:text?9", '; ') FROM (SELECT * FROM verdict LIMIT 3);

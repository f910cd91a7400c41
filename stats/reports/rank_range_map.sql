-- Ranks by range
--
-- rank_range_sum rank by rank, of the 40 ranges and collectives with the most time, compared with
-- the median rank.
--
-- needs: kernels
-- takes: sums

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
part AS (SELECT DISTINCT kind_id, name_id FROM fact WHERE what_id = 1 AND kind_id IN (0, 2)),
time AS (SELECT key, kind_id, name_id, sum(ns) AS ns FROM fact WHERE what_id = 1 GROUP BY key, kind_id, name_id),
cell AS (
	SELECT part.*, entry.*, ifnull(ns, 0) AS ns,
		CASE WHEN kind_id = 2 THEN 'collective' ELSE 'range' END AS kind
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
SELECT group_concat("Sentence:text?9", '; ') FROM (SELECT * FROM verdict LIMIT 3);

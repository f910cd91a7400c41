-- Ranges across ranks
--
-- How far ranks are apart in each range, the farthest first: the time of the kernels launched in it,
-- without communication, by rank; and in each kernel of communication. Numbers in names of ranges
-- become N. Over Med is how much longer the slowest rank (Most) takes than the median rank.
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
ordered AS (
	SELECT *, first_value(CASE WHEN rank IS NULL THEN label ELSE 'rank ' || rank END) OVER (PARTITION BY kind_id, name_id ORDER BY ns, place) AS least,
		first_value(CASE WHEN rank IS NULL THEN label ELSE 'rank ' || rank END) OVER (PARTITION BY kind_id, name_id ORDER BY ns DESC, place) AS most
	FROM cell)
SELECT
	name(name_id) AS "Range:text",
	kind AS "Kind:text?7",
	sum(ns > 0) AS "Ranks:count?6",
	avg(ns) AS "Mean:ns.1?4",
	median(ns) AS "Med:ns.1",
	min(ns) AS "Min:ns?3",
	max(ns) AS "Max:ns?2",
	stddev(ns) AS "StdDev:ns.1?5",
	max(ns) - median(ns) AS "Over Med:ns.1",
	least AS "Least:text?1",
	most AS "Most:text"
FROM ordered
GROUP BY kind_id, name_id
HAVING sum(ns) > 0
ORDER BY 9 DESC, 1;

-- note:
SELECT group_concat("Sentence:text?9", '; ') FROM (SELECT * FROM verdict LIMIT 3);

-- How long it takes
--
-- The distribution of durations of the kernel or range that :name names, or of the kernel
-- with the most time: 40 bins from the shortest to the longest.
--
-- needs: names
-- names: kernels
-- parameter: name = ; of the kernel or range
-- chart: points; x: From; value: Count; subject: Name; more: To

-- each file:
SELECT 0 AS is_range, name_id, ns, count(*) AS n FROM kernel WHERE :name IN ('', name) GROUP BY name_id, ns
UNION ALL SELECT 1, name_id, ns, count(*) FROM range WHERE is_selected AND :name <> '' AND name = :name GROUP BY name_id, ns;

-- all files:
WITH RECURSIVE one AS (
	SELECT is_range, name_id, min(ns) AS least, (max(ns) - min(ns)) / 40.0 AS width
	FROM pooled
	WHERE name_id IS NOT NULL
	GROUP BY is_range, name_id
	ORDER BY sum(ns, n) DESC
	LIMIT 1),
bin AS (SELECT 0 AS bin UNION ALL SELECT bin + 1 FROM bin, one WHERE bin < 39 AND width > 0),
filled AS (
	SELECT ifnull(min(CAST((ns - least) / nullif(width, 0) AS INTEGER), 39), 0) AS bin, sum(n) AS count
	FROM pooled JOIN one USING (is_range, name_id)
	GROUP BY 1)
SELECT
	least + width * bin AS "From:ns.1",
	least + width * (bin + 1) AS "To:ns.1",
	ifnull(count, 0) AS "Count:count",
	name(name_id) AS "Name:text"
FROM one, bin LEFT JOIN filled USING (bin)
ORDER BY bin;

-- note:
SELECT fail('no kernel or range is named ''' || :name
	|| '''; the reports cuda_gpu_kern_sum and nvtx_sum list them')
WHERE :name <> '' AND NOT EXISTS (SELECT 1 FROM pooled);

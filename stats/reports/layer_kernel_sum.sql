-- Kernels by layer
--
-- Time of kernels by layer: the number of one in the name of the outermost range that has it, such as
-- Layer 7, layers.7.mlp, DecoderLayer_7, h.7 or block_7. Share is of the layer's time. Kernels in no
-- layer come last, without one.
--
-- needs: kernels, ranges
-- names: kernels
-- takes: sums

-- each file:
SELECT layer_name_id, name_id, sum(ns) AS ns, sum(count) AS count, min, max
FROM kernel
GROUP BY layer_name_id, name_id, min, max;

-- all files:
SELECT
	ifnull(name(layer_name_id), '') AS "Layer:text",
	ifnull(100.0 * sum(ns) / nullif(sum(sum(ns)) OVER (PARTITION BY layer_name_id), 0), 0.0) AS "Share:%.1",
	sum(ns) AS "Total Time:ns",
	sum(count) AS "Kern Inst:count?1",
	1.0 * sum(ns) / sum(count) AS "Avg:ns.1?2",
	median(min, count, max) AS "Med:ns.1?3",
	min(min) AS "Min:ns?5",
	max(max) AS "Max:ns?4",
	stddev(min, count, max) AS "StdDev:ns.1?6",
	name(name_id) AS "Kernel Name:text"
FROM pooled
GROUP BY layer_name_id, name_id
ORDER BY layer_name_id IS NULL, name(layer_name_id) COLLATE numbers, 3 DESC, 10;

-- note:
SELECT CASE WHEN count(layer_name_id) = 0 THEN
	'no range has the number of a layer, such as Layer 7 or layers.7.mlp' END
FROM pooled;

-- Critical path
--
-- What determines how long the program takes: each nanosecond of its wall time is attributed to the
-- operation, the call of CUDA or the innermost NVTX range of a thread that the rest waited for, or to
-- the gap before an operation. Share is of the wall time. Off Path is the hidden time of an operation
-- or call: making it faster saves nothing. gpuflame collapse --value critical shows the path by
-- range.
--
-- needs: path
-- names: kernels

-- each file:
SELECT kind_id, name_id, sum(ns) AS path_ns, count(*) AS pieces, NULL AS all_ns FROM path GROUP BY kind_id, name_id
UNION ALL SELECT kind_id, name_id, 0, 0, sum(ns) FROM op GROUP BY kind_id, name_id
UNION ALL SELECT 6, name_id, 0, 0, sum(ns) FROM api GROUP BY name_id;

-- all files:
WITH part AS (
	SELECT kind_id, name_id, sum(path_ns) AS ns, sum(pieces) AS pieces, ifnull(sum(all_ns), 0) AS all_ns
	FROM pooled
	GROUP BY kind_id, name_id)
SELECT
	ifnull(100.0 * ns / nullif(sum(ns) OVER (), 0), 0.0) AS "Share:%.1",
	ns AS "On Path:ns",
	pieces AS "Pieces:count?2",
	CASE WHEN all_ns > 0 THEN max(all_ns - ns, 0) END AS "Off Path:ns?1",
	CASE kind_id WHEN 0 THEN 'kernel' WHEN 1 THEN 'copy' WHEN 2 THEN 'fill' WHEN 3 THEN 'graph'
		WHEN 4 THEN 'launch latency' WHEN 5 THEN 'GPU wait' WHEN 6 THEN 'call' ELSE 'CPU' END AS "Kind:text",
	ifnull(CASE kind_id WHEN 6 THEN call_name(name_id) ELSE name(name_id) END, '') AS "Name:text"
FROM part
ORDER BY 2 DESC, all_ns DESC, kind_id, name(name_id);

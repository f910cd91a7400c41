-- NCCL calls by message size
--
-- Collectives by name and message size, from NCCL's NVTX payloads, projected to the GPU: Alg BW is
-- bytes per time (of all ranks together where each has its own part: gathers, scatters,
-- all-to-all); Bus BW is what the busiest link carries, by the factors of nccl-tests, where the
-- number of ranks is known. --format svg plots the time of a call over the message size.
--
-- needs: nccl, operations
-- chart: points; x: Bytes; value: Med; low: Min; high: Max; series: Name, Ranks; more: Count, Bus BW

-- each file:
-- Calls that create communicators say how many ranks these have; those that do not name theirs
-- (before NCCL 2.24) are of the largest. The size is "Message size [bytes]" or, of older NCCLs, a
-- bare number.
WITH call AS (
	SELECT id, name_id, gpu_end - gpu_start AS ns, ops, payload, json, json_number(json, 'NCCL communicator ID') AS communicator
	FROM range
	WHERE domain = 'NCCL' AND (json IS NOT NULL OR payload IS NOT NULL)),
created AS (
	SELECT id, communicator, coalesce(json_number(json, 'No. of ranks'), json_number(json, 'nranks')) AS ranks
	FROM call),
known AS (
	SELECT communicator, ranks, max(id) FROM created WHERE communicator IS NOT NULL AND ranks IS NOT NULL GROUP BY communicator)
SELECT
	name_id,
	ns,
	coalesce(json_number(json, 'Message size'), json_number(json, 'Bytes'),
		CASE WHEN typeof(payload) = 'integer' AND payload > 0 THEN payload WHEN typeof(payload) = 'text' THEN 9223372036854775807 END) AS bytes,
	nullif(CASE WHEN communicator IS NULL THEN (SELECT max(ranks) FROM created) ELSE ranks END, 0) AS ranks
FROM call LEFT JOIN known USING (communicator)
WHERE ops > 0 AND bytes IS NOT NULL;

-- all files:
-- nccl-tests ("GetBw" of each): what algorithm bandwidth counts of the size, and the fraction of
-- that on the busiest link. Where each rank has its own part, NCCL states the size of one.
WITH size AS (
	SELECT name_id, bytes, ranks, count(*) AS count, sum(ns) AS total, avg(ns) AS mean, median(ns) AS median,
		min(ns) AS least, max(ns) AS most, stddev(ns) AS deviation,
		1.0 * bytes * count(*) / nullif(sum(ns), 0) AS rate,
		CASE WHEN instr(name(name_id), 'AllReduce') THEN 1
			WHEN name(name_id) GLOB '*Gather*' OR name(name_id) GLOB '*Scatter*' OR name(name_id) GLOB '*All[tT]oAll*' THEN 2
		END AS kind
	FROM pooled
	GROUP BY name_id, bytes, ranks),
rated AS (
	SELECT *, rate * CASE kind WHEN 2 THEN ranks ELSE 1 END AS algorithm,
		CASE kind WHEN 1 THEN 2.0 * (ranks - 1) / ranks WHEN 2 THEN 1.0 * (ranks - 1) / ranks ELSE ranks > 0 END AS link
	FROM size)
SELECT
	name(name_id) AS "Name:text",
	bytes AS "Bytes:count",
	ranks AS "Ranks:count?3",
	count AS "Count:count",
	total AS "Total Time:ns?1",
	mean AS "Avg:ns.1?2",
	median AS "Med:ns.1?3",
	least AS "Min:ns?5",
	most AS "Max:ns?4",
	deviation AS "StdDev:ns.1?6",
	algorithm AS "Alg BW:GB/s.3",
	algorithm * nullif(link, 0) AS "Bus BW:GB/s.3"
FROM rated
ORDER BY 1, 2, 3;

-- Training steps
--
-- Each step, from the end of the one before (the first one: from the start of its range) to the end
-- of its last operation: how long devices were busy and idle, how long only NCCL's kernels ran (Exposed
-- Comm), and the longest range directly in it. Outliers exceed the third quartile by more than 1.5
-- times the interquartile range, and the median by more than 10 %; of a server, those of prefill, of
-- decode and of mixed batches.
-- A picture with --format svg.
--
-- needs: steps, operations
-- chart: points; x: Start; value: Wall, GPU Busy, Exposed Comm; series: PID; more: Step, Outlier

-- means over the devices that the process used
WITH time AS (
	SELECT step, sum(busy_ns) / devices AS busy, sum(exposed_ns) / devices AS exposed
	FROM step_phase
	WHERE devices > 0
	GROUP BY step),
phase AS (
	SELECT parent, name, max(gpu_end - gpu_start) AS ns
	FROM range
	WHERE ops > 0 AND parent IN (SELECT range FROM step)
	GROUP BY parent),
fence AS (
	SELECT batch, max(quantile(ns, 0.75) + 1.5 * (quantile(ns, 0.75) - quantile(ns, 0.25)),
		1.1 * quantile(ns, 0.5)) AS ns
	FROM step
	GROUP BY batch)
SELECT
	step.name AS "Step:text",
	pid AS "PID:id?6",
	start AS "Start:at?5",
	step.ns AS "Wall:ns",
	ifnull(busy, 0) AS "GPU Busy:ns",
	max(step.ns - ifnull(busy, 0), 0) AS "Idle:ns",
	ifnull(exposed, 0) AS "Exposed Comm:ns?1",
	ops AS "Launches:count?4",
	ifnull(phase.name, '') AS "Longest Phase:text?3",
	phase.ns AS "Phase Time:ns?3",
	CASE WHEN step.ns > fence.ns THEN 'slow' ELSE '' END AS "Outlier:text?2"
FROM step JOIN fence USING (batch) LEFT JOIN time ON time.step = step.id LEFT JOIN phase ON parent = range
ORDER BY pid, start, id;

-- Training steps by phase
--
-- step_sum by phase (data, forward, backward, optimizer, denoise, or prefill, decode, mixed, by the names of ranges): the step's wall
-- time divided up, so that a step's rows add up to it. Idle is the time before a phase's operations;
-- time after the step's last one is in [no phase]. Outliers are long for their phase, by the rule of
-- step_sum.
--
-- needs: steps, operations

-- means over the devices that the process used
WITH share AS (
	SELECT step, phase, phase_id, (busy_ns + idle_ns) / devices AS wall, busy_ns / devices AS busy,
		exposed_ns / devices AS exposed, ops
	FROM step_phase
	WHERE busy_ns > 0 OR idle_ns > 0 OR ops > 0),
fence AS (
	SELECT phase_id, quantile(wall, 0.75) + 1.5 * (quantile(wall, 0.75) - quantile(wall, 0.25)) AS ns
	FROM share
	GROUP BY phase_id)
SELECT
	name AS "Step:text",
	phase AS "Phase:text",
	pid AS "PID:id?4",
	wall AS "Wall:ns",
	busy AS "GPU Busy:ns",
	wall - busy AS "Idle:ns",
	exposed AS "Exposed Comm:ns?1",
	share.ops AS "GPU Ops:count?3",
	CASE WHEN wall > fence.ns THEN 'slow' ELSE '' END AS "Outlier:text?2"
FROM share JOIN fence USING (phase_id) JOIN step ON step.id = step
ORDER BY pid, start, step, phase_id;

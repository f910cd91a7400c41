-- What slow ranks cost
--
-- Who makes the others wait, the costliest first: ranks, nodes whose ranks are slow alike, stages of a
-- pipeline, but first the one that saves most alone; why and since when; how much longer they take than
-- the usual rank in each of their steps (Cost), and how much a mean step would be shorter if they did not,
-- once those above are fixed, too (Saves). A rank's own time is all but
-- communication that nothing hides. Slow is what exceeds the lower quartile of all ranks by 4 times what
-- the half of them that is closest together differs by, and by 1 % of the step; all others are usual.
--
-- needs: operations
-- takes: sums

-- each file:
SELECT * FROM rank;

-- table ours:
-- of a rank that several jobs have, those of the job with most ranks, or the last of these
WITH job AS (SELECT job_name_id, count(DISTINCT rank) AS ranks FROM pooled WHERE what_id = 0 GROUP BY 1),
best AS (SELECT rank, job_name_id, row_number() OVER (PARTITION BY rank ORDER BY ranks DESC, name(job_name_id) DESC) AS choice
	FROM (SELECT DISTINCT rank, job_name_id FROM pooled WHERE what_id = 0 AND rank IS NOT NULL) JOIN job USING (job_name_id))
SELECT pooled.*, ifnull(rank, -1 - label_name_id) AS key
FROM pooled
WHERE (rank, job_name_id) NOT IN (SELECT rank, job_name_id FROM best WHERE choice > 1) OR rank IS NULL OR job_name_id IS NULL;

-- table entry:
SELECT key, rank, min(name(label_name_id)) AS label, min(name(node_name_id)) AS node, min(name(uuid_name_id)) AS uuid,
	count(DISTINCT uuid_name_id) AS uuids, max(world) AS world
FROM ours
WHERE what_id = 0
GROUP BY key;

-- table world:
SELECT count(*) AS ranks, max(ifnull(max(world), 0), max(rank) + 1) AS numbers, count(DISTINCT nullif(node, '')) AS nodes,
	count(rank) = count(*) AND (max(world) > 0 OR count(*) > 2) AS numbered
FROM entry;

-- table absent:
SELECT CASE sum(last - first + 1) WHEN 1 THEN 'rank ' || first || ' is missing' ELSE 'ranks ' || group_concat(CASE last WHEN first THEN first ELSE first || '-' || last END, ', ') || CASE number WHEN count(*) THEN '' ELSE ' and more' END || ' are missing' END AS text
FROM (SELECT before + 1 AS first, rank - 1 AS last, count(*) OVER () AS number, row_number() OVER (ORDER BY rank) AS place
	FROM (SELECT rank, ifnull(lag(rank) OVER (ORDER BY rank), -1) AS before FROM (SELECT rank FROM entry UNION SELECT numbers FROM world))
	WHERE rank > before + 1 AND (SELECT numbered FROM world))
WHERE place <= 8
HAVING count(*) > 0;

-- table mine:
-- of each rank and step; a step that was recorded twice, or in two processes, is the longer one
SELECT key, ifnull(step, -1) AS step, max(own_ns / steps) AS own, max(compute_ns / steps) AS compute,
	max(exposed_ns / steps) AS exposed, ifnull(max(data_ns), 0) AS data, ifnull(max(late_ns), 0) AS late, max(collectives / steps) AS number
FROM ours
WHERE what_id = 4
GROUP BY key, step;

-- table known:
-- sums have no own time, but who spends less in collectives than others comes later by that
SELECT min(own IS NOT NULL) AS own, max(number) > 0 AS waits, CASE WHEN max(step) < 0 THEN ' in all' ELSE ' a step' END AS each FROM mine;

-- table whole:
-- without steps, ranks are compared that ran as many collectives; a step that was cut has fewer
SELECT mine.*, CASE WHEN known.own THEN mine.own WHEN known.waits THEN -exposed ELSE compute END AS spent,
	(count(*) OVER (PARTITION BY step) / 4) / (count(*) OVER (PARTITION BY step) - 1.0) AS quarter
FROM mine JOIN (SELECT key, median(number) AS number FROM mine GROUP BY key) AS often USING (key) CROSS JOIN known
WHERE mine.number = often.number AND (step >= 0 OR mine.number = (SELECT median(number) FROM mine WHERE step < 0));

-- table level:
-- half of the ranks may be slow; of two or three, the fastest is the usual one
SELECT step, quantile(spent, quarter) AS spent, median(ifnull(own, compute) + exposed) AS length,
	median(ifnull(own, compute)) + min(exposed) AS unhindered, max(exposed) - min(exposed) AS wait, quantile(compute, quarter) AS compute,
	quantile(ifnull(own, compute), quarter) + min(exposed) AS bare
FROM whole
GROUP BY step
HAVING count(*) > 1;

-- table scale:
-- a step that is long for all, an outlier as in findings, has what it computes longer as a usual step does
SELECT step, bare > fence AS rare, CASE WHEN bare > fence AND compute > usual THEN usual / compute ELSE 1 END AS scale,
	CASE WHEN compute BETWEEN 0.8 * usual AND 1.25 * usual OR compute <= 0 THEN 1 ELSE min(4, usual / compute) END AS even
FROM level CROSS JOIN (SELECT 1.0 * median(compute) AS usual, CASE WHEN count(*) < 5 THEN 2 * median(bare)
		ELSE max(2.5 * quantile(bare, 0.75) - 1.5 * quantile(bare, 0.25), 1.1 * median(bare)) END AS fence
	FROM level);

-- table apart:
SELECT key, more, steps, (count(*) OVER () / 4) / (count(*) OVER () - 1.0) AS quarter,
	nth_value(more, (SELECT (count(DISTINCT key) + 1) / 2 FROM whole)) OVER (ORDER BY more ROWS BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING) - more AS half
FROM (SELECT key, avg(whole.spent - level.spent - (1 - scale) * (whole.compute - level.compute)) AS more, count(*) AS steps
	FROM whole JOIN level USING (step) JOIN scale USING (step) GROUP BY key);

-- table usual:
SELECT quantile(more, quarter) AS middle, min(more) AS fastest, length, unhindered,
	(4 + 16.0 / count(*)) * CASE WHEN count(*) > 2 THEN min(half) ELSE 0 END AS ns, count(*) AS ranks, median(steps) AS steps
FROM apart CROSS JOIN (SELECT median(length) AS length, median(unhindered) AS unhindered FROM level);

-- table near:
-- whom nobody would wait for if the slowest were not there; among these, others may stand out
SELECT key, more, nth_value(more, (SELECT (count(*) + 1) / 2 FROM apart CROSS JOIN usual WHERE more - middle <= max(0.01 * unhindered, ns)))
	OVER (ORDER BY more ROWS BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING) - more AS half
FROM apart CROSS JOIN usual
WHERE more - middle <= max(0.01 * unhindered, ns);

-- table least:
SELECT middle, fastest, length, max(0.01 * unhindered, min(ns, (SELECT (4 + 16.0 / count(*)) * CASE WHEN count(*) > 2 THEN min(half) ELSE 0 END FROM near)), CASE
		WHEN ranks < 4 AND steps < 2 THEN 0.05 * unhindered ELSE 0 END) AS ns
FROM usual;

-- table quick:
SELECT CASE number WHEN 1 THEN ifnull('rank ' || rank, label) ELSE number || ' of ' || ranks || ' (' || group_concat(ifnull(rank, label), ', ') || CASE WHEN number > 8 THEN ', ...' ELSE '' END || ')' END || CASE number WHEN 1 THEN ' takes' ELSE ' take' END AS text
FROM (SELECT rank, label, count(*) OVER () AS number, row_number() OVER (ORDER BY rank, label) AS place
	FROM apart JOIN entry USING (key) CROSS JOIN least
	WHERE middle - more > ns) CROSS JOIN world
WHERE place <= 8;

-- table middle:
SELECT step, median(whole.spent) AS spent, median(whole.compute) AS compute, median(data) AS data, median(late) AS late
FROM whole JOIN level USING (step) JOIN apart USING (key) CROSS JOIN least
WHERE more - middle <= least.ns
GROUP BY step;

-- table excess:
SELECT key, step, whole.spent - middle.spent AS longer, whole.spent - middle.spent - (1 - scale) * (whole.compute - middle.compute) AS more,
	whole.spent - middle.spent - (1 - even) * (whole.compute - middle.compute) AS even,
	scale * (whole.compute - middle.compute) AS compute, whole.compute - middle.compute AS computes, whole.data - middle.data AS data, whole.late - middle.late AS late,
	scale * middle.compute AS usual
FROM whole JOIN middle USING (step) JOIN scale USING (step);

-- table by_rank:
SELECT key, avg(more) AS more, avg(compute) AS compute, avg(computes) AS computes, avg(data) AS data, avg(late) AS late, count(*) AS steps
FROM excess
GROUP BY key;

-- table noise:
-- of a rank from step to step
SELECT ifnull(1.05 * median(nullif(abs(change), 0)), 0) AS ns
FROM (SELECT more - lag(more) OVER (PARTITION BY key ORDER BY step) AS change FROM excess);

-- table slow:
SELECT by_rank.*, CASE WHEN compute >= more / 2 THEN 'computes longer' WHEN NOT (SELECT own FROM known) THEN 'is late'
		WHEN data >= late AND data >= more / 2 THEN 'waits for data' WHEN late >= more / 3 THEN 'launches late' ELSE 'is idle longer' END AS cause
FROM by_rank CROSS JOIN least CROSS JOIN noise
WHERE more > least.ns AND more * more * steps > 25 * noise.ns * noise.ns;

-- table collective:
-- the n-th of a name and a communicator in a step is the same one on all ranks that have as many in it
SELECT key, rank, communicator, name_id, ifnull(step, -1) AS step, ordinal, ns,
	count(*) OVER (PARTITION BY key, communicator, name_id, step) AS number
FROM ours
WHERE what_id = 2;

-- table most:
SELECT communicator, name_id, step, max(number) AS number
FROM collective
GROUP BY communicator, name_id, step
HAVING count(DISTINCT key) > 1;

-- table arrival:
-- who takes least came last, and the others waited for the difference
SELECT key, step, count(*) AS count, sum(wait) AS wait, sum(wait > 0) AS waits, sum(differs AND from_last = 1) AS last,
	sum(differs AND from_first = 1) AS first
FROM (SELECT key, step, ns - min(ns) OVER one AS wait, max(ns) OVER one > min(ns) OVER one AS differs,
		row_number() OVER (one ORDER BY ns, rank IS NULL, rank, key) AS from_last,
		row_number() OVER (one ORDER BY ns DESC, rank IS NULL, rank, key) AS from_first
	FROM collective JOIN most USING (communicator, name_id, step, number)
	WINDOW one AS (PARTITION BY communicator, name_id, step, ordinal))
GROUP BY key, step;

-- table time:
SELECT key, kind_id, name_id, 1.0 * sum(ns) / all_steps AS ns, max(ordinal) AS depth
FROM ours JOIN (SELECT key, sum(steps) AS all_steps FROM ours WHERE what_id = 4 GROUP BY key) USING (key)
WHERE what_id = 1 AND kind_id IN (0, 1, 4) AND EXISTS (SELECT 1 FROM slow)
GROUP BY key, kind_id, name_id;

-- table usually:
-- of ranks that are not slow: who is not idle in a range has 0 there, but who has not that range may have another
SELECT kind_id, name_id, sum(ns) / CASE WHEN kind_id > 0 THEN ranks - (SELECT count(*) FROM slow) ELSE count(*) END AS ns
FROM time CROSS JOIN world
WHERE key NOT IN (SELECT key FROM slow)
GROUP BY kind_id, name_id;

-- table ranged:
-- the range that says most: of those with most of the excess, the one that usually takes least
SELECT slow.*, beyond.name_id AS name_id, ifnull(beyond.is_own, 0) AS is_own,
	row_number() OVER (PARTITION BY slow.key ORDER BY beyond.usual, beyond.depth DESC, name(beyond.name_id)) AS choice
FROM slow LEFT JOIN (SELECT time.*, time.ns - ifnull(usually.ns, 0) AS more, ifnull(usually.ns, 0) AS usual, usually.ns IS NULL AS is_own FROM time LEFT JOIN usually USING (kind_id, name_id)) AS beyond ON beyond.key = slow.key AND cause <> 'is late' AND kind_id = CASE cause WHEN 'computes longer' THEN 0 WHEN 'waits for data' THEN 4 ELSE 1 END
	AND 1.0 * beyond.more / CASE cause WHEN 'computes longer' THEN computes WHEN 'waits for data' THEN data ELSE late END BETWEEN 0.7 AND 1.4
	AND (kind_id > 0 OR beyond.more >= 1.25 * computes * beyond.usual / (SELECT avg(compute) FROM middle));

-- table halves:
-- how slow they are in the first and in the second half of their steps, and in how many they are not
SELECT key, avg(CASE WHEN place * 2 <= number THEN even END) AS first, avg(CASE WHEN place * 2 > number THEN even END) AS second,
	avg(even) AS even, sum(part < 0.5 * mean_part AND compute < mean - 3 * ns) AS without
FROM (SELECT excess.key AS key, even, excess.compute AS compute, slow.compute AS mean, excess.compute / usual AS part,
		avg(excess.compute / usual) OVER (PARTITION BY excess.key) AS mean_part,
		row_number() OVER (PARTITION BY excess.key ORDER BY step) AS place, count(*) OVER (PARTITION BY excess.key) AS number
	FROM excess JOIN slow USING (key)) CROSS JOIN noise
GROUP BY key;

-- table placed:
SELECT ranged.key AS key, more, compute, data, late, steps, cause, name_id, is_own, rank, label, node, min(first, second) > 0.6 * even AND without * 10 < steps AS steady
FROM ranged JOIN entry USING (key) JOIN halves USING (key)
WHERE choice = 1;

-- table island:
-- ranks of a stage follow each other and are slow alike, in all ranges or in one that no other rank has,
-- and from the beginning
SELECT key, rank, sum(begins) OVER (ORDER BY rank) AS island
FROM (SELECT key, rank, CASE WHEN lag(rank) OVER ranks = rank - 1 AND more BETWEEN 0.75 * lag(more) OVER ranks AND 1.34 * lag(more) OVER ranks AND name_id IS lag(name_id) OVER ranks
		THEN 0 ELSE 1 END AS begins
	FROM placed
	WHERE rank IS NOT NULL AND cause = 'computes longer' AND (name_id IS NULL OR is_own) AND ifnull(steady, 1)
	WINDOW ranks AS (ORDER BY rank));

-- table stage:
SELECT island
FROM island
GROUP BY island
HAVING count(*) > 1 AND 2 * count(*) > (SELECT count(*) FROM island) AND count(*) < (SELECT numbers FROM world) AND (SELECT numbers FROM world) % count(*) = 0
	AND min(rank) % count(*) = 0 AND (SELECT numbers FROM world) / count(*) <= 16;

-- table host:
SELECT node, cause, median(more) AS more, count(*) AS ranks
FROM placed
WHERE node <> ''
GROUP BY node, cause;

-- table alike:
-- whether ranks of a node are slow in the same steps: else a step's mean is far below what each has; one
-- that is slower still may be so in others, too
SELECT node, cause, sum(mean * mean) > 0.5 * sum(square) AS alike
FROM (SELECT placed.node AS node, placed.cause AS cause, avg(excess.more) AS mean, avg(excess.more * excess.more) AS square
	FROM placed JOIN excess USING (key) JOIN host ON host.node = placed.node AND host.cause = placed.cause CROSS JOIN least
	WHERE placed.more - host.more <= max(0.3 * host.more, least.ns)
	GROUP BY placed.node, placed.cause, step)
GROUP BY node, cause;

-- table machine:
SELECT node, cause, more
FROM host JOIN (SELECT node, count(*) AS whole FROM entry GROUP BY node) USING (node) JOIN alike USING (node, cause)
WHERE (SELECT nodes FROM world) > 1 AND alike AND ranks > 1 AND (ranks = whole OR (cause <> 'is late' AND (ranks * 4 > whole * 3
	OR ranks * 2 > max(whole, (SELECT count(*) FROM placed AS other WHERE other.cause = host.cause)))));

-- table single:
SELECT placed.*, CASE WHEN stage.island IS NOT NULL THEN 'stage' WHEN machine.node IS NOT NULL THEN 'node' ELSE 'rank' END AS kind,
	CASE WHEN stage.island IS NOT NULL THEN 's' || stage.island WHEN machine.node IS NOT NULL THEN 'n' || machine.node || placed.cause
		ELSE 'r' || key END AS id
FROM placed CROSS JOIN least LEFT JOIN island USING (key) LEFT JOIN stage USING (island)
	LEFT JOIN machine ON machine.node = placed.node AND machine.cause = placed.cause AND placed.more - machine.more <= max(0.3 * machine.more, least.ns)
UNION ALL
-- the others of a node, which are too irregular to be named alone
SELECT by_rank.key, by_rank.more, compute, data, late, steps, cause, NULL, 0, rank, label, node, NULL, 'node', 'n' || node || cause
FROM machine JOIN entry USING (node) JOIN by_rank ON by_rank.key = entry.key
WHERE by_rank.more > 0.6 * machine.more AND by_rank.key NOT IN (SELECT key FROM placed)
	AND (SELECT count(*) FROM machine AS other WHERE other.node = machine.node) = 1;

-- table crowd:
-- more than are named one by one, slow alike in the same steps
WITH alike AS (SELECT key, id, kind, cause, name_id, more
	FROM (SELECT single.*, excess.more AS ns, avg(excess.more) OVER (PARTITION BY kind, cause, name_id, step) AS mean
		FROM single JOIN excess USING (key)
		WHERE cause <> 'is late')
	GROUP BY key
	HAVING sum((ns - mean) * (ns - mean)) < 0.5 * sum(ns * ns))
SELECT key
FROM alike JOIN (SELECT kind, cause, name_id FROM alike GROUP BY kind, cause, name_id HAVING count(DISTINCT id) > 3 AND max(more) < 2 * min(more)) AS many
	ON many.kind = alike.kind AND many.cause = alike.cause AND many.name_id IS alike.name_id;

-- table member:
SELECT key, rank, label, node, name_id, is_own, cause, more, CASE WHEN crowd.key IS NULL THEN kind ELSE kind || 's' END AS kind,
	CASE WHEN crowd.key IS NULL THEN id ELSE 'c' || kind || cause || ifnull(name_id, '') END AS id
FROM single LEFT JOIN crowd USING (key);

-- table listed:
SELECT id, group_concat(text, ', ') || CASE WHEN max(number) > 8 THEN ' and ' || (max(number) - 8) || ' more' ELSE '' END AS list
FROM (SELECT id, text, row_number() OVER (PARTITION BY id ORDER BY first, text) AS place, count(*) OVER (PARTITION BY id) AS number
	FROM (SELECT id, CASE kind WHEN 'nodes' THEN node ELSE ifnull(rank, label) END AS text, min(rank) AS first FROM member GROUP BY 1, 2) ORDER BY 1, 3)
WHERE place <= 8
GROUP BY id;

-- table party:
SELECT id, kind, cause, count(*) AS members, min(rank) AS first, max(rank) AS last, count(DISTINCT node) AS nodes, min(node) AS node,
	min(key) AS key, nullif(max(name(name_id)), '') AS range, min(is_own) AS is_own, avg(more) AS more, list
FROM member JOIN listed USING (id)
GROUP BY id;

-- table series:
-- since when: where the means before and after differ most, as if the steps were equally long
SELECT id, step, avg(excess.more) AS more, avg(even) AS even, avg(longer) AS longer, avg(excess.compute) AS compute, avg(computes) AS computes, avg(data) AS data, avg(late) AS late, avg(usual) AS usual
FROM member JOIN excess USING (key)
GROUP BY id, step;

-- table counted:
SELECT *, row_number() OVER steps AS place, sum(even) OVER (PARTITION BY id ORDER BY step DESC) AS after, count(*) OVER whole AS number,
	avg(even) OVER whole AS mean, max(even) OVER whole AS most, sum(more) OVER whole AS total
FROM series
WINDOW steps AS (PARTITION BY id ORDER BY step), whole AS (PARTITION BY id);

-- table changes:
SELECT id, place, step, number, after / (number - place + 1) AS afterwards, (number * mean - after) / (place - 1) AS earlier,
	row_number() OVER (PARTITION BY id ORDER BY (after - (number - place + 1) * mean) * (after - (number - place + 1) * mean)
		/ ((number - place + 1) * (place - 1.0)) DESC, place) AS choice,
	(after - (number - place + 1) * mean) * (after - (number - place + 1) * mean) * number / ((number - place + 1) * (place - 1.0)) AS score
FROM counted
WHERE place > 1;

-- table change:
SELECT changes.*, sum(counted.place >= changes.place AND even > 0.5 * afterwards) >= 0.7 * (number - changes.place + 1) AS stays,
	sum(counted.place < changes.place AND even > 0.5 * earlier) >= 0.7 * (changes.place - 1) AS stayed
FROM changes JOIN (SELECT id, place, even FROM counted) AS counted USING (id)
WHERE choice = 1 AND score > 36 * (SELECT ns * ns FROM noise)
GROUP BY id;

-- table shape:
-- what a file has no operation before, nobody knows to have come late
SELECT counted.id, change.step AS step, change.place AS place,
	CASE WHEN max(most) > 0.6 * max(counted.mean) * max(counted.number) AND max(counted.number) > 2 THEN 'alone'
		WHEN max(stays) AND change.place < max(counted.number) AND max(earlier) < 0.3 * max(afterwards) AND (change.place > 2 OR party.cause = 'computes longer') THEN 'since'
		WHEN max(stayed) AND change.place > 2 AND max(afterwards) < 0.3 * max(earlier) THEN 'until'
		WHEN sum(CASE WHEN even > 2 * mean THEN even END) > 0.7 * sum(even) THEN 'few' ELSE 'always' END AS shape
FROM counted JOIN party USING (id) LEFT JOIN change USING (id)
GROUP BY counted.id;

-- table during:
-- in the steps in which it was so; nobody knows how late the first one came
SELECT counted.id AS id, shape, (max(total) - sum(counted.more)) / nullif(max(number) - count(*), 0) AS elsewhere, avg(CASE shape WHEN 'alone' THEN counted.longer ELSE counted.more END) AS more, 100 * sum(counted.compute) / sum(counted.usual) AS percent,
	avg(CASE shape WHEN 'alone' THEN counted.computes ELSE counted.compute END) AS compute, avg(data) AS data, avg(late) AS late,
	count(*) AS steps, max(number) AS number, min(counted.step) AS first_step, max(counted.step) AS last_step
FROM counted JOIN shape USING (id) JOIN party USING (id)
WHERE (counted.place > 1 OR counted.number = 1 OR cause = 'computes longer' OR even > 0.5 * mean) AND CASE shape WHEN 'alone' THEN even = most WHEN 'since' THEN counted.place >= shape.place
	WHEN 'until' THEN counted.place < shape.place WHEN 'few' THEN even > 2 * mean ELSE 1 END
GROUP BY counted.id;

-- table stretch:
-- of what slows one down in all steps, what does so until one, or since one
SELECT id, part, 1.0 * number / steps AS times, CASE low WHEN 1 THEN ' until step ' || last_step ELSE ' since step ' || first_step END AS text
FROM (SELECT id, part, max(number) AS number, count(*) AS steps, min(place) AS low, max(place) AS high, min(step) AS first_step, max(step) AS last_step, sum(ns) AS ns, max(whole) AS whole
	FROM (SELECT id, step, place, number, part, ns, sum(ns) OVER (PARTITION BY id, part) AS whole
		FROM (SELECT *, CASE part WHEN 'computes longer' THEN compute WHEN 'waits for data' THEN data ELSE late END AS ns
			FROM counted CROSS JOIN (SELECT column1 AS part FROM (VALUES ('computes longer'), ('waits for data'), ('launches late')))))
	WHERE ns * number > 0.5 * whole
	GROUP BY id, part)
WHERE steps = high - low + 1 AND steps > 1 AND steps < number - 1 AND ns > 0.9 * whole AND (low = 1 OR (high = number AND low > 2));

-- table fleeting:
-- late now and then, or, where sums do not tell steps apart, maybe so: many such ranks are chance
SELECT party.id AS id, sum(party.more) OVER () AS whole, count(*) OVER () AS ranks
FROM party JOIN during USING (id)
WHERE shape IN ('alone', 'few') OR cause = 'is late';

-- table named:
-- the first one is that without which steps are shortest, and not just without it and others
WITH only AS (SELECT id, avg(max(0, most) - max(0, CASE choice WHEN 1 THEN ifnull(second, 0) ELSE most END)) AS ns
	FROM (SELECT id, step, max(longest) OVER steps AS most, row_number() OVER steps AS choice, lead(longest) OVER steps AS second
		FROM (SELECT id, step, max(longer) AS longest FROM excess LEFT JOIN member USING (key) GROUP BY id, step)
		WINDOW steps AS (PARTITION BY step ORDER BY longest DESC)) JOIN scale USING (step)
	WHERE NOT rare
	GROUP BY id)
SELECT *, row_number() OVER (ORDER BY ifnull(alone > 0 AND alone = best, 0) DESC, more DESC, first, id) AS place
FROM (SELECT party.*, during.more AS cost, shape, elsewhere, percent, during.steps, number, first_step, last_step,
		compute, data, late, only.ns AS alone, max(only.ns) OVER () AS best, count(*) OVER () AS parties
	FROM party JOIN during USING (id) LEFT JOIN fleeting USING (id) LEFT JOIN only USING (id)
	WHERE fleeting.id IS NULL OR fleeting.ranks <= 3 OR party.more >= 0.3 * fleeting.whole);

-- table longest:
-- the longest excess of a step, of those that are not named before, of which others wait so much in it
SELECT step, place, most, min(most, wait) AS waited, wait
FROM (SELECT step, place, max(0, max(most) OVER (PARTITION BY step ORDER BY place DESC)) AS most
	FROM (SELECT step, ifnull(place, 1e9) AS place, max(longer) AS most
		FROM excess LEFT JOIN (SELECT member.key, place FROM member JOIN named USING (id)) AS of USING (key)
		GROUP BY 1, 2)) JOIN level USING (step);

-- table rest:
-- and for the rest in the next one, if it was after the last collective
SELECT step, place, waited + min(wait - waited, ifnull(lag(most - waited) OVER (PARTITION BY place ORDER BY step), 0)) AS most
FROM longest;

-- table gain:
-- how much shorter a step is without that one and those before; outliers as in findings. The first step of
-- who always comes late tells nothing, as no operation is before it
SELECT step, length, place, most - ifnull(lag(most) OVER (PARTITION BY step ORDER BY place DESC), 0) AS ns,
	CASE WHEN EXISTS (SELECT 1 FROM named JOIN counted USING (id) WHERE counted.step = rest.step AND counted.place = 1 AND cause <> 'computes longer'
		AND shape IN ('always', 'until') AND even <= 0.5 * mean) THEN 'warm-up'
		WHEN length <= fence OR steps < 5 THEN 'typical' WHEN step = first THEN 'warm-up' ELSE 'outlier' END AS step_kind
FROM rest JOIN level USING (step) CROSS JOIN (SELECT min(step) AS first, count(*) AS steps,
		max(2.5 * quantile(length, 0.75) - 1.5 * quantile(length, 0.25), 1.1 * median(length)) AS fence
	FROM level);

-- table saved:
-- in the steps that it has, but those that are long for all
SELECT place, avg(ns) AS ns, avg(length) AS length
FROM gain JOIN scale USING (step)
WHERE step_kind <> 'warm-up' AND NOT rare
GROUP BY place;

-- table once:
-- a step alone: in it, or in the next
SELECT place, step, max(ns, next) AS ns, CASE WHEN next > ns THEN after ELSE length END AS length
FROM (SELECT place, step, ns, length, ifnull(lead(ns) OVER steps, 0) AS next, lead(length) OVER steps AS after
	FROM gain WINDOW steps AS (PARTITION BY place ORDER BY step));

-- table first:
-- nobody knows what a rank did before its first operation, but others that wait for it have a longer first step
WITH began AS (SELECT key, node, whole.step AS step, level.length, level.wait, whole.own + exposed AS ns
	FROM whole JOIN level USING (step) JOIN entry USING (key)
	WHERE step = (SELECT min(step) FROM level) AND step >= 0 AND whole.compute > 0.97 * level.compute),
late AS (SELECT *, (SELECT min(ns) FROM began WHERE began.key <> late.key AND (late.place IS NULL OR began.node <> late.place)) - most AS alone
	FROM (SELECT * FROM (SELECT key, NULL AS place, step, length, wait, ns AS mean, ns AS most FROM began ORDER BY ns LIMIT 1)
		UNION ALL SELECT * FROM (SELECT min(key), node, step, length, wait, avg(ns), max(ns) FROM began WHERE node <> ''
			GROUP BY node HAVING count(*) > 1 AND count(*) = (SELECT count(*) FROM entry WHERE entry.node = began.node) ORDER BY avg(ns) LIMIT 1)) AS late)
SELECT key, place, step, alone AS ns
FROM late
WHERE (SELECT ranks FROM world) > 3 AND alone <= 2 * wait AND alone > 0.5 * (length - mean) AND alone > 0.01 * (SELECT sum(unhindered) FROM level) AND key NOT IN (SELECT key FROM member)
ORDER BY alone DESC
LIMIT 1;

-- table whose:
SELECT entry.key AS key, first.key = entry.key OR ifnull(first.place = node, 0) AS is_late
FROM entry CROSS JOIN first;

-- table before:
-- in which range it was until it launched something: as above, the one that usually takes least
SELECT range, mine - usual AS more
FROM (SELECT name(name_id) AS range, max(ordinal) AS depth, sum(CASE WHEN is_late THEN ours.ns END) / (SELECT sum(is_late) FROM whose) AS mine,
		ifnull(sum(CASE WHEN NOT is_late THEN ours.ns END), 0) / (SELECT sum(NOT is_late) FROM whose) AS usual
	FROM ours JOIN whose USING (key)
	WHERE what_id = 1 AND kind_id = 3
	GROUP BY name_id)
WHERE mine - usual > 0.7 * (SELECT ns FROM first)
ORDER BY usual, depth DESC, range
LIMIT 1;

-- table gpu:
SELECT key, ifnull('rank ' || rank, label) || ' (' || CASE WHEN node <> '' THEN 'node ' || node || ', ' ELSE '' END
	|| CASE WHEN count(*) OVER (PARTITION BY node, device) > 1 AND uuids = 1 THEN uuid ELSE 'GPU ' || device END || ')' AS who
FROM (SELECT DISTINCT key, first_value(device) OVER (PARTITION BY key ORDER BY ns DESC, device) AS device
	FROM (SELECT key, device, sum(ns) AS ns FROM ours WHERE what_id = 3 GROUP BY 1, 2)) JOIN entry USING (key);

-- table said:
-- that a rank's only GPU ran slower than others is no proof, but where to look first
WITH part AS (SELECT named.place AS place, cause_of = cause AS is_first, cost, ' ' || CASE WHEN kind IN ('rank', 'node') THEN one ELSE many END
		|| CASE cause_of WHEN 'computes longer' THEN ' ' || printf('%.1f', percent * ifnull(times, 1)) || ' % longer' ELSE '' END AS text, ifnull(stretch.text, '') AS stretch, ifnull(times, 1) AS times,
		CASE cause_of WHEN 'computes longer' THEN compute WHEN 'waits for data' THEN data WHEN 'launches late' THEN late ELSE cost - compute - data - late END AS ns
	FROM named CROSS JOIN (SELECT column1 AS cause_of, column2 AS one, column3 AS many FROM (VALUES ('computes longer', 'computes', 'compute'),
		('waits for data', 'waits for data', 'wait for data'), ('launches late', 'launches late', 'launch late'), ('is idle longer', 'is idle longer', 'are idle longer'))) LEFT JOIN stretch ON shape = 'always' AND stretch.id = named.id AND part = cause_of),
verb AS (SELECT place, max(CASE WHEN is_first THEN text END) AS text, max(CASE WHEN is_first THEN stretch || ' (' || time_text(ns * times) || ')' END) AS part_text,
		group_concat(CASE WHEN is_other THEN ' and' || text || stretch || ' (' || time_text(ns * times) || ')' END, '') AS others
	FROM (SELECT *, NOT is_first AND ns > 0.1 * cost AS is_other FROM part ORDER BY place, ns DESC) GROUP BY place),
ran AS (SELECT slow.key AS key, '; its GPU ran at ' || printf('%,d', slow.mhz) || ' MHz, the others at a median of ' || printf('%,d', median(other.mhz))
		|| ifnull(' (' || nullif(slowed, '') || ' of the samples)', '') AS text
	FROM (SELECT key, min(ns) AS mhz, name(name_id) AS slowed FROM ours WHERE what_id = 5 GROUP BY key) AS slow
		JOIN (SELECT key, min(ns) AS mhz FROM ours WHERE what_id = 5 GROUP BY key) AS other ON other.key <> slow.key
	WHERE slow.key IN (SELECT key FROM named WHERE kind = 'rank' AND cause = 'computes longer')
	GROUP BY slow.key HAVING slow.mhz < 0.95 * median(other.mhz))
SELECT named.place, CASE kind
		WHEN 'rank' THEN gpu.who
		WHEN 'node' THEN 'node ' || named.node || CASE WHEN last - first + 1 = members THEN ' (ranks ' || first || '-' || last || ')' ELSE ' (' || members || ' ranks)' END
		WHEN 'nodes' THEN nodes || ' nodes (' || list || ')'
		WHEN 'ranks' THEN members || ' ranks (' || list || ')'
		ELSE 'ranks ' || first || '-' || last || CASE WHEN nodes = 1 AND named.node <> '' THEN ' (node ' || named.node || ')' ELSE '' END END AS who,
	CASE WHEN kind <> 'stage' THEN cause WHEN nodes > 1 OR named.node = '' OR is_own THEN 'a heavier pipeline stage'
		WHEN members = (SELECT count(*) FROM entry WHERE entry.node = named.node) THEN 'a heavier pipeline stage or a slow node'
		ELSE 'a heavier pipeline stage or slow GPUs' END AS cause,
	range, CASE shape WHEN 'alone' THEN 'step ' || first_step || ' alone' WHEN 'since' THEN 'since step ' || first_step
		WHEN 'until' THEN 'until step ' || last_step WHEN 'few' THEN named.steps || ' of ' || named.number || ' steps' ELSE '' END AS "when",
	cost, 100.0 * more / saved.length AS share, CASE WHEN waits THEN ifnull(alone.ns, saved.ns) END AS saves, ifnull(alone.length, saved.length) AS length, kind,
	CASE WHEN named.place > 1 THEN ', fixing it, too, saves ' WHEN parties > 1 THEN ', fixing it alone saves ' ELSE ', fixing it saves ' END AS fixing,
	-- the cost is of the steps concerned, what is saved of all
	CASE WHEN shape IN ('since', 'until', 'few') THEN ' in each of these steps' ELSE each END AS each,
	CASE WHEN shape IN ('since', 'until', 'few') THEN ' in the mean of all steps' ELSE '' END AS whole,
	ifnull(ran.text, '') AS ran, CASE WHEN shape <> 'always' AND elsewhere > least.ns THEN ' and ' || time_text(elsewhere) || ' in each other' ELSE '' END AS besides,
	CASE cause WHEN 'is late' THEN ' computes no longer than others, but is late' ELSE verb.text END
		|| ifnull(CASE cause WHEN 'computes longer' THEN ', most of it in ''' ELSE ' in ''' END || range || '''', '')
		|| CASE cause WHEN 'is late' THEN '' ELSE ifnull(part_text || others, '') END AS does
FROM named JOIN verb USING (place) LEFT JOIN saved USING (place) LEFT JOIN once AS alone ON shape = 'alone' AND alone.place = named.place AND alone.step = first_step LEFT JOIN gpu USING (key) LEFT JOIN ran USING (key) CROSS JOIN least CROSS JOIN known;

-- table line:
SELECT place, who, cause, range, "when", cost, share, saves,
	who || does || CASE WHEN "when" = '' THEN '' WHEN "when" GLOB 's[it]*' AND "when" NOT GLOB 'since*' THEN ' in ' || "when" WHEN "when" GLOB '[0-9]*' THEN ' in ' || "when" ELSE ' ' || "when" END
		|| CASE kind WHEN 'stage' THEN ', ' || cause ELSE '' END || ': ' || time_text(cost) || CASE WHEN "when" GLOB '*alone' THEN '' ELSE each END || besides
		|| CASE WHEN saves >= 0.001 * length THEN fixing || time_text(saves) || CASE place WHEN 1 THEN ' of ' || time_text(length) ELSE ' more' END || whole WHEN saves IS NULL OR NOT EXISTS (SELECT * FROM level WHERE wait > 0) THEN ', but nobody waits for it' ELSE '' END || ran AS sentence
FROM said
UNION ALL
SELECT 1e8, CASE WHEN first.place IS NULL THEN who ELSE 'node ' || first.place END, 'begins late', range, 'step ' || step || ' alone', min(ns, ifnull(more, ns)), NULL, NULL,
	CASE WHEN first.place IS NULL THEN who ELSE 'node ' || first.place END || ' begins step ' || step || ', the first one recorded, ' || time_text(min(ns, ifnull(more, ns))) || ' later than all others, which wait for it'
		|| ifnull('; most of that is in ''' || range || '''', '')
FROM first JOIN gpu USING (key) LEFT JOIN before
-- a stage of a pipeline ends its first step early, and has that shorter, too
WHERE (range IS NOT NULL OR NOT EXISTS (SELECT 1 FROM ours WHERE what_id = 1 AND kind_id = 2 AND instr(name(name_id), 'SendRecv')))
	AND NOT EXISTS (SELECT 1 FROM fleeting) AND NOT EXISTS (SELECT 1 FROM saved CROSS JOIN least WHERE place = 1e9 AND saved.ns > 0.05 * least.length)
UNION ALL
SELECT 1e9, 'other ranks', 'change', NULL, 'now and then', saved.ns, 100.0 * saved.ns / saved.length, NULL,
	'others, of which none is late often or by much, cost ' || time_text(saved.ns) || each || ' more'
FROM saved CROSS JOIN known CROSS JOIN least
WHERE place = 1e9 AND saved.ns > 0.05 * least.length AND EXISTS (SELECT 1 FROM named)
UNION ALL
SELECT 1, ranks || ' ranks', 'change', NULL, 'a few steps each', (SELECT sum(ns) FROM saved), NULL, NULL,
	ranks || ' ranks are late now and then, but none often: ' || time_text((SELECT sum(ns) FROM saved)) || (SELECT each FROM known)
FROM (SELECT max(ranks) AS ranks FROM fleeting)
WHERE ranks > 0 AND NOT EXISTS (SELECT 1 FROM named)
UNION ALL
SELECT 1, 'no rank', '', NULL, '', most, 100 * most / length, NULL,
	CASE WHEN most > min(ns, 0.05 * length) THEN 'the ranks differ too much among themselves for one to be named: the longest takes '
		WHEN middle - fastest > ns AND (middle - fastest) * (middle - fastest) * (SELECT max(steps) FROM by_rank) > 25 * (SELECT ns * ns FROM noise)
			THEN 'no rank is slower than most, but ' || (SELECT text FROM quick) || ' up to ' || printf('%.1f', 100 * (middle - fastest) / length) || CASE each WHEN ' a step' THEN ' % of a step' ELSE ' %' END || ' less than these: none takes more than '
		ELSE ifnull('no recorded rank is slow, but ' || (SELECT text FROM absent) || ', which others may wait for', 'no rank is slow') || ': none takes more than ' END
		|| printf('%.1f', 100 * most / length) || CASE each WHEN ' a step' THEN ' % of a step' ELSE ' %' END || ' longer than the median rank'
FROM (SELECT max(0, CASE WHEN (SELECT sum(ns) FROM saved) > 0.05 * length THEN (SELECT sum(ns) FROM saved) ELSE max(more) END) AS most, count(*) AS number FROM by_rank CROSS JOIN least) CROSS JOIN least CROSS JOIN known
WHERE number > 1 AND NOT EXISTS (SELECT 1 FROM named) AND NOT EXISTS (SELECT 1 FROM fleeting);

-- table won:
SELECT step, step_kind, length, sum(CASE WHEN place < 1e9 OR EXISTS (SELECT 1 FROM line WHERE cause = 'change') THEN ns ELSE 0 END) AS ns
FROM gain
WHERE step_kind <> 'warm-up'
GROUP BY step;

-- all files:
SELECT
	who AS "Who:text",
	cause AS "Cause:text",
	ifnull(range, '') AS "Range:text?4",
	"when" AS "Steps:text?3",
	cost AS "Cost:ns",
	share AS "Share:%.1?2",
	saves AS "Saves:ns?1",
	sentence AS "Sentence:text?9"
FROM line
ORDER BY place;

-- note:
-- the first three; who that is; who is missing; whether the files are of one run, and not of
-- some others beside it, where one computes a thousand times as long as another; for findings, what ranks
-- waited for others in typical steps, but no more than nothing hid, and how often; which share of all steps
-- would be saved, and how much of an outlier
WITH waited AS (SELECT sum(min(wait, exposed)) AS ns, sum(waits) AS number
	FROM arrival JOIN (SELECT key, ifnull(step, -1) AS step, sum(ifnull(exposed_ns, 0)) AS exposed
		FROM ours WHERE what_id = 4 GROUP BY 1, 2) USING (key, step) JOIN won USING (step)
	WHERE step_kind = 'typical')
SELECT group_concat("Sentence:text?9", '; ') || CASE WHEN max("Cost:ns" > 0 AND "Who:text" <> 'no rank') THEN ifnull('; ' || (SELECT text FROM absent), '') ELSE '' END
		|| ifnull((SELECT '; as these are half of the ranks, the others may be slow, too' FROM member CROSS JOIN world GROUP BY ranks HAVING ranks > 3 AND 2 * count(*) >= ranks), '')
		|| ifnull((SELECT '; without job ' || group_concat(DISTINCT name(job_name_id)) FROM pooled WHERE job_name_id IS NOT NULL AND job_name_id NOT IN (SELECT job_name_id FROM ours WHERE job_name_id IS NOT NULL) HAVING count(*) > 0), ''),
	(SELECT nullif("Who:text", 'no rank') FROM verdict LIMIT 1), 'some of it may be waits: ' || (SELECT text FROM absent),
	(EXISTS (SELECT 1 FROM entry WHERE rank IS NOT NULL) OR EXISTS (SELECT 1 FROM collective WHERE communicator <> 0 GROUP BY communicator HAVING count(DISTINCT key) > 1))
		AND (SELECT ifnull(max(ns) <= 1000 * min(ns), 1) FROM (SELECT sum(compute) AS ns FROM mine GROUP BY key) WHERE ns > 0),
	waited.ns, waited.number, (SELECT sum(ns) / sum(length) FROM won), (SELECT avg(ns) FROM won WHERE step_kind = 'outlier')
FROM (SELECT * FROM verdict WHERE rowid <= 3 OR "Cause:text" IN ('begins late', 'change')) CROSS JOIN waited;

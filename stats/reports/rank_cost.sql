-- What slow ranks cost
--
-- Who makes the others wait, the costliest first: ranks, nodes whose ranks are slow alike, stages of a
-- pipeline; why and since when; how much longer they take in a step than the median rank (Cost), and
-- what a step would save if they did not, one after the other (Saves). A rank's own time is all but
-- communication that nothing hides. Slow is what exceeds the median by 8 median deviations of all ranks
-- and 1 % of the step.
--
-- needs: operations
-- takes: sums

-- each file:
SELECT * FROM rank;

-- table entry:
SELECT ifnull(rank, -1 - label_name_id) AS key, rank, min(name(label_name_id)) AS label, min(name(node_name_id)) AS node, min(name(uuid_name_id)) AS uuid,
	count(DISTINCT uuid_name_id) AS uuids
FROM pooled
WHERE what_id = 0
GROUP BY key;

-- table world:
SELECT count(*) AS ranks, max(rank) + 1 AS numbers, count(DISTINCT nullif(node, '')) AS nodes FROM entry;

-- table mine:
-- of each rank and step; a step that was recorded twice, or in two processes, is the longer one
SELECT ifnull(rank, -1 - label_name_id) AS key, ifnull(step, -1) AS step, max(own_ns / steps) AS own, max(compute_ns / steps) AS compute,
	max(exposed_ns / steps) AS exposed, ifnull(max(data_ns), 0) AS data, ifnull(max(late_ns), 0) AS late, max(collectives / steps) AS number
FROM pooled
WHERE what_id = 4
GROUP BY key, step;

-- table known:
-- sums have no own time, but who spends less in collectives than others comes later by that
SELECT min(own IS NOT NULL) AS own, max(number) > 0 AS waits, CASE WHEN max(step) < 0 THEN ' in all' ELSE ' a step' END AS each FROM mine;

-- table usual:
SELECT key, median(number) AS number FROM mine GROUP BY key;

-- table whole:
-- without steps, ranks are compared that ran as many collectives; a step that was cut has fewer
SELECT mine.*, CASE WHEN known.own THEN mine.own WHEN known.waits THEN -exposed ELSE compute END AS spent
FROM mine JOIN usual USING (key) CROSS JOIN known
WHERE mine.number = usual.number AND (step >= 0 OR mine.number = (SELECT median(number) FROM mine WHERE step < 0));

-- table middle:
-- of two ranks, the faster one is the usual one
SELECT step, CASE count(*) WHEN 2 THEN min(spent) ELSE median(spent) END AS spent,
	CASE count(*) WHEN 2 THEN min(compute) ELSE median(compute) END AS compute,
	CASE count(*) WHEN 2 THEN min(data) ELSE median(data) END AS data,
	CASE count(*) WHEN 2 THEN min(late) ELSE median(late) END AS late, median(ifnull(own, compute) + exposed) AS length,
	median(ifnull(own, compute)) + min(exposed) AS unhindered
FROM whole
GROUP BY step
HAVING count(*) > 1;

-- table excess:
SELECT key, step, whole.spent - middle.spent AS more, whole.compute - middle.compute AS compute,
	whole.data - middle.data AS data, whole.late - middle.late AS late, middle.compute AS usual
FROM whole JOIN middle USING (step);

-- table by_rank:
SELECT key, avg(more) AS more, avg(compute) AS compute, avg(data) AS data, avg(late) AS late, count(*) AS steps
FROM excess
GROUP BY key;

-- table scatter:
SELECT CASE count(*) WHEN 2 THEN min(more) ELSE median(more) END AS middle, (SELECT median(length) FROM middle) AS length,
	(SELECT median(unhindered) FROM middle) AS unhindered,
	count(*) AS ranks, median(steps) AS steps,
	(SELECT 1.4826 * median(abs(excess.more - by_rank.more)) FROM excess JOIN by_rank USING (key)) AS noise
FROM by_rank;

-- table least:
SELECT scatter.*, max(0.01 * unhindered, CASE WHEN steps < 2 AND ranks < 4 THEN 0.05 * unhindered ELSE 0 END,
	8 * (SELECT CASE count(*) WHEN 2 THEN 0 ELSE median(abs(more - middle)) END FROM by_rank)) AS ns
FROM scatter;

-- table slow:
SELECT key, more - middle AS more, compute, data, late, by_rank.steps,
	CASE WHEN compute >= (more - middle) / 2 THEN 'computes longer' WHEN NOT (SELECT own FROM known) THEN 'is late'
		WHEN data >= late AND data >= (more - middle) / 2 THEN 'waits for data'
		WHEN late >= (more - middle) / 3 THEN 'launches late' ELSE 'is idle longer' END AS cause
FROM by_rank CROSS JOIN least
WHERE more - middle > least.ns AND more * more * by_rank.steps > 25 * noise * noise;

-- table collective:
-- the n-th of a name and a communicator in a step is the same one on all ranks that have as many in it
SELECT ifnull(rank, -1 - label_name_id) AS key, rank, communicator, name_id, ifnull(step, -1) AS step, ordinal, ns,
	count(*) OVER (PARTITION BY ifnull(rank, -1 - label_name_id), communicator, name_id, step) AS number
FROM pooled
WHERE what_id = 2;

-- table most:
SELECT communicator, name_id, step, max(number) AS number
FROM collective
GROUP BY communicator, name_id, step
HAVING count(DISTINCT key) > 1;

-- table arrival:
-- who takes least came last, and the others waited for the difference
SELECT key, count(*) AS count, sum(wait) AS wait, sum(wait > 0) AS waits, sum(differs AND from_last = 1) AS last,
	sum(differs AND from_first = 1) AS first
FROM (SELECT key, ns - min(ns) OVER one AS wait, max(ns) OVER one > min(ns) OVER one AS differs,
		row_number() OVER (one ORDER BY ns, rank IS NULL, rank, key) AS from_last,
		row_number() OVER (one ORDER BY ns DESC, rank IS NULL, rank, key) AS from_first
	FROM collective JOIN most USING (communicator, name_id, step, number)
	WINDOW one AS (PARTITION BY communicator, name_id, step, ordinal))
GROUP BY key;

-- table steps:
SELECT ifnull(rank, -1 - label_name_id) AS key, sum(steps) AS all_steps FROM pooled WHERE what_id = 4 GROUP BY key;

-- table time:
SELECT key, kind_id, name_id, 1.0 * sum(ns) / all_steps AS ns, max(ordinal) AS depth
FROM (SELECT *, ifnull(rank, -1 - label_name_id) AS key FROM pooled WHERE what_id = 1 AND kind_id < 2) JOIN steps USING (key)
WHERE EXISTS (SELECT 1 FROM slow)
GROUP BY key, kind_id, name_id;

-- table usually:
SELECT kind_id, name_id, CASE WHEN count(*) * 2 <= ranks THEN 0 WHEN count(*) = 2 THEN min(ns) ELSE median(ns) END AS ns
FROM time CROSS JOIN world
GROUP BY kind_id, name_id;

-- table beyond:
SELECT time.key AS key, kind_id, name_id, depth, time.ns - usually.ns AS more, usually.ns AS usual
FROM time JOIN usually USING (kind_id, name_id);

-- table ranged:
-- the range that says most: of those with most of the excess, the one that usually takes least
SELECT slow.*, beyond.name_id AS name_id,
	row_number() OVER (PARTITION BY slow.key ORDER BY beyond.usual, beyond.depth DESC, name(beyond.name_id)) AS choice
FROM slow LEFT JOIN beyond ON beyond.key = slow.key AND cause <> 'is late' AND kind_id = (cause <> 'computes longer')
	AND beyond.more >= 0.7 * CASE cause WHEN 'computes longer' THEN compute WHEN 'waits for data' THEN data ELSE late END
	AND (kind_id = 1 OR beyond.more >= 1.25 * compute * beyond.usual / (SELECT median(compute) FROM middle));

-- table halves:
-- how slow they are in the first and in the second half of their steps
SELECT key, avg(CASE WHEN place * 2 <= number THEN more END) AS first, avg(CASE WHEN place * 2 > number THEN more END) AS second
FROM (SELECT excess.key AS key, excess.more AS more, row_number() OVER (PARTITION BY excess.key ORDER BY step) AS place,
		count(*) OVER (PARTITION BY excess.key) AS number
	FROM excess JOIN slow USING (key))
GROUP BY key;

-- table placed:
SELECT ranged.key AS key, more, compute, data, late, steps, cause, name_id, rank, label, node, min(first, second) > 0.6 * more AS steady
FROM ranged JOIN entry USING (key) JOIN halves USING (key)
WHERE choice = 1;

-- table broken:
-- ranks of a stage follow each other and are slow alike, in all ranges and from the beginning
SELECT key, rank, CASE WHEN lag(rank) OVER ranks = rank - 1 AND more BETWEEN 0.75 * lag(more) OVER ranks AND 1.34 * lag(more) OVER ranks
	THEN 0 ELSE 1 END AS begins
FROM placed
WHERE rank IS NOT NULL AND cause = 'computes longer' AND name_id IS NULL AND ifnull(steady, 1)
WINDOW ranks AS (ORDER BY rank);

-- table island:
SELECT key, rank, sum(begins) OVER (ORDER BY rank) AS island FROM broken;

-- table stage:
SELECT island, min(rank) AS first, count(*) AS ranks
FROM island
GROUP BY island
HAVING count(*) > 1 AND count(*) < (SELECT numbers FROM world) AND (SELECT numbers FROM world) % count(*) = 0
	AND min(rank) % count(*) = 0 AND (SELECT numbers FROM world) / count(*) <= 16;

-- table alike:
-- whether ranks of a node are slow in the same steps: else a step's mean is far below what each has
SELECT node, cause, sum(mean * mean) > 0.5 * sum(square) AS alike
FROM (SELECT node, cause, avg(excess.more) AS mean, avg(excess.more * excess.more) AS square
	FROM placed JOIN excess USING (key)
	GROUP BY node, cause, step)
GROUP BY node, cause;

-- table machine:
SELECT placed.node, cause
FROM placed JOIN (SELECT node, count(*) AS ranks FROM entry WHERE node <> '' GROUP BY node) AS all_of USING (node)
	JOIN alike USING (node, cause)
WHERE (SELECT nodes FROM world) > 1 AND alike
GROUP BY placed.node, cause
HAVING count(*) > 1 AND (count(*) = all_of.ranks OR (count(*) * 2 > all_of.ranks AND cause <> 'is late'));

-- table member:
SELECT placed.*, CASE WHEN stage.island IS NOT NULL THEN 'stage' WHEN machine.node IS NOT NULL THEN 'node' ELSE 'rank' END AS kind,
	CASE WHEN stage.island IS NOT NULL THEN 's' || stage.island WHEN machine.node IS NOT NULL THEN 'n' || machine.node || cause
		ELSE 'r' || key END AS id
FROM placed LEFT JOIN island USING (key) LEFT JOIN stage USING (island) LEFT JOIN machine USING (node, cause);

-- table party:
SELECT id, kind, cause, count(*) AS members, min(rank) AS first, max(rank) AS last, count(DISTINCT node) AS nodes, min(node) AS node,
	min(key) AS key, nullif(max(name(name_id)), '') AS range, avg(more) AS more
FROM member
GROUP BY id;

-- table series:
-- since when: where the means before and after differ most
SELECT id, step, avg(excess.more) AS more, avg(excess.compute) AS compute, avg(usual) AS usual
FROM member JOIN excess USING (key)
GROUP BY id, step;

-- table counted:
SELECT *, row_number() OVER steps AS place, sum(more) OVER (PARTITION BY id ORDER BY step DESC) AS after, count(*) OVER whole AS number,
	avg(more) OVER whole AS mean, max(more) OVER whole AS most
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
SELECT changes.*, sum(counted.place >= changes.place AND more > 0.5 * afterwards) >= 0.7 * (number - changes.place + 1) AS stays,
	sum(counted.place < changes.place AND more > 0.5 * earlier) >= 0.7 * (changes.place - 1) AS stayed
FROM changes JOIN (SELECT id, place, more FROM counted) AS counted USING (id)
WHERE choice = 1 AND score > 36 * (SELECT noise * noise FROM least)
GROUP BY id;

-- table shape:
-- what a file has no operation before, nobody knows to have come late
SELECT counted.id, change.step AS step, change.place AS place,
	CASE WHEN max(most) > 0.6 * max(counted.mean) * max(counted.number) AND max(counted.number) > 2 THEN 'alone'
		WHEN max(stays) AND max(earlier) < 0.3 * max(afterwards) AND (change.place > 2 OR party.cause = 'computes longer') THEN 'since'
		WHEN max(stayed) AND max(afterwards) < 0.3 * max(earlier) THEN 'until'
		WHEN sum(CASE WHEN counted.more > 2 * mean THEN counted.more END) > 0.7 * sum(counted.more) THEN 'few' ELSE 'always' END AS shape
FROM counted JOIN party USING (id) LEFT JOIN change USING (id)
GROUP BY counted.id;

-- table during:
-- in the steps in which it was so
SELECT counted.id AS id, shape, shape.step AS since, shape.place AS since_place, avg(counted.more) AS more, 100 * sum(counted.compute) / sum(counted.usual) AS percent,
	count(*) AS steps, max(counted.number) AS number, min(counted.step) AS first_step, max(counted.step) AS last_step
FROM counted JOIN shape USING (id)
WHERE CASE shape WHEN 'alone' THEN counted.more = most WHEN 'since' THEN counted.place >= shape.place
	WHEN 'until' THEN counted.place < shape.place WHEN 'few' THEN counted.more > 2 * mean ELSE 1 END
GROUP BY counted.id;

-- table fleeting:
-- late now and then, or, where sums do not tell steps apart, maybe so: many such ranks are chance
SELECT party.id AS id, sum(party.more) OVER () AS whole, count(*) OVER () AS ranks
FROM party JOIN during USING (id)
WHERE shape IN ('alone', 'few') OR cause = 'is late';

-- table named:
SELECT party.*, during.more AS cost, shape, percent, during.steps, number, first_step, last_step,
	row_number() OVER (ORDER BY party.more DESC, first, party.id) AS place
FROM party JOIN during USING (id) LEFT JOIN fleeting USING (id)
WHERE fleeting.id IS NULL OR fleeting.ranks <= 3 OR party.more >= 0.3 * fleeting.whole;

-- table rest:
SELECT step, max(0, max(more - middle)) AS all_of, max(0, max(CASE WHEN ifnull(place, 9) > 1 THEN more - middle ELSE 0 END)) AS without_1,
	max(0, max(CASE WHEN ifnull(place, 9) > 2 THEN more - middle ELSE 0 END)) AS without_2,
	max(0, max(CASE WHEN ifnull(place, 9) > 3 THEN more - middle ELSE 0 END)) AS without_3
FROM excess CROSS JOIN scatter LEFT JOIN (SELECT member.key, place FROM member JOIN named USING (id)) AS of USING (key)
GROUP BY step;

-- table saved:
SELECT 1 AS place, avg(all_of - without_1) AS ns FROM rest
UNION ALL SELECT 2, avg(without_1 - without_2) FROM rest UNION ALL SELECT 3, avg(without_2 - without_3) FROM rest;

-- table device_time:
SELECT ifnull(rank, -1 - label_name_id) AS key, device, sum(ns) AS ns FROM pooled WHERE what_id = 3 GROUP BY key, device;

-- table gpu:
SELECT key, node, rank, label, CASE WHEN count(*) OVER (PARTITION BY node, device) > 1 AND uuids = 1 THEN uuid ELSE 'GPU ' || device END AS gpu
FROM (SELECT DISTINCT key, first_value(device) OVER (PARTITION BY key ORDER BY ns DESC, device) AS device FROM device_time) JOIN entry USING (key);

-- table said:
SELECT named.place, CASE kind
		WHEN 'rank' THEN ifnull('rank ' || gpu.rank, gpu.label) || ' (' || CASE WHEN gpu.node <> '' THEN 'node ' || gpu.node || ', ' ELSE '' END || gpu || ')'
		WHEN 'node' THEN 'node ' || named.node || CASE WHEN last - first + 1 = members THEN ' (ranks ' || first || '-' || last || ')' ELSE ' (' || members || ' ranks)' END
		ELSE 'ranks ' || first || '-' || last || CASE WHEN nodes = 1 AND named.node <> '' THEN ' (node ' || named.node || ')' ELSE '' END END AS who,
	CASE WHEN kind = 'stage' AND nodes = 1 AND named.node <> '' THEN 'a heavier pipeline stage or a slow node' WHEN kind = 'stage' THEN 'a heavier pipeline stage'
		ELSE cause END AS cause,
	range, CASE shape WHEN 'alone' THEN 'step ' || first_step || ' alone' WHEN 'since' THEN 'since step ' || first_step
		WHEN 'until' THEN 'until step ' || last_step WHEN 'few' THEN named.steps || ' of ' || named.number || ' steps' ELSE '' END AS "when",
	cost, 100.0 * more / length AS share, CASE WHEN waits THEN max(saved.ns, 0) END AS saves, length, kind, each,
	CASE WHEN kind = 'stage' THEN CASE members WHEN 1 THEN ' computes ' ELSE ' compute ' END || printf('%.1f', percent) || ' % longer'
		WHEN cause = 'computes longer' THEN ' computes ' || printf('%.1f', percent) || ' % longer'
		WHEN cause = 'is late' THEN ' computes no longer than others, but is late' ELSE ' ' || cause END
		|| ifnull(CASE cause WHEN 'computes longer' THEN ', most of it in ''' ELSE ' in ''' END || range || '''', '') AS does
FROM named LEFT JOIN saved USING (place) LEFT JOIN gpu USING (key) CROSS JOIN least CROSS JOIN known;

-- table line:
SELECT place, who, cause, range, "when", cost, share, saves,
	who || does || CASE WHEN "when" = '' THEN '' WHEN "when" GLOB 's[it]*' AND "when" NOT GLOB 'since*' THEN ' in ' || "when" WHEN "when" GLOB '[0-9]*' THEN ' in ' || "when" ELSE ' ' || "when" END
		|| CASE kind WHEN 'stage' THEN ', ' || cause ELSE '' END || ': ' || time_text(cost) || CASE WHEN "when" GLOB '*alone' THEN '' ELSE each END
		|| CASE WHEN saves >= 0.001 * length THEN ', fixing it saves ' || time_text(saves) || ' of ' || time_text(length) WHEN saves IS NULL THEN ', but nobody waits for it' ELSE '' END AS sentence
FROM said
UNION ALL
SELECT 1, ranks || ' ranks', 'change', NULL, 'a few steps each', (SELECT avg(all_of) FROM rest), NULL, NULL,
	ranks || ' ranks are late now and then, but none often: ' || time_text((SELECT avg(all_of) FROM rest)) || (SELECT each FROM known)
FROM (SELECT max(ranks) AS ranks FROM fleeting)
WHERE ranks > 0 AND NOT EXISTS (SELECT 1 FROM named)
UNION ALL
SELECT 1, 'no rank', '', NULL, '', max(more - middle), 100 * max(more - middle) / length, NULL,
	CASE WHEN max(more - middle) > 0.1 * length THEN 'the ranks differ too much among themselves for one to be named: the longest takes '
		ELSE 'no rank is slow: none takes more than ' END
		|| printf('%.1f', max(0, 100 * max(more - middle) / length)) || CASE each WHEN ' a step' THEN ' % of a step' ELSE ' %' END || ' longer than the median rank'
FROM by_rank CROSS JOIN scatter CROSS JOIN known
WHERE NOT EXISTS (SELECT 1 FROM named) AND NOT EXISTS (SELECT 1 FROM fleeting)
HAVING count(*) > 1;

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
SELECT group_concat("Sentence:text?9", '; '), (SELECT "Who:text" FROM verdict LIMIT 1) FROM (SELECT * FROM verdict LIMIT 3);

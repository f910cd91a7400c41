-- NVTX push/pop ranges by time
--
-- Each push/pop range on the CPU with its place among the others: DurChild is the time of those
-- directly in it. RangeId is its row number among the ranges.
--
-- alias: nvtxpptrace
-- needs: ranges
-- of: threads

SELECT
	start AS "Start:at?1",
	end AS "End:at?8",
	ns AS "Duration:ns",
	pushpop_child_ns AS "DurChild:ns?3",
	ns - pushpop_child_ns AS "DurNonChild:ns",
	ifnull(name, '') AS "Name:text?9",
	pid AS "PID:id?5",
	tid AS "TID:id?2",
	pushpop_level AS "Lvl:id?6",
	pushpop_children AS "NumChild:count?4",
	id AS "RangeId:id?7",
	pushpop_parent AS "ParentId:id?7",
	pushpop_path AS "RangeStack:text?8",
	-- two dashes a level, of at most 100
	substr(printf('%.200c', '-'), 1, 2 * pushpop_level) || ifnull(name, '') AS "NameTree:text"
FROM range
WHERE is_selected AND style_id = 0
ORDER BY start, thread, end DESC, id;

-- MPI calls one by one
--
-- Each call of MPI with its ranks and its bytes, in exports of nsys 2023 and later. MPI_Sendrecv
-- has two rows if what it sends and what it receives differ.
--
-- needs: mpi-calls
-- of: threads

-- Each request of an MPI_Waitall has a row.
WITH wait AS (
	SELECT start, "end", globalTid, textId, (start, "end", globalTid, textId) IS NOT
		(lag(start) OVER w, lag("end") OVER w, lag(globalTid) OVER w, lag(textId) OVER w)
			AS is_first
	FROM export.MPI_START_WAIT_EVENTS AS wait
	WINDOW w AS (ORDER BY wait.rowid)),
call(place, start, "end", globalTid, textId, tag, peer, root, size, sent, received) AS (
	SELECT 1, start, "end", globalTid, textId, tag, remoteRank, NULL, size, NULL, NULL
	FROM export.MPI_P2P_EVENTS
	UNION ALL SELECT 2, start, "end", globalTid, textId, NULL, NULL, rootRank, NULL, size, recvSize
	FROM export.MPI_COLLECTIVES_EVENTS
	UNION ALL SELECT 3, start, "end", globalTid, textId, NULL, NULL, NULL, NULL, NULL, NULL
	FROM wait WHERE is_first
	UNION ALL SELECT 4, start, "end", globalTid, textId, NULL, NULL, NULL, NULL, NULL, NULL
	FROM export.MPI_OTHER_EVENTS),
returned AS (
	SELECT *, coalesce("end", (SELECT max(coalesce("end", start)) FROM call)) AS returned
	FROM call
	WHERE globalTid IS NOT NULL AND start <= coalesce("end", start))
SELECT
	start AS "Start:at?1",
	returned AS "End:at?8",
	returned - start AS "Duration:ns",
	string(textId) AS "Event:text",
	globalTid >> 24 & 0xffffff AS "Pid:id?5",
	globalTid & 0xffffff AS "Tid:id?6",
	tag AS "Tag:id?4",
	rank AS "Rank:id?1",
	peer AS "PeerRank:id?2",
	root AS "RootRank:id?3",
	size AS "Size:count?1",
	sent AS "CollSendSize:count?2",
	received AS "CollRecvSize:count?3"
FROM returned
	LEFT JOIN (SELECT DISTINCT pid, rank FROM process) ON pid = globalTid >> 24 & 0xffffff
ORDER BY start, place;

-- CUDA API trace
--
-- Each call of the CUDA runtime and driver, by its start. The result and the thread's priority,
-- which nsys shows too, are not read.
--
-- alias: cudaapitrace
-- needs: calls
-- of: threads

SELECT
	start AS "Start:at",
	ns AS "Duration:ns",
	ifnull(name, '') AS "Name:text",
	correlation AS "CorrID:id?1",
	pid AS "Pid:id?3",
	tid AS "Tid:id?2",
	ifnull(thread_name, '') AS "Thread Name:text?4"
FROM api
ORDER BY start;

/*
 * The floor of reading an nsys export: sqlite3_step() over the columns that
 * folding needs, one thread, and nothing else. What gpuflame adds to this is
 * its own cost.
 */
#include <stdint.h>
#include <stdio.h>

#include <sqlite3.h>

static uint64_t step_over(sqlite3 *db, const char *sql)
{
	sqlite3_stmt *row;
	uint64_t sum = 0;

	if (sqlite3_prepare_v2(db, sql, -1, &row, NULL) != SQLITE_OK)
		return 0;
	while (sqlite3_step(row) == SQLITE_ROW) {
		for (int i = 0; i < sqlite3_column_count(row); i++)
			sum += (uint64_t)sqlite3_column_int64(row, i);
	}
	sqlite3_finalize(row);
	return sum;
}

int main(int argc, char **argv)
{
	sqlite3 *db;
	uint64_t sum;

	if (argc != 2 || sqlite3_open_v2(argv[1], &db, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX,
				 NULL) != SQLITE_OK) {
		fprintf(stderr, "usage: nsys_floor EXPORT.sqlite\n");
		return 2;
	}
	sum = step_over(db, "SELECT start, end, correlationId, globalPid, demangledName"
			    " FROM CUPTI_ACTIVITY_KIND_KERNEL");
	sum += step_over(db, "SELECT start, end, globalTid, correlationId"
			     " FROM CUPTI_ACTIVITY_KIND_RUNTIME");
	sum += step_over(db, "SELECT start, end, eventType, globalTid, text, textId, domainId,"
			     " endGlobalTid FROM NVTX_EVENTS");
	sqlite3_close(db);
	printf("%llu\n", (unsigned long long)sum); /* so that nothing is optimised away */
	return 0;
}

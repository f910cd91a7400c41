#ifndef STATS_SQL_RANK_TABLE_H
#define STATS_SQL_RANK_TABLE_H

#include "stats/parts/rank_board.h"
#include "stats/sql/model.h"

struct sqlite3;

/* A row of the table rank: a rank, or a time of it. */
enum rank_fact_what { FACT_RANK, FACT_TIME, FACT_COLLECTIVE, FACT_DEVICE };

struct rank_fact {
	enum rank_fact_what what;
	uint32_t entry;
	uint32_t which; /* column; list of arrivals; or device, by its place on the board */
	size_t at;      /* in that list */
};

/* The ranks of a trace. */
struct sql_ranks {
	struct rank_board board;
	struct rank_fact *facts;
	size_t count, cap;
};

void sql_ranks_free(struct sql_ranks *ranks); /* NULL is allowed */

/* rank_verdict(), and the collation "numbers". */
void sql_rank_functions_offer(struct sqlite3 *db, struct sql_model *model);

#endif /* STATS_SQL_RANK_TABLE_H */

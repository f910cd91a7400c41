#ifndef STATS_SQL_RANK_TABLE_H
#define STATS_SQL_RANK_TABLE_H

#include "stats/sql/model.h"

/* Rows of the table rank: struct rank_fact (stats/measures/rank_facts.h). */

struct rank_facts;
struct sqlite3;

void sql_ranks_free(struct rank_facts *ranks); /* NULL is allowed */

/* The collation "numbers". */
void sql_rank_functions_offer(struct sqlite3 *db);

#endif /* STATS_SQL_RANK_TABLE_H */

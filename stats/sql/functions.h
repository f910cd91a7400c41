#ifndef STATS_SQL_FUNCTIONS_H
#define STATS_SQL_FUNCTIONS_H

#include "stats/sql/model.h"

struct sqlite3;

/* Offer what statements may call beside SQLite's own functions (docs/TABLES.md, "Functions"). */
void sql_functions_offer(struct sqlite3 *db, struct sql_model *model);

#endif /* STATS_SQL_FUNCTIONS_H */

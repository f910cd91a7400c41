#ifndef STATS_SQL_PART_TABLE_H
#define STATS_SQL_PART_TABLE_H

struct sqlite3;

/* Offer "part", a stretch of time in equal parts (docs/TABLES.md). */
void part_table_offer(struct sqlite3 *db);

#endif /* STATS_SQL_PART_TABLE_H */

#ifndef STATS_SQL_EXPORT_PARTS_H
#define STATS_SQL_EXPORT_PARTS_H

#include "base/idmap.h"
#include "stats/sql/export_tables.h"

/* What the parts of export_tables.h share, one file each. Included nowhere else. */

struct export_table; /* of the schema */

struct export_tables {
	sqlite3 *db;
	const struct sql_model *model;
	bool (*is_ours)(const char *name);
	struct export_table **shown;
	size_t shown_count, shown_cap;
	bool has_strings;       /* they have been read */
	struct idmap strings;   /* ids of StringIds */
	uint32_t *string_names; /* by its index */
	size_t strings_cap;
};

/* The file whose tables are shown, or NULL. */
static inline const struct export_file *export_file_of(const struct export_tables *tables)
{
	const struct trace *trace = tables->model->trace;
	bool is_open = trace != NULL && trace->own != NULL && trace->own->database != NULL;

	return is_open ? trace->own : NULL;
}

/* Functions about the file: string() and others. */
void export_functions_offer(struct export_tables *tables);
void export_forget_strings(struct export_tables *tables);

#endif /* STATS_SQL_EXPORT_PARTS_H */

#include "collapse/nsys/nsys_parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <sqlite3.h>

#include "base/err.h"
#include "base/mem.h"

struct version {
	unsigned long major, minor;
};

/* The newest version that this reader has been tested with. */
static const struct version newest_product = { 2026, 2 }, newest_schema = { 3, 28 };

/* The oldest schema that states its version. */
static const struct version oldest_schema = { 2, 0 };

static bool parse(const char *text, struct version *version)
{
	char *end;

	if (*text < '0' || *text > '9')
		return false;
	version->major = strtoul(text, &end, 10);
	version->minor = *end == '.' ? strtoul(end + 1, NULL, 10) : 0;
	return true;
}

static bool is_older(const struct version *a, const struct version *b)
{
	return a->major != b->major ? a->major < b->major : a->minor < b->minor;
}

/*
 * Warnings about the versions of nsys and of the schema stated in an export, "2024.2.3.38" and
 * "3.11.1", "" if not stated; false when there are none. Any names in `text` come from the
 * export: pass it to err_defang().
 */
static bool version_age(const char *product, const char *schema, char *text, size_t size)
{
	struct version of_product, of_schema;
	bool has_product = parse(product, &of_product), has_schema = parse(schema, &of_schema);

	if (!has_schema && schema[0] == '\0') {
		snprintf(text, size,
			"exported by nsys before 2022, which does not report lost events or nodes "
			"of CUDA graphs; if the report still exists, export it again with a newer "
			"nsys: nsys export --type sqlite REPORT");
		return true;
	}
	if ((has_product && is_older(&newest_product, &of_product)) ||
		(has_schema && is_older(&newest_schema, &of_schema))) {
		snprintf(text, size,
			"exported by nsys %s, schema %s, newer than the newest known version, "
			"%lu.%lu and %lu.%lu: data in new tables or columns is missing; compare "
			"the sums with those of 'nsys stats', or look for a newer gpuflame",
			product[0] != '\0' ? product : "without a version", schema,
			newest_product.major, newest_product.minor, newest_schema.major,
			newest_schema.minor);
		return true;
	}
	if (has_schema && !is_older(&of_schema, &oldest_schema))
		return false;
	snprintf(text, size,
		"an export of the unknown schema '%s': data in other tables or columns is missing; "
		"export the report again with nsys 2022 or newer",
		schema);
	return true;
}

/* Suffixes of nsys's own reports, oldest first. */
static const char *const report_endings[] = { ".nsys-rep", ".qdrep" };

/*
 * Whether the report that an export was made from, "a.nsys-rep" beside "a.sqlite", is newer by
 * a second or more, so that the export is outdated: `text` then says so, ready for a terminal.
 */
static bool export_age(const char *path, char *text, size_t size)
{
	static const char ending[] = ".sqlite";
	size_t len = strlen(path);
	struct stat export, report;

	if (len < sizeof(ending) || strcmp(path + len - (sizeof(ending) - 1), ending) != 0 ||
		stat(path, &export) != 0)
		return false;
	len -= sizeof(ending) - 1;
	for (size_t i = 0; i < ARRAY_SIZE(report_endings); i++) {
		char name[1024];

		if (len + 16 > sizeof(name))
			return false;
		snprintf(name, sizeof(name), "%.*s%s", (int)len, path, report_endings[i]);
		if (stat(name, &report) != 0 || !S_ISREG(report.st_mode) ||
			report.st_mtime <= export.st_mtime)
			continue;
		snprintf(text, size,
			"'%s' is older than the report '%s' beside it; export it again: "
			"nsys export --type sqlite --force-overwrite true --output '%s' '%s'",
			path, name, path, name);
		err_defang(text);
		return true;
	}
	return false;
}

/*
 * --- versions stated in the export
 * ------------------------------------------------------------
 */

struct versions {
	char product[32], schema[32];
};

static bool read_versions(
	struct nsys_reader *reader, const char *table, struct versions *versions, struct err *err)
{
	static const struct database_column columns[] = { { "name", true, NULL },
		{ "value", true, NULL } };
	sqlite3_stmt *row;
	bool more, ok = true;

	if (!database_select(reader->db, table, columns, ARRAY_SIZE(columns), &row, err))
		return false;
	while (row != NULL && (ok = database_step(reader->db, row, table, &more, err)) && more) {
		const char *name = (const char *)sqlite3_column_text(row, 0);
		const char *value = (const char *)sqlite3_column_text(row, 1);

		if (name == NULL || value == NULL)
			continue;
		if (strcmp(name, "EXPORT_PRODUCT_VERSION") == 0)
			snprintf(versions->product, sizeof(versions->product), "%.31s", value);
		else if (strcmp(name, "EXPORT_SCHEMA_VERSION") == 0)
			snprintf(versions->schema, sizeof(versions->schema), "%.31s", value);
	}
	sqlite3_finalize(row);
	return ok;
}

/* Since 2024.4, reports with losses have a table of them. */
static bool reports_loss(
	struct nsys_reader *reader, const struct versions *versions, bool *reports, struct err *err)
{
	static const struct version first = { 2024, 4 };
	struct version version;

	if (!database_has_table(reader->db, "DIAGNOSTIC_EVENT", reports, err))
		return false;
	*reports |= parse(versions->product, &version) && !is_older(&version, &first);
	return true;
}

/* Our own captures have nsys's tables as well. */
static bool is_ours(const struct versions *versions)
{
	static const char name[] = "gpuflame ";

	return strncmp(versions->product, name, sizeof(name) - 1) == 0;
}

static void set_format(struct trace *trace, const struct versions *versions)
{
	const char *product = versions->product, *schema = versions->schema;

	trace->format.is_capture = is_ours(versions);
	if (trace->format.is_capture)
		snprintf(trace->format.text, sizeof(trace->format.text),
			"capture of %s, trace mode", product);
	else
		snprintf(trace->format.text, sizeof(trace->format.text), "nsys%s%s export%s%s",
			product[0] != '\0' ? " " : "", product,
			schema[0] != '\0' ? ", schema " : "",
			schema[0] != '\0' ? schema : ", before 2022");
	err_defang(trace->format.text);
}

static bool add_age(struct nsys_reader *reader, const struct versions *versions, struct err *err)
{
	struct diagnostics *diagnostics = &reader->trace->diagnostics;
	char text[4608];
	bool reports;

	if (version_age(versions->product, versions->schema, text, sizeof(text))) {
		err_defang(text);
		diagnostics_add(diagnostics, DIAGNOSTIC_NOTICE, text);
	} else {
		if (!reports_loss(reader, versions, &reports, err))
			return false;
		if (!reports)
			diagnostics_add(diagnostics, DIAGNOSTIC_LIMIT,
				"exports by nsys before 2024.4 do not report lost events");
	}
	if (export_age(reader->db->path, text, sizeof(text)))
		diagnostics_add(diagnostics, DIAGNOSTIC_NOTICE, text);
	return true;
}

bool nsys_read_age(struct nsys_reader *reader, struct err *err)
{
	/* META_DATA_EXPORT since nsys 2023.3, EXPORT_META_DATA since 2022 */
	static const char *const tables[] = { "META_DATA_EXPORT", "EXPORT_META_DATA" };
	struct versions versions = { "", "" };

	for (size_t i = 0; i < ARRAY_SIZE(tables) && versions.schema[0] == '\0'; i++) {
		if (!read_versions(reader, tables[i], &versions, err))
			return false;
	}
	set_format(reader->trace, &versions);
	return is_ours(&versions) || add_age(reader, &versions, err);
}

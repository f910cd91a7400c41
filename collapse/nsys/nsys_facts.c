#include <stdio.h>

#include <sqlite3.h>

#include "capture/format.h"
#include "collapse/nsys/nsys_parts.h"

static void read_thread_name(void *context, const struct datum *row)
{
	const struct nsys_reader *reader = context;
	struct trace *trace = reader->trace;
	uint32_t thread = idmap_find(&trace->threads, (uint64_t)datum_integer(&row[1]));

	if (thread != IDMAP_NONE)
		trace->thread_names[thread] = nsys_string_of(reader, &row[0]);
}

bool nsys_read_thread_names(struct nsys_reader *reader, struct err *err)
{
	static const struct database_column columns[] = { { "nameId", true, NULL },
		{ "globalTid", true, NULL } };
	struct trace *trace = reader->trace;

	trace->thread_names = mem_nones(trace->threads.count);
	return rows_each(reader->db, "ThreadNames", columns, ARRAY_SIZE(columns), read_thread_name,
		reader, err);
}

static void read_device(void *context, const struct datum *row)
{
	struct nsys_reader *reader = context;

	/* a device without a name is shown by its number */
	if (!nsys_is_null(&row[0]) && !nsys_is_null(&row[1]))
		*trace_add_device(reader->trace) = (struct device){
			.id = (uint32_t)datum_integer(&row[0]),
			.name = nsys_intern(reader, &row[1]),
			.multiprocessors = (uint32_t)datum_integer(&row[2]),
			.major = (uint32_t)datum_integer(&row[3]),
		};
}

bool nsys_read_devices(struct nsys_reader *reader, struct err *err)
{
	static const struct database_column columns[] = {
		{ "id", false, "deviceId" }, /* in exports of 2020 */
		{ "name", false, NULL },
		{ "smCount", false, NULL },
		{ "computeMajor", false, NULL },
	};

	return rows_each(reader->db, "TARGET_INFO_GPU", columns, ARRAY_SIZE(columns), read_device,
		reader, err);
}

static bool reports_loss(const char *text)
{
	static const char *const signs[] = { "Not all ", "dropped", "were lost", "incomplete" };

	for (size_t i = 0; i < ARRAY_SIZE(signs); i++) {
		if (strstr(text, signs[i]) != NULL)
			return true;
	}
	/* of our own captures */
	return strcmp(text, FORMAT_RUNNING_TEXT) == 0;
}

static bool read_diagnostic(void *context, sqlite3_stmt *row, UNUSED struct err *err)
{
	struct nsys_reader *reader = context;
	const char *text = (const char *)sqlite3_column_text(row, 0);

	if (text != NULL && reports_loss(text))
		diagnostics_add(&reader->trace->diagnostics, DIAGNOSTIC_LOSS, text);
	return true;
}

bool nsys_read_diagnostics(struct nsys_reader *reader, struct err *err)
{
	static const struct database_column columns[] = { { "text", false, NULL } };

	return database_each(reader->db, "DIAGNOSTIC_EVENT", columns, ARRAY_SIZE(columns),
		read_diagnostic, reader, err);
}

static bool read_node(void *context, const char *name, const char *value, UNUSED struct err *err)
{
	struct origin *origin = context;

	if (strcmp(name, "Hostname") == 0)
		snprintf(origin->node, sizeof(origin->node), "%s", value);
	return true;
}

bool nsys_read_node(struct nsys_reader *reader, struct err *err)
{
	struct origin *origin = &reader->trace->origin;

	return origin->node[0] != '\0' ||
	       rows_facts(reader->db, "TARGET_INFO_SYSTEM_ENV", read_node, origin, err);
}

/* --- versions -------------------------------------------------------------------------------- */

struct versions {
	char product[32], schema[32];
};

static bool take_version(void *context, const char *name, const char *value, UNUSED struct err *err)
{
	struct versions *versions = context;

	if (strcmp(name, "EXPORT_PRODUCT_VERSION") == 0)
		snprintf(versions->product, sizeof(versions->product), "%.31s", value);
	else if (strcmp(name, "EXPORT_SCHEMA_VERSION") == 0)
		snprintf(versions->schema, sizeof(versions->schema), "%.31s", value);
	return true;
}

/* Whether it is newer than what this reader has been tested with. */
static bool is_newer(const char *version, unsigned long major, unsigned long minor)
{
	char *end;
	unsigned long is_major = strtoul(version, &end, 10);
	unsigned long is_minor = *end == '.' ? strtoul(end + 1, NULL, 10) : 0;

	return is_major > major || (is_major == major && is_minor > minor);
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
	bool reports_loss; /* since 2024.4, reports with losses have a table of them */

	if (!database_has_table(reader->db, "DIAGNOSTIC_EVENT", &reports_loss, err))
		return false;
	if (versions->schema[0] == '\0')
		diagnostics_add(diagnostics, DIAGNOSTIC_NOTICE,
			"exported by nsys before 2022, which does not report lost events or nodes "
			"of CUDA graphs; if the report still exists, export it again with a newer "
			"nsys: nsys export --type sqlite REPORT");
	else if (is_newer(versions->product, 2026, 2) || is_newer(versions->schema, 3, 28))
		diagnostics_add(diagnostics, DIAGNOSTIC_NOTICE,
			"exported by a newer nsys than is known: data in new tables is missing");
	else if (!reports_loss && !is_newer(versions->product, 2024, 3))
		diagnostics_add(diagnostics, DIAGNOSTIC_LIMIT,
			"exports by nsys before 2024.4 do not report lost events");
	return true;
}

bool nsys_read_age(struct nsys_reader *reader, struct err *err)
{
	/* META_DATA_EXPORT since nsys 2023.3, EXPORT_META_DATA since 2022 */
	static const char *const tables[] = { "META_DATA_EXPORT", "EXPORT_META_DATA" };
	struct versions versions = { "", "" };

	for (size_t i = 0; i < ARRAY_SIZE(tables) && versions.schema[0] == '\0'; i++) {
		if (!rows_facts(reader->db, tables[i], take_version, &versions, err))
			return false;
	}
	set_format(reader->trace, &versions);
	return is_ours(&versions) || add_age(reader, &versions, err);
}

/* --- captures -------------------------------------------------------------------------------- */

static bool take_fact(void *context, const char *name, const char *value, UNUSED struct err *err)
{
	capture_account_fact(context, name, value);
	return true;
}

bool nsys_read_account(struct nsys_reader *reader, struct err *err)
{
	bool ok = rows_facts(reader->db, FORMAT_META_TABLE, take_fact, &reader->account, err);

	reader->trace->origin = reader->account.origin;
	return ok;
}

/* An operation of a table that was not read. */
static void count_op(void *context, const struct datum *row)
{
	struct capture_account *account = context;

	account->ops++;
	account->ns += (uint64_t)datum_integer(&row[1]) - (uint64_t)datum_integer(&row[0]);
}

bool nsys_check_capture(struct nsys_reader *reader, struct err *err)
{
	static const struct database_column times[] = { { "start", true, NULL },
		{ "end", true, NULL } };
	const struct trace *trace = reader->trace;
	struct capture_account *account = &reader->account;

	account->ops = trace->op_count;
	for (size_t i = 0; i < trace->op_count; i++)
		account->ns += (uint64_t)trace->ops[i].end - (uint64_t)trace->ops[i].start;
	for (size_t i = 0; (reader->want & WANT_OTHER_OPS) == 0 && i < NSYS_OP_TABLES; i++) {
		if (nsys_op_tables[i].kind != OP_KERNEL &&
			!rows_each(reader->db, nsys_op_tables[i].name, times, ARRAY_SIZE(times),
				count_op, account, err))
			return false;
	}
	capture_account_report(account, reader->db, &reader->trace->diagnostics);
	return true;
}

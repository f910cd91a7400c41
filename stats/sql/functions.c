#include <math.h>

#include "base/order.h"
#include "base/text.h"
#include "base/units.h"
#include "collapse/model/payload_number.h"
#include "stats/sql/export_tables.h"
#include "stats/sql/table.h"

/* --- names ------------------------------------------------------------------------------ */

static bool is_name(const struct sql_model *model, sqlite3_value *value)
{
	return sqlite3_value_type(value) == SQLITE_INTEGER && sqlite3_value_int64(value) >= 0 &&
	       sqlite3_value_int64(value) < model->names->count;
}

static void name(sqlite3_context *to, UNUSED int argc, sqlite3_value **argv)
{
	const struct sql_model *model = sqlite3_user_data(to);

	sqlite3_result_text(to, "", 0, SQLITE_STATIC);
	if (is_name(model, argv[0]))
		sql_put_name(to, model->names, (uint32_t)sqlite3_value_int64(argv[0]));
}

static void call_name(sqlite3_context *to, UNUSED int argc, sqlite3_value **argv)
{
	const struct sql_model *model = sqlite3_user_data(to);

	sqlite3_result_text(to, "", 0, SQLITE_STATIC);
	if (is_name(model, argv[0]))
		sql_put_call(to, model->names, (uint32_t)sqlite3_value_int64(argv[0]));
}

static void operation_name(sqlite3_context *to, UNUSED int argc, sqlite3_value **argv)
{
	if (sqlite3_value_type(argv[0]) == SQLITE_INTEGER)
		sqlite3_result_text(to, sql_operation_label((unsigned)sqlite3_value_int(argv[0])),
			-1, SQLITE_STATIC);
}

static void file(sqlite3_context *to, UNUSED int argc, UNUSED sqlite3_value **argv)
{
	const struct sql_model *model = sqlite3_user_data(to);

	if (model->file != NULL)
		sqlite3_result_text(to, model->file, -1, SQLITE_STATIC);
}

/* In the order in which files are given. */
static void file_number(sqlite3_context *to, UNUSED int argc, UNUSED sqlite3_value **argv)
{
	const struct sql_model *model = sqlite3_user_data(to);

	sqlite3_result_int64(to, (sqlite3_int64)model->file_number);
}

/* --- what is in texts, and times --------------------------------------------------------- */

/* A name with N for each number: ranges of one kind have the same. */
static void masked(sqlite3_context *to, UNUSED int argc, sqlite3_value **argv)
{
	const char *text = (const char *)sqlite3_value_text(argv[0]);
	size_t len = (size_t)sqlite3_value_bytes(argv[0]);
	char *out;

	if (text == NULL)
		return;
	out = mem_zeroed(len + 1, 1);
	sqlite3_result_text(to, out, (int)names_mask_numbers(text, len, out), SQLITE_TRANSIENT);
	free(out);
}

/* (json, key): the number of the first key that begins so. */
static void json_number(sqlite3_context *to, UNUSED int argc, sqlite3_value **argv)
{
	const char *json = (const char *)sqlite3_value_text(argv[0]);
	char key[64];
	uint64_t number;

	sqlite3_snprintf(sizeof(key), key, "\"%s", sqlite3_value_text(argv[1]));
	if (json != NULL && payload_number(json, key, &number))
		sqlite3_result_int64(to, (int64_t)number);
}

/* "12.3 us" */
static void time_text(sqlite3_context *to, UNUSED int argc, sqlite3_value **argv)
{
	char text[UNITS_SIZE];
	int64_t ns = sqlite3_value_int64(argv[0]);

	if (sqlite3_value_type(argv[0]) == SQLITE_NULL)
		return;
	units_time(ns > 0 ? (uint64_t)ns : 0, text, sizeof(text));
	sqlite3_result_text(to, text, -1, SQLITE_TRANSIENT);
}

/* (what, process, device, start, end): how much of that time is in the table busy. */
static void busy_ns(sqlite3_context *to, UNUSED int argc, sqlite3_value **argv)
{
	static const char *const words[SQL_BUSY] = SQL_BUSY_WORDS;
	struct sql_model *model = sqlite3_user_data(to);
	const char *what = (const char *)sqlite3_value_text(argv[0]);
	uint64_t ns;

	for (int i = 0; what != NULL && model->trace != NULL && i < SQL_BUSY; i++) {
		if (strcmp(what, words[i]) != 0)
			continue;
		sql_model_be_busy(model, (enum sql_busy)i);
		ns = busy_within(&model->busy[i], (uint32_t)sqlite3_value_int64(argv[1]),
			(uint32_t)sqlite3_value_int64(argv[2]), sqlite3_value_int64(argv[3]),
			sqlite3_value_int64(argv[4]));
		sqlite3_result_int64(to, ns < INT64_MAX ? (int64_t)ns : INT64_MAX);
	}
}

/* A message in place of rows. */
static void fail(sqlite3_context *to, UNUSED int argc, sqlite3_value **argv)
{
	sqlite3_result_error(to, (const char *)sqlite3_value_text(argv[0]), -1);
}

/* --- a file's own tables ---------------------------------------------------------------- */

static bool take_string(void *context, sqlite3_stmt *row, UNUSED struct err *err)
{
	struct sql_model *model = context;
	const char *text = (const char *)sqlite3_column_text(row, 1);
	uint32_t index;

	if (text == NULL)
		return true;
	index = idmap_add(&model->strings, (uint64_t)sqlite3_column_int64(row, 0));
	mem_need(model->string_names, model->strings_cap, model->strings.count);
	model->string_names[index] =
		names_intern(model->names, text, (size_t)sqlite3_column_bytes(row, 1));
	return true;
}

/* The name of an id of StringIds, or NAME_NONE. */
static uint32_t find_string(struct sql_model *model, sqlite3_value *id)
{
	static const struct database_column columns[] = { { "id", true, NULL },
		{ "value", true, NULL } };
	const struct export_file *file = export_file_of(model);
	struct err ignored = { 0 }; /* the trace could be read, and has them, too */
	uint32_t index;

	if (!model->has_strings && file != NULL &&
		!database_each(file->database, "StringIds", columns, ARRAY_SIZE(columns),
			take_string, model, &ignored))
		idmap_release(&model->strings);
	model->has_strings = true;
	if (sqlite3_value_type(id) == SQLITE_NULL)
		return NAME_NONE;
	index = idmap_find(&model->strings, (uint64_t)sqlite3_value_int64(id));
	return index != IDMAP_NONE ? model->string_names[index] : NAME_NONE;
}

static void string(sqlite3_context *to, UNUSED int argc, sqlite3_value **argv)
{
	struct sql_model *model = sqlite3_user_data(to);

	sql_put_name(to, model->names, find_string(model, argv[0]));
}

static void string_id(sqlite3_context *to, UNUSED int argc, sqlite3_value **argv)
{
	uint32_t name = find_string(sqlite3_user_data(to), argv[0]);

	if (name != NAME_NONE)
		sqlite3_result_int64(to, name);
}

static const struct selection *selection_of(sqlite3_context *to)
{
	const struct export_file *file = export_file_of(sqlite3_user_data(to));

	return file != NULL ? file->selection : NULL;
}

static void time_from(sqlite3_context *to, UNUSED int argc, UNUSED sqlite3_value **argv)
{
	const struct selection *selection = selection_of(to);

	if (selection != NULL && selection->has_from)
		sqlite3_result_int64(to, selection->from);
}

static void time_to(sqlite3_context *to, UNUSED int argc, UNUSED sqlite3_value **argv)
{
	const struct selection *selection = selection_of(to);

	if (selection != NULL && selection->has_to)
		sqlite3_result_int64(to, selection->to);
}

static void has_device(sqlite3_context *to, UNUSED int argc, sqlite3_value **argv)
{
	const struct selection *selection = selection_of(to);
	uint64_t device = (uint64_t)sqlite3_value_int64(argv[0]);

	sqlite3_result_int(to, selection == NULL || selection_lists(&selection->devices, device));
}

/* --- statistics ------------------------------------------------------------------------- */

/*
 * Samples, each `n` times: (x), (x, n) or (x, n, max). What has another maximum than x is a sum of
 * which single values are not known, and makes the result unknown, too.
 */
struct weighted {
	double value;
	int64_t times;
};

/* The aggregate's own memory: SQLite zeroes it, and frees it after the last step. */
struct samples {
	struct weighted *pairs;
	size_t count, cap;
	double quantile;
	bool has_unknown;
};

static void add_sample(sqlite3_context *to, double quantile, sqlite3_value *value,
	sqlite3_value *times, sqlite3_value *max)
{
	struct samples *all = sqlite3_aggregate_context(to, sizeof(*all));
	struct weighted sample = { sqlite3_value_double(value),
		times != NULL ? sqlite3_value_int64(times) : 1 };

	if (all == NULL)
		mem_die();
	all->quantile = quantile;
	if (sqlite3_value_type(value) == SQLITE_NULL || sample.times <= 0)
		return;
	all->has_unknown |= max != NULL && sqlite3_value_double(max) != sample.value;
	mem_need(all->pairs, all->cap, all->count + 1);
	all->pairs[all->count++] = sample;
}

static void median_step(sqlite3_context *to, int argc, sqlite3_value **argv)
{
	add_sample(to, 0.5, argv[0], argc > 1 ? argv[1] : NULL, argc > 2 ? argv[2] : NULL);
}

/* (x, q) and so on. */
static void quantile_step(sqlite3_context *to, int argc, sqlite3_value **argv)
{
	add_sample(to, sqlite3_value_double(argv[1]), argv[0], argc > 2 ? argv[2] : NULL,
		argc > 3 ? argv[3] : NULL);
}

/* Sorted as numbers are. */
static uint64_t key_of(double value)
{
	uint64_t key;

	memcpy(&key, &value, sizeof(key));
	return key >> 63 != 0 ? ~key : key | (uint64_t)1 << 63;
}

/* In the order of values, each once, however they came; how many there are. */
static int64_t sort_pairs(struct samples *all)
{
	struct weighted *pairs = all->pairs, *sorted = mem_zeroed(all->count, sizeof(*sorted));
	uint64_t *keys = mem_zeroed(all->count, sizeof(*keys));
	uint32_t *order = mem_zeroed(all->count, sizeof(*order));
	int64_t total = 0;
	size_t kept = 0;

	for (size_t i = 0; i < all->count; i++) {
		keys[i] = key_of(pairs[i].value);
		order[i] = (uint32_t)i;
	}
	order_by_keys(order, keys, all->count);
	for (size_t i = 0; i < all->count; i++) {
		const struct weighted *pair = &pairs[order[i]];

		total += pair->times;
		if (kept > 0 && sorted[kept - 1].value == pair->value)
			sorted[kept - 1].times += pair->times;
		else
			sorted[kept++] = *pair;
	}
	free(order);
	free(keys);
	free(pairs);
	all->pairs = sorted;
	all->count = kept;
	return total;
}

/* The value of a rank, of sorted pairs. */
static double pair_at(const struct samples *all, int64_t rank)
{
	size_t i = 0;

	for (; i + 1 < all->count && rank >= all->pairs[i].times; i++)
		rank -= all->pairs[i].times;
	return all->pairs[i].value;
}

/* As values_quantile(), of values that occur several times. */
static double find_quantile(struct samples *all)
{
	double q = all->quantile < 0 ? 0 : all->quantile > 1 ? 1 : all->quantile, place, share, low;
	int64_t total = sort_pairs(all), rank;

	place = q * (double)(total - 1);
	rank = (int64_t)place;
	share = place - (double)rank;
	low = pair_at(all, rank);
	return share > 0 ? low + share * (pair_at(all, rank + 1) - low) : low;
}

static void quantile_end(sqlite3_context *to)
{
	struct samples *all = sqlite3_aggregate_context(to, 0);

	if (all == NULL)
		return;
	if (all->count > 0 && !all->has_unknown)
		sqlite3_result_double(to, find_quantile(all));
	free(all->pairs);
}

/*
 * Of a sample: n - 1; 0 for one value, or none. Summed in the order of values, from the least, so
 * that it is the same to the last digit however they came, and 0 where they are equal.
 */
static double find_deviation(struct samples *all)
{
	int64_t count = sort_pairs(all);
	double mean = 0, squares = 0;

	if (count < 2)
		return 0;
	for (size_t i = 1; i < all->count; i++)
		mean += (all->pairs[i].value - all->pairs[0].value) * (double)all->pairs[i].times;
	mean /= (double)count;
	for (size_t i = 0; i < all->count; i++) {
		double distance = all->pairs[i].value - all->pairs[0].value - mean;

		squares += distance * distance * (double)all->pairs[i].times;
	}
	return sqrt(squares / (double)(count - 1));
}

static void deviation_end(sqlite3_context *to)
{
	struct samples *all = sqlite3_aggregate_context(to, 0);

	if (all == NULL || !all->has_unknown)
		sqlite3_result_double(to, all != NULL ? find_deviation(all) : 0);
	if (all != NULL)
		free(all->pairs);
}

/* sum(x, n) and avg(x, n), of integers. */
struct weighted_sum {
	int64_t total, count;
	bool overflows;
};

static void sum_step(sqlite3_context *to, UNUSED int argc, sqlite3_value **argv)
{
	struct weighted_sum *all = sqlite3_aggregate_context(to, sizeof(*all));
	int64_t times = sqlite3_value_int64(argv[1]), product;

	if (all == NULL)
		mem_die();
	if (sqlite3_value_type(argv[0]) == SQLITE_NULL)
		return;
	all->overflows |= __builtin_mul_overflow(sqlite3_value_int64(argv[0]), times, &product) ||
			  __builtin_add_overflow(all->total, product, &all->total) ||
			  __builtin_add_overflow(all->count, times, &all->count);
}

static bool check_sum(sqlite3_context *to, const struct weighted_sum *all)
{
	if (all != NULL && all->overflows)
		sqlite3_result_error(to, "integer overflow", -1); /* as sum(x) does */
	return all != NULL && all->count != 0 && !all->overflows;
}

static void sum_end(sqlite3_context *to)
{
	const struct weighted_sum *all = sqlite3_aggregate_context(to, 0);

	if (check_sum(to, all))
		sqlite3_result_int64(to, all->total);
}

static void average_end(sqlite3_context *to)
{
	const struct weighted_sum *all = sqlite3_aggregate_context(to, 0);

	if (check_sum(to, all))
		sqlite3_result_double(to, (double)all->total / (double)all->count);
}

/* "rank 2" before "rank 10". */
static int compare_numbers(
	UNUSED void *data, int left_len, const void *left, int right_len, const void *right)
{
	char *a = mem_must(strndup(left, (size_t)left_len));
	char *b = mem_must(strndup(right, (size_t)right_len));
	int order = text_compare_numbers(a, b);

	free(a);
	free(b);
	return order;
}

void sql_functions_offer(sqlite3 *db, struct sql_model *model)
{
	static const struct {
		const char *name;
		int least, most; /* numbers of arguments */
		void (*call)(sqlite3_context *, int, sqlite3_value **);
		void (*step)(sqlite3_context *, int, sqlite3_value **);
		void (*end)(sqlite3_context *);
	} list[] = {
		{ "name", 1, 1, name, NULL, NULL },
		{ "call_name", 1, 1, call_name, NULL, NULL },
		{ "operation_name", 1, 1, operation_name, NULL, NULL },
		{ "file", 0, 0, file, NULL, NULL },
		{ "sum", 2, 2, NULL, sum_step, sum_end },
		{ "avg", 2, 2, NULL, sum_step, average_end },
		{ "file_number", 0, 0, file_number, NULL, NULL },
		{ "masked", 1, 1, masked, NULL, NULL },
		{ "json_number", 2, 2, json_number, NULL, NULL },
		{ "time_text", 1, 1, time_text, NULL, NULL },
		{ "busy_ns", 5, 5, busy_ns, NULL, NULL },
		{ "fail", 1, 1, fail, NULL, NULL },
		{ "string", 1, 1, string, NULL, NULL },
		{ "string_id", 1, 1, string_id, NULL, NULL },
		{ "time_from", 0, 0, time_from, NULL, NULL },
		{ "time_to", 0, 0, time_to, NULL, NULL },
		{ "has_device", 1, 1, has_device, NULL, NULL },
		{ "median", 1, 3, NULL, median_step, quantile_end },
		{ "quantile", 2, 4, NULL, quantile_step, quantile_end },
		{ "stddev", 1, 3, NULL, median_step, deviation_end },
	};

	for (size_t i = 0; i < sizeof(list) / sizeof(*list); i++) {
		for (int argc = list[i].least; argc <= list[i].most; argc++) {
			if (sqlite3_create_function_v2(db, list[i].name, argc,
				    SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_DIRECTONLY, model,
				    list[i].call, list[i].step, list[i].end, NULL) != SQLITE_OK)
				mem_die();
		}
	}
	if (sqlite3_create_collation_v2(db, "numbers", SQLITE_UTF8, NULL, compare_numbers, NULL) !=
		SQLITE_OK)
		mem_die();
}

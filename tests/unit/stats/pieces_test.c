

#include <stdatomic.h>
#include <stdlib.h>

#include "stats/parts/pieces.h"
#include "tests/unit/test.h"

enum { COUNT = 500, NONE = -1 };

/* Pieces that are numbers: making one takes its square. */
struct squares {
	int64_t cut, taken;         /* pieces */
	int64_t bad_make, bad_take; /* that fail, or NONE */
	uint64_t weight;            /* of each, but every tenth weighs more than may be at once */
	_Atomic(int64_t) held;      /* pieces that own memory */
	_Atomic(int64_t) heavy;     /* weight of these */
	_Atomic(bool) too_heavy;    /* at some time */
	_Atomic(bool) busy[PIECES_THREADS]; /* by worker */
};

enum { MOST = 100 };

struct square {
	int64_t number;
	int64_t *value;
	uint64_t weight;
	struct squares *of;
};

static bool cut(void *context, void *cut, uint64_t *weight)
{
	struct squares *squares = context;
	struct square *piece = cut;

	*weight = squares->cut % 10 == 9 ? MOST + 1 : squares->weight;
	*piece = (struct square){ .number = squares->cut, .weight = *weight, .of = squares };
	if (squares->cut == COUNT)
		return false;
	squares->cut++;
	return true;
}

static bool make(void *context, unsigned worker, void *made, struct err *err)
{
	struct squares *squares = context;
	struct square *piece = made;
	bool was_busy = atomic_exchange(&squares->busy[worker], true);
	int64_t heavy =
		atomic_fetch_add(&squares->heavy, (int64_t)piece->weight) + (int64_t)piece->weight;

	if (was_busy || (heavy > MOST && heavy > (int64_t)piece->weight))
		atomic_store(&squares->too_heavy, true);
	piece->value = malloc(sizeof(*piece->value));
	if (piece->value != NULL)
		*piece->value = piece->number * piece->number;
	atomic_fetch_add(&squares->held, 1);
	atomic_store(&squares->busy[worker], false);
	return piece->number != squares->bad_make ||
	       err_set(err, ERR_FORMAT, "made %lld", (long long)piece->number);
}

static bool take(void *context, void *taken, struct err *err)
{
	struct squares *squares = context;
	struct square *piece = taken;

	assert_non_null(piece->value);
	assert_int_equal(piece->number, squares->taken);
	assert_int_equal(*piece->value, piece->number * piece->number);
	squares->taken++;
	return piece->number != squares->bad_take ||
	       err_set(err, ERR_FORMAT, "took %lld", (long long)piece->number);
}

static void drop(void *dropped)
{
	struct square *piece = dropped;

	free(piece->value);
	atomic_fetch_sub(&piece->of->held, 1);
	atomic_fetch_sub(&piece->of->heavy, (int64_t)piece->weight);
}

static bool run(struct squares *squares, unsigned threads, struct err *err)
{
	const struct pieces_plan plan = {
		.context = squares,
		.piece_size = sizeof(struct square),
		.threads = threads,
		.most = MOST,
		.cut = cut,
		.make = make,
		.take = take,
		.drop = drop,
	};
	bool ok = pieces_run(&plan, err);

	assert_false(squares->too_heavy);
	assert_int_equal(squares->held, 0);
	return ok;
}

static const unsigned thread_counts[] = { 0, 1, 2, 8, 1000 };

TEST(pieces_are_taken_in_order)
{
	static const uint64_t weights[] = { 1, 30, 100 };

	for (size_t i = 0; i < sizeof(thread_counts) / sizeof(*thread_counts); i++) {
		for (size_t j = 0; j < sizeof(weights) / sizeof(*weights); j++) {
			struct squares squares = {
				.bad_make = NONE, .bad_take = NONE, .weight = weights[j]
			};
			struct err err = { 0 };

			assert_true(run(&squares, thread_counts[i], &err));
			assert_int_equal(squares.taken, COUNT);
		}
	}
}

/* A later piece may have failed before. */
TEST(the_first_error_in_order_is_returned)
{
	static const struct {
		int64_t make, take;
		const char *message;
		int64_t taken;
	} cases[] = {
		{ 0, NONE, "made 0", 0 },
		{ 100, NONE, "made 100", 100 },
		{ 101, 100, "took 100", 101 },
		{ 100, 101, "made 100", 100 },
		{ NONE, COUNT - 1, "took 499", COUNT },
	};

	for (size_t i = 0; i < sizeof(thread_counts) / sizeof(*thread_counts); i++) {
		for (size_t j = 0; j < sizeof(cases) / sizeof(*cases); j++) {
			struct squares squares = {
				.bad_make = cases[j].make, .bad_take = cases[j].take, .weight = 1
			};
			struct err err = { 0 };

			assert_false(run(&squares, thread_counts[i], &err));
			assert_string_equal(err.msg, cases[j].message);
			assert_int_equal(squares.taken, cases[j].taken);
		}
	}
}

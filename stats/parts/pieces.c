#include "stats/parts/pieces.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/pool.h"

enum { SLOTS = 2 * PIECES_THREADS };

/* The place of a piece, by its number modulo SLOTS. */
struct slot {
	void *piece;
	uint64_t weight;
	bool is_made, ok; /* it is made once `is_made` is set, by the lock */
	struct err err;
};

struct crew {
	const struct pieces_plan *plan;
	pthread_mutex_t lock; /* of what follows */
	pthread_cond_t changed;
	struct slot slots[SLOTS];
	uint64_t begun, taken;      /* pieces */
	uint64_t weight;            /* of those begun and not taken */
	bool has_next, has_no_more; /* the piece after those begun is cut; there is none */
	bool ends;
};

struct crew_member {
	struct crew *crew;
	unsigned number;
	pthread_t thread;
};

/* Cut the piece after those begun, if there is one and a slot for it. By the lock. */
static bool cut_next(struct crew *crew)
{
	const struct pieces_plan *plan = crew->plan;
	struct slot *slot = &crew->slots[crew->begun % SLOTS];

	if (crew->has_next || crew->has_no_more || crew->begun - crew->taken == SLOTS)
		return crew->has_next;
	memset(slot->piece, 0, plan->piece_size);
	slot->is_made = false;
	crew->has_next = plan->cut(plan->context, slot->piece, &slot->weight);
	crew->has_no_more = !crew->has_next;
	return crew->has_next;
}

/* Begin that piece, if there is room for it. By the lock. */
static struct slot *begin_piece(struct crew *crew)
{
	struct slot *slot = &crew->slots[crew->begun % SLOTS];

	if (!cut_next(crew) || (crew->weight > 0 && crew->weight + slot->weight > crew->plan->most))
		return NULL;
	crew->has_next = false;
	crew->weight += slot->weight;
	crew->begun++;
	return slot;
}

/* By the lock, which is left meanwhile. */
static void make_piece(struct crew *crew, unsigned worker, struct slot *slot)
{
	const struct pieces_plan *plan = crew->plan;

	pthread_mutex_unlock(&crew->lock);
	slot->err = (struct err){ 0 };
	slot->ok = plan->make(plan->context, worker, slot->piece, &slot->err);
	pthread_mutex_lock(&crew->lock);
	slot->is_made = true;
	pthread_cond_broadcast(&crew->changed);
}

static void *run(void *data)
{
	const struct crew_member *member = data;
	struct crew *crew = member->crew;

	pthread_mutex_lock(&crew->lock);
	while (!crew->ends && !crew->has_no_more) {
		struct slot *slot = begin_piece(crew);

		if (slot != NULL)
			make_piece(crew, member->number, slot);
		else if (!crew->has_no_more)
			pthread_cond_wait(&crew->changed, &crew->lock);
	}
	pthread_mutex_unlock(&crew->lock);
	return NULL;
}

/* The next piece to be taken: meanwhile, others are made. NULL: there is none. By the lock. */
static struct slot *wait_for_piece(struct crew *crew)
{
	struct slot *wanted = &crew->slots[crew->taken % SLOTS];

	while (crew->taken == crew->begun || !wanted->is_made) {
		struct slot *slot = begin_piece(crew);

		if (slot != NULL)
			make_piece(crew, 0, slot);
		else if (crew->taken == crew->begun)
			return NULL;
		else if (!wanted->is_made)
			pthread_cond_wait(&crew->changed, &crew->lock);
	}
	return wanted;
}

/* `first` is begun already, or NULL. */
static bool take_pieces(struct crew *crew, struct slot *first, struct err *err)
{
	const struct pieces_plan *plan = crew->plan;
	struct slot *slot;
	bool ok = true;

	pthread_mutex_lock(&crew->lock);
	if (first != NULL)
		make_piece(crew, 0, first);
	while (ok && (slot = wait_for_piece(crew)) != NULL) {
		pthread_mutex_unlock(&crew->lock);
		if (!slot->ok)
			*err = slot->err;
		ok = slot->ok && plan->take(plan->context, slot->piece, err);
		plan->drop(slot->piece);
		pthread_mutex_lock(&crew->lock);
		crew->taken++;
		crew->weight -= slot->weight;
		pthread_cond_broadcast(&crew->changed);
	}
	crew->ends = true;
	pthread_cond_broadcast(&crew->changed);
	pthread_mutex_unlock(&crew->lock);
	return ok;
}

/* A single piece needs no other thread; if there can be none, this one makes everything. */
static bool run_crew(struct crew *crew, struct err *err)
{
	struct crew_member members[PIECES_THREADS];
	struct slot *first = begin_piece(crew);
	bool has_more = cut_next(crew), ok;
	unsigned begun = 1;

	while (has_more && begun < crew->plan->threads && begun < PIECES_THREADS) {
		members[begun] = (struct crew_member){ .crew = crew, .number = begun };
		if (!thread_begin(&members[begun].thread, run, &members[begun]))
			break;
		begun++;
	}
	ok = take_pieces(crew, first, err);
	for (unsigned i = 1; i < begun; i++)
		pthread_join(members[i].thread, NULL);
	/* after a failure */
	for (; crew->taken < crew->begun; crew->taken++)
		crew->plan->drop(crew->slots[crew->taken % SLOTS].piece);
	return ok;
}

static bool init_locks(struct crew *crew, struct err *err)
{
	if (pthread_mutex_init(&crew->lock, NULL) != 0)
		return err_nomem(err);
	if (pthread_cond_init(&crew->changed, NULL) == 0)
		return true;
	pthread_mutex_destroy(&crew->lock);
	return err_nomem(err);
}

bool pieces_run(const struct pieces_plan *plan, struct err *err)
{
	struct crew crew = { .plan = plan };
	char *pieces = mem_try_zeroed(SLOTS, plan->piece_size, err);
	bool ok;

	if (pieces == NULL || !init_locks(&crew, err)) {
		free(pieces);
		return false;
	}
	for (size_t i = 0; i < SLOTS; i++)
		crew.slots[i].piece = pieces + i * plan->piece_size;
	ok = run_crew(&crew, err);
	pthread_cond_destroy(&crew.changed);
	pthread_mutex_destroy(&crew.lock);
	free(pieces);
	return ok;
}

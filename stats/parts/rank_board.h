#ifndef STATS_PARTS_RANK_BOARD_H
#define STATS_PARTS_RANK_BOARD_H

#include "base/idmap.h"
#include "base/text.h"
#include "collapse/model/trace.h"
#include "stats/parts/arrivals.h"
#include "stats/parts/folded_names.h"
#include "stats/parts/sink.h"

/*
 * The ranks of a run beside each other: how long each computes and communicates, in all and by
 * range. Waiting for others is time in collectives, so only computing says who is slow: the
 * time of kernels that do not communicate.
 */
enum rank_column_kind {
	COLUMN_RANGE,      /* computing that was launched in ranges of this name, numbers as "N" */
	COLUMN_STEP,       /* the same for a training step, with its number */
	COLUMN_COLLECTIVE, /* communication by kernels of this name */
};

struct rank_column {
	enum rank_column_kind kind;
	uint32_t name;
	bool is_step; /* COLUMN_RANGE: of training steps */
	bool is_open; /* COLUMN_RANGE: a range of it is around the current operation */
};

/* A rank: all files that state it; else one file, or one process of a file of several ranks. */
struct rank_entry {
	bool has_rank;
	uint64_t rank;
	/* names, or NAME_NONE; where its files differ, the first in order of names */
	uint32_t label; /* of the file */
	uint32_t node, job;
	uint32_t uuid;         /* of its only device */
	bool differs;          /* in node or job: its files may be of different runs */
	bool has_uuids;        /* more than one */
	uint64_t devices, ops; /* number of devices */
	uint32_t device_at; /* in rank_board.devices: the one that computes longest; valid if there
			       are any */
	uint64_t kernels_ns, communication_ns; /* sums: overlaps count twice */
	bool has_times;                        /* the following are known */
	uint64_t span, busy, compute, exposed; /* overlaps count once */
	uint64_t *columns;                     /* ns by column; may have fewer than there are */
	size_t column_count;
};

struct rank_board {
	struct names *names; /* borrowed */
	struct rank_entry *entries;
	size_t count, entries_cap;
	struct idmap ranks;   /* by index: */
	uint32_t *rank_entry; /* the entry of a rank */
	size_t ranks_cap;
	struct idmap devices; /* entry << 32 | device */
	uint64_t *device_ns;  /* that it computes; overlaps count twice */
	size_t device_cap;
	struct idmap column_keys; /* kind << 32 | name */
	struct rank_column *columns;
	size_t columns_cap;
	struct folded_names folded;
	struct arrivals arrivals;
};

/* Begin with a zeroed struct and `names`. */
void rank_board_release(struct rank_board *board);

/*
 * Add the ranks of a trace, the file `label`; needs WANT_STREAMS and, for
 * ranks of processes and communicators, .ranks and .payloads. ERR_FORMAT when a sum
 * exceeds 64 bits.
 */
bool rank_board_add(struct rank_board *board, const struct trace *trace, const char *label,
	struct err *err) MUST_CHECK;

/*
 * The entry of a rank, several processes of which are one, or a new one without a rank. If it
 * is new, its label is NAME_NONE.
 */
uint32_t rank_board_find(struct rank_board *board, bool has_rank, uint64_t rank);

/* What a file states of the place of a rank, in names; NAME_NONE: nothing. */
struct rank_place {
	uint32_t label, node, job, uuid;
};

/* Add what a file states of an entry, whose files may differ. */
void rank_board_place(struct rank_board *board, uint32_t entry, const struct rank_place *place);

/* Add the time that a device computes, 0 if it runs something else. ERR_FORMAT. */
bool rank_board_add_device(struct rank_board *board, uint32_t entry, uint32_t device, uint64_t ns,
	struct err *err) MUST_CHECK;

/* Add a time to a column. ERR_FORMAT. */
bool rank_board_add_time(struct rank_board *board, uint32_t entry, enum rank_column_kind kind,
	uint32_t name, uint64_t ns, uint32_t *column, struct err *err) MUST_CHECK;

/* The order of entries: by rank; those without one last, by label. */
int rank_board_compare(const struct rank_board *board, uint32_t a, uint32_t b);

/* Whether rank_entry.compute and so on are known for all; else only sums can be compared. */
bool rank_board_has_times(const struct rank_board *board);

/* The ns of a rank in a column. */
uint64_t rank_board_column(const struct rank_board *board, size_t entry, uint32_t column);

/*
 * "rank 5", or the label of its file; with `place`: "rank 5 (node n1, GPU 0)", or the device's
 * uuid where ranks of the node number their devices alike. ERR_NOMEM.
 */
void rank_board_name(const struct rank_board *board, size_t entry, bool place, struct text *text);

#endif /* STATS_PARTS_RANK_BOARD_H */

#ifndef STATS_SQL_MODEL_H
#define STATS_SQL_MODEL_H

#include "collapse/model/trace.h"
#include "stats/measures/busy.h"
#include "stats/measures/projection.h"
#include "stats/measures/range_tree.h"
#include "stats/measures/step_windows.h"

/* What devices may be busy with: SQL_BUSY_WORDS, and a set of spans for each. */
enum sql_busy {
	BUSY_OP,
	BUSY_KERNEL,
	BUSY_COMPUTE,       /* kernels without communication */
	BUSY_COMMUNICATION, /* kernels of NCCL */
	BUSY_OVERLAP,       /* two or more of these */
	SQL_BUSY
};
#define SQL_BUSY_WORDS                                                \
	{                                                             \
		"op", "kernel", "compute", "communication", "overlap" \
	}

/* A range that contains an operation's launch. */
struct sql_pair {
	uint32_t range, op;
};

/*
 * What statements see: a trace, and what is computed of it when a statement first asks for it.
 */
struct sql_model {
	const struct trace *trace; /* NULL: tables are empty */
	struct names *names;
	const char *file;  /* its label; NULL: there is one file alone */
	const char *label; /* the same, always */
	size_t file_number;

	struct projected *projected; /* by range */
	struct range_tree tree;      /* of all ranges; NULL: not computed, as the others */
	uint32_t *families;          /* by range: how many with operations are right below */
	struct range_tree pushpop;   /* of push/pop ranges alone, with, by range: */
	uint32_t *pushpop_children;  /* how many are right below */
	int64_t *pushpop_child_ns;   /* the sum of their times; saturates */
	struct sql_pair *pairs;      /* by thread and time of launch, the outermost range first */
	size_t pair_count, pairs_cap;
	struct busy busy[SQL_BUSY];
	enum sql_busy busy_made[SQL_BUSY]; /* those that are computed, in that order */
	size_t busy_count;
	uint32_t *op_order; /* busy_order() */
	size_t ordered;
	struct step_windows steps;
	struct step_share *shares; /* by step, then by phase (stats/sql/step_table.c) */
	struct rank_facts *ranks;  /* stats/sql/table.h */
	struct rank_facts **kept;  /* the same, of all models of a trace; NULL: there is one */
	uint32_t *layers;          /* by operation: names */
	struct idmap strings;      /* ids of the file's table StringIds */
	uint32_t *string_names;    /* by index in them */
	size_t strings_cap;
	bool has_pairs, has_steps, has_strings;
};

/* Show a trace, and forget what was computed of the one before. */
void sql_model_show(struct sql_model *model, const struct trace *trace, const char *file);
void sql_model_release(struct sql_model *model);

/* A part, computed unless that has been done. */
const struct projected *sql_model_project(struct sql_model *model);
const struct range_tree *sql_model_nest(struct sql_model *model);
/* All of pushpop; the model itself. */
const struct sql_model *sql_model_nest_pushpop(struct sql_model *model);
const uint32_t *sql_model_count_families(struct sql_model *model);
void sql_model_pair(struct sql_model *model);
/* The length of an API call's name without its version: "cudaLaunchKernel" of "..._v7000". */
size_t sql_call_len(const struct name *name);
/* The id of that; SQL_NULL for NAME_NONE. */
int64_t sql_call_id(const struct sql_model *model, uint32_t name);
void sql_model_be_busy(struct sql_model *model, enum sql_busy what);
void sql_model_step(struct sql_model *model);

#endif /* STATS_SQL_MODEL_H */

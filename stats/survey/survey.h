#ifndef STATS_SURVEY_SURVEY_H
#define STATS_SURVEY_SURVEY_H

#include "base/rules.h"
#include "base/text.h"
#include "collapse/plan/selection.h"
#include "stats/survey/cover.h"
#include "stats/survey/loss.h"
#include "stats/measures/folded_names.h"
#include "stats/measures/rank_facts.h"

/* Typical steps of a server, by phase: their number, time, and least and most requests. */
struct survey_phase {
	const char *word; /* batch_phase_word() */
	uint64_t steps, ns, least, most;
};

/* Of LOSS_FETCH, hidden or not, in each of so many steps. */
struct survey_fetches {
	uint64_t steps, copies, bytes, ns;
};

/*
 * What is measured once, for all rules: how much time of the devices is lost to which cause.
 * Times are of devices: with two, each second counts twice.
 */
struct survey {
	struct names *names;      /* borrowed */
	bool many;                /* several files, which are compared as ranks */
	unsigned threads;         /* that may be used */
	struct cover_watch watch; /* of the launches of each trace */
	struct rules rules;       /* presets, which make names of ranges readable */
	struct folded_names folded;
	struct lost losses[LOSS_KINDS];
	uint64_t total_ns; /* of all steps, on all their devices; warm-up is left out */
	uint64_t files, devices;
	uint64_t recorded_ns; /* from the first operation or step of each trace to the last one */
	uint64_t span_ns;   /* of all steps, warm-up and outliers too; without steps, as total_ns */
	uint64_t busy_ns;   /* of which something ran */
	uint64_t kernel_ns; /* and kernels did */
	uint64_t steps, outliers, warm_ups; /* steps: typical ones */
	uint64_t step_ns;                   /* of all typical ones, and outliers */
	uint64_t median_ns;                 /* the longest of the files' medians */
	uint64_t warm_up_ns;
	uint64_t outlier_ns[LOSS_KINDS]; /* what outliers lose to each cause */
	struct survey_phase phases[BATCH_PHASES];
	uint64_t small_kernels; /* number of small kernels, and their time */
	uint64_t small_ns;
	uint64_t compute_kernels; /* number of kernels other than communication */
	struct ledger kernels;    /* their times, one after the other */
	uint64_t kernels_ns;      /* the sum of these */
	uint64_t graph_kernels;   /* of the small ones, in graphs */
	struct survey_fetches fetches;
	bool knows_memory;              /* of copies in LOSS_TRAFFIC, whether it is pinned */
	uint64_t blocks, block_threads; /* of the longest piece of LOSS_FEW_BLOCKS */
	uint64_t multiprocessors;       /* there, or 0 */
	uint64_t narrow_threads;        /* of the longest piece of LOSS_SMALL_BLOCKS */
	uint64_t product_ns;            /* of products in LOSS_PRODUCTS: all of their time */
	double product_roof_ns;         /* and what they would take at the peaks */
	bool lacks_tf32;                /* of some device: from before it */
	bool sums;            /* it is of sums alone: what is hidden, and idle, is unknown */
	bool sums_in_steps;   /* of some files, only what is in steps was looked at */
	uint64_t overflow_ns; /* of sums: in stacks that the capture had no room for */
	bool is_torch;        /* PyTorch ran in some of them */
	bool begins_late;     /* after work that was launched before the recording */
	uint64_t stepless;    /* files without steps */
	unsigned slowed;      /* enum profiler_cost */
	struct rank_facts ranks;
	struct text verdict; /* who is slow */
	struct text missing; /* which ranks are, so that waits are not known; or empty */
	uint32_t slow_rank;  /* its name, or NAME_NONE */
	uint64_t waits;      /* collectives that the ranks waited at */
};

/* What slow ranks cost the others. */
struct survey_waits {
	uint64_t ns, count; /* waited in collectives, and not hidden; of typical steps */
	double share;       /* of all steps that is saved without the slow ranks */
	double outlier_ns;  /* of an outlier */
};

/* A trace of as many operations is worth a second thread. */
enum { SURVEY_MANY_OPS = 1 << 14 };

/* Whether steps have one median: of one file, and no server's, whose phases have their own. */
static inline bool survey_has_median(const struct survey *survey)
{
	return survey->files == 1 && survey->phases[BATCH_NONE].steps == survey->steps;
}

void survey_init(struct survey *survey, struct names *names, bool many);
void survey_release(struct survey *survey);

/* What a survey needs of traces. */
uint64_t survey_want(const struct survey *survey);

/*
 * Add a trace of single operations, whose steps are marked; `label` names its file. ERR_NOMEM,
 * ERR_FORMAT, and what the watch fails with.
 */
bool survey_add(
	struct survey *survey, struct trace *trace, const char *label, struct err *err) MUST_CHECK;

/* The same of a trace of sums. Findings are of sums alone, or of none. */
bool survey_add_sums(struct survey *survey, const struct trace *trace, const char *label,
	struct err *err) MUST_CHECK;

/* After the last, if they are ranks of a run. */
void survey_take_waits(struct survey *survey, const struct survey_waits *waits);

#endif /* STATS_SURVEY_SURVEY_H */

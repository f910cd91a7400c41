#define _XOPEN_SOURCE 700 /* strdup */
#include "capture/job.h"

/* The value of a variable; NULL: it is not set, or empty. */
static const char *value_of(config_get *get, void *context, const char *name)
{
	const char *value = name != NULL ? get(context, name) : NULL;

	return value == NULL || value[0] == '\0' ? NULL : value;
}

/* The first of the variables that is set; `names` ends in NULL. */
static const char *first_of(config_get *get, void *context, const char *const *names)
{
	const char *value = NULL;

	for (; value == NULL && *names != NULL; names++) {
		value = value_of(get, context, *names);
		/* torchrun's job if none is named, and the first attempt */
		if (value != NULL && (strcmp(value, "none") == 0 || strcmp(value, "0") == 0))
			value = NULL;
	}
	return value;
}

/* torchrun and the like run inside mpirun or srun, and set all three variables. */
static bool read_torch(struct job_place *job, config_get *get, void *context)
{
	const char *rank = value_of(get, context, "RANK");
	const char *node = value_of(get, context, "NODE_RANK");

	job->world = value_of(get, context, "WORLD_SIZE");
	job->local_rank = value_of(get, context, "LOCAL_RANK");
	if (job->world == NULL || job->local_rank == NULL)
		return false;
	/* on further nodes, Lightning's rank depends on the number of ranks per node */
	if (rank == NULL && node != NULL && strcmp(node, "0") == 0)
		rank = job->local_rank;
	job->rank = rank;
	return rank != NULL;
}

/*
 * srun --mpi=pmix sets PMIX_RANK, but no number of ranks, beside its own variables; its
 * namespaces are called slurm.pmix.JOB.STEP.
 */
static bool is_pmix_of_slurm(config_get *get, void *context)
{
	const char *space = value_of(get, context, "PMIX_NAMESPACE");

	return space != NULL && strncmp(space, "slurm.", 6) == 0;
}

static void read_rank(struct job_place *job, config_get *get, void *context)
{
	/* mpirun runs inside a job of Slurm or Kubernetes, each of whose tasks may be several */
	const struct {
		const char *rank, *world, *local_rank;
	} launchers[] = {
		{ "OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_LOCAL_RANK" },
		{ is_pmix_of_slurm(get, context) ? NULL : "PMIX_RANK", NULL, NULL },
		{ "PMI_RANK", "PMI_SIZE", "MPI_LOCALRANKID" },
		{ "MV2_COMM_WORLD_RANK", "MV2_COMM_WORLD_SIZE", "MV2_COMM_WORLD_LOCAL_RANK" },
		{ "SLURM_PROCID", "SLURM_NTASKS", "SLURM_LOCALID" },
		{ "JOB_COMPLETION_INDEX", NULL, NULL },
		{ "RANK", "WORLD_SIZE", "LOCAL_RANK" },
	};

	if (read_torch(job, get, context))
		return;
	job->world = job->local_rank = NULL;
	for (size_t i = 0; i < ARRAY_SIZE(launchers) && job->rank == NULL; i++) {
		job->rank = value_of(get, context, launchers[i].rank);
		if (job->rank == NULL)
			continue;
		job->world = value_of(get, context, launchers[i].world);
		job->local_rank = value_of(get, context, launchers[i].local_rank);
	}
}

void job_read(struct job_place *job, config_get *get, void *context)
{
	/* NODE_NAME: what manifests call spec.nodeName when they pass it on */
	static const char *const nodes[] = { "SLURMD_NODENAME", "NODE_NAME", NULL };
	static const char *const ids[] = { "SLURM_JOB_ID", "PBS_JOBID", "LSB_JOBID",
		"TORCHELASTIC_RUN_ID", "PMIX_NAMESPACE", NULL };
	static const char *const attempts[] = { "SLURM_RESTART_COUNT", "TORCHELASTIC_RESTART_COUNT",
		NULL };

	*job = (struct job_place){ 0 };
	read_rank(job, get, context);
	job->node = first_of(get, context, nodes);
	job->id = first_of(get, context, ids);
	job->attempt = first_of(get, context, attempts);
}

bool job_has_more_ranks(const struct job_place *job)
{
	if (job->world != NULL)
		return strcmp(job->world, "1") != 0;
	return job->rank != NULL && strcmp(job->rank, "0") != 0;
}

void job_keep(struct job_place *job)
{
	const char **const texts[] = { &job->rank, &job->world, &job->local_rank, &job->node,
		&job->id, &job->attempt };

	for (size_t i = 0; i < ARRAY_SIZE(texts); i++)
		*texts[i] = *texts[i] != NULL ? strdup(*texts[i]) : NULL;
}

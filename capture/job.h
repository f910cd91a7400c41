#ifndef CAPTURE_JOB_H
#define CAPTURE_JOB_H

#include "capture/config.h"

/*
 * What a launcher states about this process's place in a distributed run. Each is the text
 * of an environment variable, or NULL: not known. Launchers nest, and variables are
 * inherited: rank, world size and local rank are those of the innermost one, which is
 * the first of these whose rank is set:
 *
 *     RANK, with WORLD_SIZE and LOCAL_RANK         torchrun, accelerate, DeepSpeed
 *     LOCAL_RANK, with WORLD_SIZE and NODE_RANK=0  Lightning, which sets no RANK
 *     OMPI_COMM_WORLD_RANK                         mpirun of Open MPI
 *     PMIX_RANK, PMI_RANK                          prun, mpirun of MPICH and Intel; PMIX_RANK
 *                                                  not below srun --mpi=pmix, see SLURM_PROCID
 *     MV2_COMM_WORLD_RANK                          mpirun of MVAPICH
 *     SLURM_PROCID                                 srun
 *     JOB_COMPLETION_INDEX                         an indexed job of Kubernetes
 *     RANK                                         set by hand
 */
struct job_place {
	const char *rank;
	const char *world;      /* the number of ranks */
	const char *local_rank; /* among the ranks of this host */
	const char *node; /* the machine, as the scheduler calls it: a pod has another host name */
	const char *id;   /* of the job, equal for all ranks */
	const char *attempt; /* of that job, from "1"; NULL: it is the first */
};

/* Look the variables up; the values are borrowed from the environment. */
void job_read(struct job_place *job, config_get *get, void *context);

/* Whether there are other ranks, as far as known. */
bool job_has_more_ranks(const struct job_place *job);

/* Copy what it borrows; the copies are never freed. What does not fit in memory is lost. */
void job_keep(struct job_place *job);

#endif /* CAPTURE_JOB_H */

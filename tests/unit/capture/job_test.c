#include "capture/job.h"
#include "tests/unit/made_environment.h"
#include "tests/unit/test.h"

static void check(const char *what, const char *which, const char *is, const char *wanted)
{
	if ((is == NULL) != (wanted == NULL) || (is != NULL && strcmp(is, wanted) != 0))
		fail_msg("%s: %s is %s", what, which, is != NULL ? is : "not known");
}

/* Launchers nest: rank, world size and local rank are the innermost one's. */
TEST(a_place_is_that_of_the_innermost_launcher)
{
	const struct {
		const char *what, **variables, *rank, *world, *local;
	} cases[] = {
		{ "nothing", ENVIRONMENT("HOME", "/"), NULL, NULL, NULL },
		{ "srun",
			ENVIRONMENT("SLURM_PROCID", "3", "SLURM_NTASKS", "4", "SLURM_LOCALID", "1"),
			"3", "4", "1" },
		{ "srun torchrun",
			ENVIRONMENT("SLURM_PROCID", "1", "SLURM_NTASKS", "2", "SLURM_LOCALID", "0",
				"RANK", "5", "LOCAL_RANK", "1", "WORLD_SIZE", "8"),
			"5", "8", "1" },
		{ "sbatch, mpirun of Open MPI",
			ENVIRONMENT("SLURM_PROCID", "0", "SLURM_NTASKS", "1",
				"OMPI_COMM_WORLD_RANK", "2", "OMPI_COMM_WORLD_SIZE", "4",
				"OMPI_COMM_WORLD_LOCAL_RANK", "0", "PMIX_RANK", "2"),
			"2", "4", "0" },
		{ "sbatch, mpirun of MPICH",
			ENVIRONMENT("SLURM_PROCID", "0", "SLURM_NTASKS", "1", "PMI_RANK", "3",
				"PMI_SIZE", "4", "MPI_LOCALRANKID", "3"),
			"3", "4", "3" },
		{ "mpirun of Open MPI",
			ENVIRONMENT("OMPI_COMM_WORLD_RANK", "1", "OMPI_COMM_WORLD_SIZE", "2"), "1",
			"2", NULL },
		{ "mpirun of MPICH", ENVIRONMENT("PMI_RANK", "4", "PMI_SIZE", "8"), "4", "8",
			NULL },
		{ "mpirun of MVAPICH",
			ENVIRONMENT("MV2_COMM_WORLD_RANK", "7", "MV2_COMM_WORLD_SIZE", "8",
				"MV2_COMM_WORLD_LOCAL_RANK", "3"),
			"7", "8", "3" },
		{ "srun --mpi=pmix",
			ENVIRONMENT("SLURM_PROCID", "6", "SLURM_NTASKS", "8", "SLURM_LOCALID", "2",
				"PMIX_RANK", "6", "PMIX_NAMESPACE", "slurm.pmix.7.0"),
			"6", "8", "2" },
		{ "sbatch, prun",
			ENVIRONMENT("SLURM_PROCID", "0", "SLURM_NTASKS", "1", "PMIX_RANK", "6",
				"PMIX_NAMESPACE", "prterun-n1-7@1"),
			"6", NULL, NULL },
		{ "mpirun, accelerate launch",
			ENVIRONMENT("OMPI_COMM_WORLD_RANK", "1", "OMPI_COMM_WORLD_SIZE", "2",
				"RANK", "9", "LOCAL_RANK", "1", "WORLD_SIZE", "16"),
			"9", "16", "1" },
		{ "accelerate launch",
			ENVIRONMENT("RANK", "1", "LOCAL_RANK", "1", "WORLD_SIZE", "2"), "1", "2",
			"1" },
		{ "Lightning, one node",
			ENVIRONMENT("NODE_RANK", "0", "LOCAL_RANK", "3", "WORLD_SIZE", "4"), "3",
			"4", "3" },
		{ "sbatch, Lightning, one node",
			ENVIRONMENT("SLURM_PROCID", "0", "SLURM_NTASKS", "1", "NODE_RANK", "0",
				"LOCAL_RANK", "2", "WORLD_SIZE", "4"),
			"2", "4", "2" },
		{ "srun, Lightning",
			ENVIRONMENT("SLURM_PROCID", "5", "SLURM_NTASKS", "8", "SLURM_LOCALID", "1",
				"NODE_RANK", "1", "LOCAL_RANK", "1", "WORLD_SIZE", "8"),
			"5", "8", "1" },
		{ "Lightning, another node",
			ENVIRONMENT("NODE_RANK", "1", "LOCAL_RANK", "1", "WORLD_SIZE", "8"), NULL,
			NULL, NULL },
		{ "an indexed job", ENVIRONMENT("JOB_COMPLETION_INDEX", "11"), "11", NULL, NULL },
		{ "an indexed job, torchrun",
			ENVIRONMENT("JOB_COMPLETION_INDEX", "1", "RANK", "8", "LOCAL_RANK", "0",
				"WORLD_SIZE", "16"),
			"8", "16", "0" },
		{ "an indexed job, mpirun",
			ENVIRONMENT("JOB_COMPLETION_INDEX", "0", "OMPI_COMM_WORLD_RANK", "3",
				"OMPI_COMM_WORLD_SIZE", "8"),
			"3", "8", NULL },
		{ "a RANK by hand in srun",
			ENVIRONMENT("SLURM_PROCID", "3", "SLURM_NTASKS", "4", "RANK", "0"), "3",
			"4", NULL },
		{ "a RANK by hand", ENVIRONMENT("RANK", "2", "WORLD_SIZE", "4"), "2", "4", NULL },
		{ "empty", ENVIRONMENT("RANK", "", "SLURM_PROCID", ""), NULL, NULL, NULL },
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		struct job_place job;

		job_read(&job, get, (void *)cases[i].variables);
		check(cases[i].what, "rank", job.rank, cases[i].rank);
		check(cases[i].what, "world size", job.world, cases[i].world);
		check(cases[i].what, "local rank", job.local_rank, cases[i].local);
	}
}

TEST(a_job_has_a_node_and_an_id)
{
	const struct {
		const char **variables, *node, *id, *attempt;
	} cases[] = {
		{ ENVIRONMENT("SLURMD_NODENAME", "n7", "SLURM_JOB_ID", "42", "TORCHELASTIC_RUN_ID",
			  "x"),
			"n7", "42", NULL },
		{ ENVIRONMENT("NODE_NAME", "gke-1", "TORCHELASTIC_RUN_ID", "none"), "gke-1", NULL,
			NULL },
		{ ENVIRONMENT("SLURM_RESTART_COUNT", "2", "TORCHELASTIC_RESTART_COUNT", "0"), NULL,
			NULL, "2" },
		{ ENVIRONMENT("TORCHELASTIC_RESTART_COUNT", "1"), NULL, NULL, "1" },
		{ ENVIRONMENT("TORCHELASTIC_RESTART_COUNT", "0"), NULL, NULL, NULL },
		{ ENVIRONMENT("PMIX_NAMESPACE", "prterun-a-1@1"), NULL, "prterun-a-1@1", NULL },
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		struct job_place job;

		job_read(&job, get, (void *)cases[i].variables);
		check("job", "node", job.node, cases[i].node);
		check("job", "id", job.id, cases[i].id);
		check("job", "attempt", job.attempt, cases[i].attempt);
	}
}

TEST(other_ranks_are_known_by_the_world_size)
{
	const struct {
		const char *rank, *world;
		bool has_more;
	} cases[] = { { NULL, NULL, false }, { "0", NULL, false }, { "1", NULL, true },
		{ "0", "1", false }, { "0", "8", true } };

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		const struct job_place job = { .rank = cases[i].rank, .world = cases[i].world };

		assert_int_equal(job_has_more_ranks(&job), cases[i].has_more);
	}
}

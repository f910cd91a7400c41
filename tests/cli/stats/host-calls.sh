# Calls of MPI, UCX, OpenACC, OpenMP and the OS runtime, and unified memory, from the tables of nsys 2023
# and later: one call has one row however many requests it waits for. Those of MPI are ranges in
# stacks, but not in the reports of NVTX, as in nsys's own.
cp "$FIXTURES/host_calls.sqlite" run.sqlite
gpuflame collapse -q run.sqlite
echo "--- without the domain, and what is never closed"
gpuflame collapse -q --no-domain-prefix --value cpu-time --only MPI run.sqlite
gpuflame collapse --strict run.sqlite >/dev/null
echo "--- ranks, by the order of processes, since all of the run are here"
gpuflame collapse -q --by rank run.sqlite
python3 - <<'END'
import sqlite3
db = sqlite3.connect("run.sqlite")
db.execute("create table kept as select * from MPI_COMMUNICATORS")
db.execute("update MPI_COMMUNICATORS set size = 3 where size = 2")
db.commit()
END
echo "--- not all are: by process"
gpuflame collapse -q --by rank run.sqlite
cp "$FIXTURES/host_calls.sqlite" run.sqlite
gpuflame stats -q -f csv -r mpi_event_trace run.sqlite
gpuflame stats -q -f csv -r mpi_sum,ucx_sum,openacc_sum,osrt_sum run.sqlite
echo "--- NVTX"
gpuflame stats -q -f csv -r nvtx_sum,mpi_sum run.sqlite | head -n 3
echo "--- a device without a name, a name without a device, and an older table of devices"
python3 - <<'END'
import sqlite3
db = sqlite3.connect("run.sqlite")
db.execute("create table devices as select NULL as deviceId, 'of no device' as name union all select deviceId, name from TARGET_INFO_GPU")
db.execute("drop table TARGET_INFO_GPU")
db.execute("alter table devices rename to TARGET_INFO_GPU")
db.commit()
END
gpuflame stats -q -f csv -r cuda_gpu_trace run.sqlite | cut -d, -f 1,17
echo "--- OpenMP and unified memory, and parts of them"
pages=$FIXTURES/nsys/pages.sqlite
gpuflame stats -q -f csv -r openmp_sum,um_sum,um_total_sum,um_cpu_page_faults_sum "$pages"
gpuflame stats -q -f csv -r um_sum,um_total_sum --time -345ns "$pages"
gpuflame stats -q -f csv -r um_total_sum "$pages" "$pages"
gpuflame stats -r um_sum --device 0 "$pages"
gpuflame stats -r um_sum --process 6 "$pages"
echo "--- none"
cp "$FIXTURES/demo.sqlite" .
gpuflame stats -r mpi_event_trace,osrt_sum,ucx_sum,openacc_sum,openmp_sum,um_sum demo.sqlite

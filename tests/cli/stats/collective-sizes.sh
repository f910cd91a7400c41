# Collectives by size, whose payloads are bytes. All take 2000 ns: 1 MB is 500 GB/s; of 8 ranks
# an all-reduce has 2 * 7/8 of that on the bus, of 2 ranks 2 * 1/2. An all-gather of 8 ranks that
# give 1 MB each gathers 8 MB: 4000 GB/s, 7/8 of it on the bus; unknown where the
# number of ranks is unknown. What cannot be read is left out.
gpuflame stats -f csv -r nccl_size_sum "$FIXTURES/stats_nccl_binary.sqlite"
gpuflame stats -f csv -r nccl_sum "$FIXTURES/stats_nccl_binary.sqlite" | cut -d, -f1,2
# The rank of the process is in the payload too: 3 of the larger communicator's 8.
gpuflame collapse -q --by rank "$FIXTURES/stats_nccl_binary.sqlite"
# What takes no time has no bandwidth.
cp "$FIXTURES/stats_nccl_binary.sqlite" none.sqlite
python3 -c 'import sqlite3
db = sqlite3.connect("none.sqlite", isolation_level=None)
db.execute("UPDATE CUPTI_ACTIVITY_KIND_KERNEL SET end = start")'
gpuflame stats -q -f csv -r nccl_size_sum none.sqlite | tail -n 1

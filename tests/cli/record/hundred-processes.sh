# A hundred processes report at once; the summary names the next command for their files.
# shellcheck disable=SC2016,SC2012
fake=${FIXTURES%/fixtures}/fake
export GPUFLAME_LIBRARY=$fake/libfake.so FAKE_OPS=1000 FAKE_NS=1000000 FAKE=$fake/fake_cuda
gpuflame record -o 'run-%r' sh -c 'for i in $(seq 0 99); do RANK=$i $FAKE init & done; wait' 2>&1 |
  sed -n '1,3p; /rank 1[0-9]/d; $p'
ls run-*.gpuflame | wc -l
# other files of that pattern: they are named one by one
rm run-[1-9][0-9].gpuflame
gpuflame record -f -o 'run-%r' sh -c 'for i in 0 1 2 3; do RANK=$i $FAKE init; done' 2>&1 | tail -n 1

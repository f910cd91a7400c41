# Many files at once: the output does not depend on how many threads read them.
for rank in 0 1 2; do
  printf 'step;gemm %d\nstep;only_%d 5\n' $((100 + rank * 10)) "$rank" >"rank$rank.folded"
  cp "$FIXTURES/graph_capture.sqlite" "run_$rank.sqlite"
done
cp "$FIXTURES/steps.sqlite" steps.sqlite
for how in sum mean min max spread; do
  echo "--- $how" && gpuflame collapse --aggregate "$how" rank?.folded
done
echo "--- by rank" && gpuflame collapse --by rank rank?.folded
echo "--- by a pattern" && gpuflame collapse --by rank --rank-pattern 'run_%r.*' run_?.sqlite --only relu
echo "--- by name" && gpuflame collapse --by rank --only gemm run_0.sqlite run_1.sqlite
echo "--- same with one, two and eight"
for jobs in 1 2 8; do
  gpuflame collapse --jobs "$jobs" --summary rank?.folded run_?.sqlite steps.sqlite 2>&1 | cksum
done
echo "--- and a picture, whose order by time is that of the files, though the first ends last"
seq -f 'step;k%.0f 1' 60000 >slow0.folded
for i in 1 2 3; do seq -f 'step;k%.0f 1' $((i * 10)) -1 1 >"slow$i.folded"; done
gpuflame --jobs 1 slow?.folded >one.svg
gpuflame --jobs 8 slow?.folded | cmp - one.svg && echo same
echo "--- broken"
echo nonsense >broken.sqlite
gpuflame collapse rank0.folded absent.sqlite broken.sqlite || echo "status $?"
gpuflame collapse --keep-going rank0.folded absent.sqlite broken.sqlite || echo "status $?"
gpuflame collapse --keep-going absent.sqlite broken.sqlite || echo "status $?"
gpuflame collapse --aggregate median rank0.folded || echo "status $?"
gpuflame collapse --rank-pattern 'run' rank0.folded || echo "status $?"
gpuflame collapse --jobs 0 rank0.folded || echo "status $?"
gpuflame collapse --aggregate max --by rank rank0.folded || echo "status $?"
gpuflame diff --aggregate max rank0.folded rank1.folded || echo "status $?"
echo "--- many small reports"
mkdir many
for i in $(seq 0 299); do ln "run_0.sqlite" "many/rank$i.sqlite"; done
gpuflame collapse many/*.sqlite
gpuflame collapse --aggregate spread many/*.sqlite rank0.folded

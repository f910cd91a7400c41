# A folder stands for the reports in it, in numeric order; what is not a report, or is the
# export of one, is not read.
mkdir -p run/sub other
for rank in 0 1 2 10; do
  gpuflame collapse "$FIXTURES/demo.sqlite" -q -o "folded$rank"
  cp "$FIXTURES/demo.sqlite" "run/rank$rank.sqlite"
done
cp "$FIXTURES/steps.sqlite" run/sub/rank3.sqlite # folders in it are not searched
cp "$FIXTURES/steps.sqlite" run/.hidden.sqlite
echo 'a log' >run/log.txt
printf 'NVIDIA Tegra Profiler Report ' >run/rank0.nsys-rep # has its export beside it
touch -r run/rank0.sqlite run/rank0.nsys-rep # as new as that
gpuflame -q run/rank*.sqlite -o run/flame.svg
gpuflame collapse -q run -o run/all.folded

echo "--- a folder equals its files"
files=(run/rank0.sqlite run/rank1.sqlite run/rank2.sqlite run/rank10.sqlite)
for command in "collapse -q" "-q" "merge" "stats -q" "stats -q -r rank_sum" "stats -q --per-rank"; do
  # shellcheck disable=SC2086 # options
  cmp <(gpuflame $command "${files[@]}") <(gpuflame $command run) &&
    cmp <(gpuflame $command "${files[@]}") <(gpuflame $command run/) && echo "gpuflame $command"
done
gpuflame stats -q -r rank_sum -f csv run | cut -d, -f1,6

echo "--- folders as two runs, each with four ranks"
gpuflame collapse -q "$FIXTURES/demo.sqlite" -o one.folded
cp run/rank*.sqlite other
gpuflame diff -q run other | sed -n 1,4p
gpuflame diff -q one.folded run | sed -n 1,4p

echo "--- folded stacks, where nothing else is there"
mkdir maps
for rank in 0 1; do cp "folded$rank" "maps/part$rank.folded"; done
gpuflame merge maps | cmp - <(gpuflame merge folded0 folded1) && echo equal

echo "--- partial results, whatever they are called"
mkdir parts
for rank in 0 1; do gpuflame stats -q --partial "run/rank$rank.sqlite" -o "parts/part.$rank"; done
gzip -c parts/part.1 >parts/second && rm parts/part.1
echo 'a log' >parts/slurm-7.out
cp folded0 parts/part.folded
gpuflame stats -q -f csv -r cuda_gpu_kern_sum parts |
  cmp - <(gpuflame stats -q -f csv -r cuda_gpu_kern_sum run/rank0.sqlite run/rank1.sqlite) && echo equal
gpuflame collapse parts
cp run/rank0.sqlite parts
gpuflame stats -q -f csv -r cuda_gpu_kern_sum parts |
  cmp - <(gpuflame stats -q -f csv -r cuda_gpu_kern_sum run/rank0.sqlite) && echo "reports come first"

echo "--- a file that is damaged"
head -c 5000 run/rank0.sqlite >run/rank3.sqlite
gpuflame collapse -q run
echo "status $?"
for command in "collapse -q" merge "stats -q" "stats -q -r cuda_gpu_kern_sum,cuda_gpu_kern_sum:base"; do
  # shellcheck disable=SC2086 # options
  gpuflame $command --keep-going run | cmp - <(gpuflame $command "${files[@]}") && echo equal
done
gpuflame diff -q --keep-going other run | sed -n 4p

gpuflame stats -q -r rank_sum --per-rank --keep-going -f csv run | grep -c "sqlite$"
for report in "" "-r rank_sum"; do
  # shellcheck disable=SC2086 # an option and its value
  gpuflame stats $report --keep-going run/rank3.sqlite
  echo "status $?"
done

echo "--- none, or not readable"
mkdir empty
touch empty/log.txt
mkdir loop
cp other/rank0.sqlite loop
ln -s rank1.sqlite loop/rank1.sqlite
gpuflame collapse -q loop
echo "status $?"
gpuflame collapse empty
echo "status $?"
gpuflame stats run empty
gpuflame diff empty run
gpuflame svg run >svg.out
echo "status $?"
gpuflame collapse run -o run/rank1.sqlite
echo "status $?"
gpuflame diff other run -o run/rank1.sqlite
echo "status $?"

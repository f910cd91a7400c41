# The capture library itself: losses are reported by record, the file and collapse.
mock=${FIXTURES%/fixtures}/mock
[ -e "$mock/driver" ] || { echo "SKIP no headers of CUDA"; exit; }
# What the library has at the end of a program it leaves to the system.
export ASAN_OPTIONS=detect_leaks=0
export GPUFLAME_CUPTI=$mock/libcupti.so.13 DRIVER=$mock/driver
exec 2>&1
printf 'cuinit\npush a\nlaunch 10 k\ndrop 3\nlaunch 1 k\nlaunch 2 k\nlaunch 3 k\ntimeless 50 k\nbackwards 60 k\nlaunch 20 k\n' >script
for mode in fold trace; do
  echo "-- $mode mode"
  gpuflame record --mode $mode -o $mode "$DRIVER" script
  echo "status $?"
  gpuflame collapse $mode.gpuflame
  echo "status $?"
  gpuflame collapse --strict $mode.gpuflame
  echo "status $?"
done
echo "-- stacks beyond the cap"
{ echo cuinit && for i in a b c d e f g h i j k l m n o p; do
  printf 'push %s\npush in %s\npush and in %s\nlaunch 5 k\npop\npop\npop\n' $i $i $i
done; } >many
gpuflame record --max-nodes 20 -o many "$DRIVER" many
# Which stacks come in time for a node of their own depends on when records are read.
gpuflame collapse many.gpuflame | awk '
  { ns += $NF; over += /\(overflow\)/ } END { print ns " ns in all, stacks with (overflow): " (over > 0 ? "some" : "none") }'
echo "-- a run that was killed"
printf 'cuinit\npush a\nlaunch 10 k\nflush\nlaunch 20 k\nkill 9\n' >killed
for mode in fold trace; do
  gpuflame record --mode $mode -o killed-$mode "$DRIVER" killed 2>&1 | sed 's/process [0-9]*/process PID/'
  gpuflame collapse killed-$mode.gpuflame
done
echo "-- a file that cannot be written: all that ran is lost, and no other reason is given"
printf 'cuinit\npush a\nlaunch 5 k\nflush\nflush\npop\nflush\n' >flushed
for script in script flushed; do
  for mode in fold trace; do
    gpuflame record --mode $mode -o /proc/run "$DRIVER" $script 2>&1 | sed 's/process [0-9]*/process PID/'
  done
done
echo "-- of several processes, which one lost some"
printf 'cuinit\nlaunch 5 k\n' >sound
# shellcheck disable=SC2016
gpuflame record -o ranks/run sh -c 'export WORLD_SIZE=2; RANK=0 $DRIVER sound; RANK=1 $DRIVER script'

# Every command reads every format from standard input, from a pipe and compressed: the result is
# that of the file. Nothing is left in TMPDIR.
cp "$FIXTURES/demo.sqlite" report.sqlite
cp "$FIXTURES/stats_sums.sqlite" sums.gpuflame
cp "$TESTS/fixtures/torch.json" torch.json
gpuflame collapse -q report.sqlite -o stacks.folded
gpuflame report.sqlite -o picture.svg
gpuflame stats --partial report.sqlite -o part
gpuflame stats -q -r cuda_gpu_kern_sum part >part.before

mkfifo pipe
names='/^   see/d; s/^[^ ]*: \([0-9]* device\)/\1/' # of files, as findings has them
# same NAME COMMAND...: with FILE for the file, in each of the ways
same() {
  local file=$1 how
  shift
  gpuflame "${@/FILE/$file}" 2>/dev/null >found || echo "status $?: $file: $*"
  sed "$names" found >expected
  for how in "cat FILE |" "FILE <" "gzip -c FILE |" "gzip" "twice" "substitution" "name"; do
    case $how in
    "cat FILE |") cat "$file" | gpuflame "${@/FILE/-}" ;;
    "FILE <") gpuflame "${@/FILE/-}" <"$file" ;;
    "gzip -c FILE |") gzip -c "$file" | gpuflame "${@/FILE/-}" ;;
    gzip) gzip -c "$file" >"$file.gz" && gpuflame "${@/FILE/$file.gz}" ;;
    twice) { head -c 100 "$file" | gzip && tail -c +101 "$file" | gzip; } | gpuflame "${@/FILE/-}" ;;
    substitution) gpuflame "${@/FILE//dev/fd/7}" 7< <(cat "$file") ;;
    name) cat "$file" >pipe & gpuflame "${@/FILE/pipe}" ;;
    esac >found 2>err || { echo "status $?: $how: $*" && cat err; }
    sed "$names" found | cmp -s expected - || echo "differs: $how: $file: $*"
  done
  echo "$file: $*"
}
for file in report.sqlite sums.gpuflame torch.json stacks.folded picture.svg; do
  same "$file" collapse -q FILE
  same "$file" merge FILE
  same "$file" -q --title t FILE
  same "$file" diff -q FILE "$file" --format folded
done
for file in report.sqlite sums.gpuflame torch.json; do
  same "$file" stats -q -f csv -r cuda_gpu_kern_sum FILE
done
same report.sqlite stats -q -f csv -r cuda_gpu_kern_sum,cuda_gpu_kern_sum:base,cuda_gpu_kern_sum:mangled FILE
same part stats -q -f csv -r cuda_gpu_kern_sum FILE
same part stats -q -f csv FILE
same part stats -q --partial part FILE
for file in report.sqlite torch.json part; do
  same "$file" findings -q FILE
done
same stacks.folded svg --title t FILE
same stacks.folded svg --flamechart FILE

echo "--- the first screen"
gzip -c report.sqlite | gpuflame stats -q - | head -n 3
echo "--- a folder of compressed files"
mkdir run && gzip -c report.sqlite >run/rank0.sqlite.gz && gzip -c report.sqlite >run/rank1.nsys-rep.gz
cp report.sqlite run/rank1.sqlite
gpuflame collapse -q --by rank run | cut -d ';' -f 1 | uniq -c
echo "--- several files, one of them a pipe"
cat report.sqlite | gpuflame collapse -q report.sqlite - | tail -n 1
gpuflame collapse -q report.sqlite report.sqlite 2>/dev/null | tail -n 1
echo "--- twice"
gpuflame collapse - - <stacks.folded
gpuflame diff - - <stacks.folded
gpuflame stats - - <report.sqlite
echo "--- a pipe that has a name much like a command's"
mkfifo stat
cat stacks.folded >stat &
timeout 20 gpuflame stat -q --title t -o slip.svg && gpuflame stacks.folded -q --title t | cmp - slip.svg && echo the same
echo "--- nothing, part of a report, a closed stdin"
gpuflame collapse - </dev/null
head -c 3000 report.sqlite | gpuflame collapse -
gzip -c report.sqlite | head -c 900 | gpuflame collapse -
gpuflame collapse - <&-
echo "--- no room for a copy"
TMPDIR=$PWD/nowhere gpuflame collapse - <report.sqlite 2>&1 | sed "s|$PWD|.|"
TMPDIR=$PWD/nowhere gpuflame collapse -q - <torch.json | tail -n 1
cat torch.json | TMPDIR=$PWD/nowhere gpuflame stats -q - | tail -n 1
echo "--- what cannot be read is left out, though it is to be read twice"
(gzip -c torch.json && echo) | gpuflame stats -q --keep-going --partial -o left.part report.sqlite -
gpuflame stats -q left.part | head -n 1
printf 'NVIDIA Tegra Profiler Report ' | gpuflame stats -q --keep-going --partial --nsys false -o left.part report.sqlite - 2>err
grep -c skipped: err
echo "--- a pipe that has a name, and nothing in it, is opened once"
mkfifo nothing
gpuflame stats -q --partial -r cuda_gpu_kern_sum -o reports.part report.sqlite
: >nothing &
timeout 20 gpuflame stats -q -f csv nothing reports.part
wait
echo "--- what is packed otherwise"
printf 'PK\3\4........' >a.zip
printf '\3757zXZ\0........' >a.xz
printf 'BZh91AY&SY....' >a.bz2
for file in a.zip a.xz a.bz2; do
  gpuflame collapse $file
  gpuflame svg $file >out
  gpuflame stats $file
done
echo "--- a partial result is none of stacks"
gpuflame collapse part
gpuflame svg part
gpuflame diff part part
ls "$TMPDIR"

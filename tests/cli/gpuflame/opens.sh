# A report is opened once and passed on: SQLite opens databases by their path once more. What
# is compressed is inflated once.
counter=${FIXTURES%/fixtures}/fault/count_opens.so
[ -e "$counter" ] || { echo "SKIP nothing can be preloaded under a sanitizer or an emulator"; exit; }
# count WHAT NAME COMMAND...: how often the file is opened
count() {
  printf '%-40s ' "$1"
  LD_PRELOAD=$counter COUNT_OPENS_OF=$2 COUNT_OPENS_TO=$PWD/count gpuflame "${@:3}" >out 2>err || { echo "status $?"; cat err; }
  cat count
}
commands() { # NAME OTHER
  count "collapse $1" "$1" collapse -q "$1" -o run.folded
  count "collapse --by rank $1" "$1" collapse -q --by rank "$1" -o run.folded
  count "collapse, two files: $1" "$1" collapse -q --jobs 1 --aggregate mean "$1" "$2" -o run.folded
  count "stats $1" "$1" stats -q "$1"
  count "stats -r $1" "$1" stats -q -r cuda_gpu_kern_sum,cuda_gpu_mem_time_sum "$1" -f csv
  count "diff $1" "$1" diff -q "$1" "$2"
  count "picture of $1" "$1" -q "$1" -o flame.svg
}
gzip <"$TESTS/fixtures/torch.json" >torch.json.gz
cp "$TESTS/fixtures/torch.json" torch.json
cp "$FIXTURES/demo.sqlite" export.sqlite
cp "$FIXTURES/stats_sums.sqlite" fold.gpuflame
{
  cat "$TESTS/fixtures/demo.sql"
  echo "CREATE TABLE GPUFLAME_META(name TEXT PRIMARY KEY, value TEXT);"
  echo "INSERT INTO GPUFLAME_META VALUES ('format', '1.0'), ('mode', 'trace'), ('rank', '3');"
} >trace.sql
"${FIXTURES%/fixtures}/mkdb" trace.gpuflame trace.sql
for name in export.sqlite trace.gpuflame fold.gpuflame torch.json torch.json.gz; do
  cp "$name" "other-$name"
  commands "$name" "other-$name"
done
gpuflame collapse -q export.sqlite -o stacks.folded
gpuflame export.sqlite -o picture.svg
for name in stacks.folded picture.svg; do
  count "collapse --by rank $name" "$name" collapse -q --by rank "$name" -o run.folded
done

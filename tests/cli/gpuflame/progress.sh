# The progress bar: only on a terminal, for work of over a second, and erased at the end.
progress() {
  clock=${FIXTURES%/fixtures}/fault/quick_clock.so
  [ -e "$clock" ] || { echo "SKIP nothing can be preloaded under a sanitizer or an emulator"; exit; }
  {
    sed 's/@KERNELS@/60000/' "$TESTS/../bench/export.sql"
    echo "CREATE TABLE META_DATA_EXPORT (name TEXT, value TEXT);"
    echo "INSERT INTO META_DATA_EXPORT VALUES ('EXPORT_PRODUCT_VERSION', '2024.2.3.38'), ('EXPORT_SCHEMA_VERSION', '3.11.1');"
  } >report.sql
  "${FIXTURES%/fixtures}/mkdb" report.sqlite report.sql
  # By one thread, so that the states do not depend on who is faster.
  export GPUFLAME_READER=sqlite
  # terminal COLUMNS WHICH COMMAND...: with a clock that runs ahead
  terminal() { LD_PRELOAD=$clock python3 "$TESTS/tools/terminal.py" "$@"; }
  # frames: each state of the bar on a line of its own
  frames() { sed 's/<CR>/\n/g'; }
  echo "-- collapse"
  terminal 80 err gpuflame collapse report.sqlite -o run.folded | frames
  echo "-- stats, diff, and the picture"
  terminal 80 err gpuflame stats report.sqlite -o stats.txt | frames | tail -n 2
  terminal 80 err gpuflame diff report.sqlite report.sqlite -o diff.txt | frames | tail -n 2
  terminal 80 err gpuflame report.sqlite -o flame.svg | frames | tail -n 2
  echo "-- it is gone before there is anything else to see"
  terminal 80 both gpuflame stats -r cuda_gpu_kern_sum report.sqlite | frames | sed "/^$/d" | head -n 5
  echo "-- a name from a stranger, longer than the place for it"
  name=$(printf 'r\033[31m\xe8\xa1\x8c\xe5\x88\x97\xe7\xa9\x8d%060d.sqlite' 7)
  cp report.sqlite "$name"
  terminal 80 err gpuflame collapse -o run.folded "$name" | frames | head -n 2
  echo "-- a failure behind it"
  terminal 80 err gpuflame collapse -o no/such/run.folded report.sqlite | frames
  echo "-- none: quick work, --quiet, no terminal, a terminal that can't wipe"
  python3 "$TESTS/tools/terminal.py" 80 err gpuflame collapse "$FIXTURES/demo.sqlite" -o run.folded
  terminal 80 err gpuflame collapse --quiet report.sqlite -o run.folded
  LD_PRELOAD=$clock gpuflame collapse report.sqlite -o run.folded
  TERM=dumb terminal 80 err gpuflame collapse report.sqlite -o run.folded
}
check progress 0 <<'STDOUT'
-- collapse
report.sqlite [##############      ] 70 %<ESC>[K
<ESC>[K[status 0]
-- stats, diff, and the picture
report.sqlite [##############      ] 70 %<ESC>[K
<ESC>[K[status 0]
report.sqlite [##############      ] 70 %<ESC>[K
<ESC>[K[status 0]
report.sqlite [##############      ] 70 %<ESC>[K
<ESC>[K[status 0]
-- it is gone before there is anything else to see
CUDA GPU kernel summary (cuda_gpu_kern_sum)
Time  Total Time  Instances      Avg      Med      Max  Name
8.3%     22.5 ms      5,000  4.50 us  4.50 us  5.00 us  void kernel_12...*, int)
8.3%     22.5 ms      5,000  4.50 us  4.50 us  5.00 us  void kernel_11...*, int)
8.3%     22.5 ms      5,000  4.50 us  4.50 us  5.00 us  void kernel_10...*, int)
-- a name from a stranger, longer than the place for it
r?[31m行列積00000000000000000000000 [##############      ] 70 %<ESC>[K
-- a failure behind it
report.sqlite [##############      ] 70 %<ESC>[K
<ESC>[Kgpuflame: cannot create 'no/such/run.folded': No such file or directory
[status 1]
-- none: quick work, --quiet, no terminal, a terminal that can't wipe
gpuflame: note: validation is left out: 4.41 ms, 8.4 % (--no-default-rules has it)
[status 0] [3 times]
STDOUT

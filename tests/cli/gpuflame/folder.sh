# A folder stands for the reports in it, in numeric order; what is not a report, or is the
# export of one, is not read.
folder() {
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
  for command in "collapse -q" "-q" "stats -q" "stats -q -r rank_sum" "stats -q --per-rank"; do
    # shellcheck disable=SC2086 # options
    cmp <(gpuflame $command "${files[@]}") <(gpuflame $command run) &&
      cmp <(gpuflame $command "${files[@]}") <(gpuflame $command run/) && echo "gpuflame $command"
  done
  gpuflame stats -q -r rank_sum -f csv run | cut -d, -f1,6

  tell "folders as two runs, each with four ranks" gpuflame collapse -q "$FIXTURES/demo.sqlite" -o one.folded
  cp run/rank*.sqlite other
  gpuflame diff -q run other | sed -n 1,4p
  gpuflame diff -q one.folded run | sed -n 1,4p

  echo "--- folded stacks, where nothing else is there"
  mkdir maps
  for rank in 0 1; do cp "folded$rank" "maps/part$rank.folded"; done
  gpuflame collapse maps | cmp - <(gpuflame collapse folded0 folded1) && echo equal

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
  tell "" gpuflame collapse -q --strict run
  for command in "collapse -q" "stats -q" "stats -q -r cuda_gpu_kern_sum:base"; do
    # shellcheck disable=SC2086 # options
    gpuflame $command run | cmp - <(gpuflame $command "${files[@]}") && echo equal
  done
  gpuflame diff -q other run | sed -n 4p

  gpuflame stats -q -r rank_sum --per-rank -f csv run | grep -c "sqlite$"
  for report in "" "-r rank_sum"; do
    # shellcheck disable=SC2086 # an option and its value
    tell "" gpuflame stats $report --keep-going run/rank3.sqlite
  done

  echo "--- none, or not readable"
  mkdir empty
  touch empty/log.txt
  mkdir loop
  cp other/rank0.sqlite loop
  ln -s rank1.sqlite loop/rank1.sqlite
  tell "" gpuflame collapse -q loop
  tell "" gpuflame collapse empty
  gpuflame stats run empty
  gpuflame diff empty run
  gpuflame svg run >svg.out
  echo "status $?"
  tell "" gpuflame collapse run -o run/rank1.sqlite
  tell "" gpuflame diff other run -o run/rank1.sqlite
}
check folder 2 <<'STDOUT' 3<<'STDERR'
--- a folder equals its files
gpuflame collapse -q
gpuflame -q
gpuflame stats -q
gpuflame stats -q -r rank_sum
gpuflame stats -q --per-rank
Rank,GPU Ops
0,400
1,400
2,400
10,400
--- folders as two runs, each with four ranks
before: run (3 steps)
after:  other (3 steps)
total per step: 63.9 ms -> 63.9 ms, 0 ns (+0.0%)
before: one.folded
after:  run (3 steps)
total: 47.9 ms -> 192 ms, +144 ms (+300.0%)
--- folded stacks, where nothing else is there
equal
--- partial results, whatever they are called
equal
reports come first
--- a file that is damaged
status 1: gpuflame: cannot read 'run/rank3.sqlite': it is cut off, 5000 of 172032 bytes; copy or export it again
equal [3 times]
total per step: 63.9 ms -> 63.9 ms, 0 ns (+0.0%)
4
status 1: gpuflame: skipped: cannot read 'run/rank3.sqlite': it is cut off, 5000 of 172032 bytes; copy or export it again
gpuflame: none of the files could be read
status 1: gpuflame: skipped: cannot read 'run/rank3.sqlite': it is cut off, 5000 of 172032 bytes; copy or export it again
gpuflame: none of the files could be read
--- none, or not readable
status 1: gpuflame: cannot open 'loop/rank1.sqlite': Too many levels of symbolic links
status 1: gpuflame: no report in folder 'empty': looked for files like *.gpuflame *.sqlite *.nsys-rep *.qdrep *.trace.json *.json *.xplane.pb *_results.db *.folded, also compressed (.gz, .zst), and for partial results of gpuflame stats
status 1
status 2: gpuflame: 'run/rank1.sqlite' has an ending that no format has; gpuflame collapse writes .folded .stacks .collapsed .txt .speedscope.json .pb.gz .pprof .tsv .csv
status 2: gpuflame: 'run/rank1.sqlite' has an ending that no format has; gpuflame diff writes .txt .md .markdown .json .folded .svg .html .htm
STDOUT
gpuflame: skipped: cannot read 'parts/part.0': a partial result of reports; 'gpuflame stats' reads it
gpuflame: skipped: cannot read 'parts/second': a partial result of reports; 'gpuflame stats' reads it
gpuflame: none of the files could be read
gpuflame: skipped: cannot read 'run/rank3.sqlite': it is cut off, 5000 of 172032 bytes; copy or export it again [5 times]
gpuflame: no report in folder 'empty': looked for files like *.gpuflame *.sqlite *.nsys-rep *.qdrep *.trace.json *.json *.xplane.pb *_results.db *.folded, also compressed (.gz, .zst), and for partial results of gpuflame stats [2 times]
gpuflame: cannot read 'run': Is a directory
STDERR

# What is read is never written over, nothing is left of what was given up, and
# an empty result is an error.
same-file() {
  cp "$FIXTURES/demo.sqlite" in.sqlite
  gpuflame collapse -q in.sqlite >in.folded
  ln -s in.sqlite link
  sum=$(cat in.* | cksum)
  try() { tell "$*" gpuflame "$@"; }
  try in.sqlite -q -o in.sqlite
  try in.sqlite -q -o ./link
  try collapse -q in.sqlite -o in.sqlite
  try svg in.folded -o in.folded
  try stats in.sqlite -o in.sqlite
  try diff in.sqlite in.folded -o in.folded
  echo 'rename a=b' >in.rules
  rules=$(cksum <in.rules)
  try collapse --rules in.rules in.folded -o in.rules
  try collapse --preset pytorch,./in.rules in.folded -o in.rules
  try diff --rules in.rules in.folded in.folded -o in.rules
  try --rules in.rules in.folded -o in.rules
  [ "$rules" = "$(cksum <in.rules)" ] && rm in.rules
  try collapse in.sqlite --only 'no such frame' -o out
  try collapse in.folded --filter-out . -o out
  try - -o out
  try svg - -o out </dev/null
  (
    ulimit -f 4
    try svg in.folded -o out
  )
  [ "$sum" = "$(cat in.* | cksum)" ] && ls -A
}
check same-file 0 <<'STDOUT'
--- in.sqlite -q -o in.sqlite: status 2: gpuflame: 'in.sqlite' is an input; give the output another name
--- in.sqlite -q -o ./link: status 2: gpuflame: './link' is an input; give the output another name
--- collapse -q in.sqlite -o in.sqlite: status 2: gpuflame: 'in.sqlite' has an ending that no format has; gpuflame collapse writes .folded .stacks .collapsed .txt .speedscope.json .pb.gz .pprof .tsv .csv
--- svg in.folded -o in.folded: status 2: gpuflame: 'in.folded' is an input; give the output another name
--- stats in.sqlite -o in.sqlite: status 2: gpuflame: 'in.sqlite' has an ending that no format has; gpuflame stats writes .txt .csv .tsv .json .md .markdown .svg .trace.json
--- diff in.sqlite in.folded -o in.folded: status 2: gpuflame: 'in.folded' is an input; give the output another name
--- collapse --rules in.rules in.folded -o in.rules: status 2: gpuflame: 'in.rules' has an ending that no format has; gpuflame collapse writes .folded .stacks .collapsed .txt .speedscope.json .pb.gz .pprof .tsv .csv
--- collapse --preset pytorch,./in.rules in.folded -o in.rules: status 2: gpuflame: 'in.rules' has an ending that no format has; gpuflame collapse writes .folded .stacks .collapsed .txt .speedscope.json .pb.gz .pprof .tsv .csv
--- diff --rules in.rules in.folded in.folded -o in.rules: status 2: gpuflame: 'in.rules' has an ending that no format has; gpuflame diff writes .txt .md .markdown .json .folded .svg .html .htm
--- --rules in.rules in.folded -o in.rules: status 2: gpuflame: 'in.rules' has an ending that no format has; gpuflame FILE writes .svg .html .htm
--- collapse in.sqlite --only no such frame -o out: status 1: gpuflame: no stack is left after the rules, or none has a value; --summary shows what they filter out
--- collapse in.folded --filter-out . -o out: status 1: gpuflame: no stack is left after the rules, or none has a value; --summary shows what they filter out
--- - -o out: status 1: gpuflame: cannot read '<stdin>': the file is empty
--- svg - -o out: status 1: gpuflame: <stdin>: no stack has a value: there is nothing to draw
--- svg in.folded -o out: status 1: gpuflame: out: cannot write: File too large
in.folded
in.sqlite
link
STDOUT

# What is counted twice is reported by every command that adds files up, and is an error with
# --strict: a file under two names, and two files with one recording (a copy, a snapshot).
same-twice() {
  capture() { # FILE PROCESS START
    cat >capture.sql <<SQL
INSERT INTO GPUFLAME_META VALUES ('node', 'n1'), ('pid', '$2'), ('start_ns', '$3');
INSERT INTO GPUFLAME_STACK (id, parent, name, kind) VALUES (1, 0, 'gemm', 1);
INSERT INTO GPUFLAME_VALUE VALUES (1, 0, 100, 9, 5, 50);
SQL
    "${FIXTURES%/fixtures}/mkdb" "$1" "$TESTS/tools/capture_tables.sql" capture.sql
  }
  mkdir run copies
  capture run/a.gpuflame 7 1000
  capture run/b.gpuflame 8 1000
  capture run/c.gpuflame 7 2000 # the next recording of that process
  cp run/*.gpuflame copies
  cp copies/b.gpuflame copies/snapshot.gpuflame
  each() {
    local command status
    for command in "collapse" "stats" "stats -r cuda_gpu_kern_sum" "stats --partial" "-o x.svg" "diff run"; do
      # shellcheck disable=SC2086 # several words
      gpuflame $command "$@" >out 2>err
      gpuflame $command --strict "$@" >out 2>strict
      status=$?
      [ "$status" -eq 0 ] && [ ! -s err ] || echo "- $command: $(uniq -c err) | status $status: $(tail -n 1 strict)"
    done
  }
  echo "--- nothing is there twice"
  each run
  echo "--- one recording"
  each copies
  echo "--- one file"
  ln -s a.gpuflame run/link.gpuflame
  each run
  tell "of several" gpuflame collapse run copies -o x.folded
  echo "--- findings"
  cp "$FIXTURES/demo.sqlite" a.sqlite
  ln a.sqlite b.sqlite
  tell "" gpuflame findings --strict a.sqlite b.sqlite
  tell "by way of partial results" gpuflame stats --partial copies/a.gpuflame copies/b.gpuflame -o one
  gpuflame stats --partial copies/c.gpuflame copies/snapshot.gpuflame -o two
  gpuflame stats -r cuda_gpu_kern_sum one two >out 2>err
  cat err
  echo "--- a pipe is no file"
  gpuflame collapse <(cat run/a.gpuflame) <(cat run/b.gpuflame)
  echo "--- sides of a comparison may be equal"
  gpuflame diff copies/a.gpuflame copies/a.gpuflame 2>&1 | head -n 1
}
check same-twice 0 <<'STDOUT' 3<<'STDERR'
--- nothing is there twice
--- one recording
--- one file
- collapse:       1 gpuflame: warning: 'run/link.gpuflame' is the same file as 'run/a.gpuflame': it is counted again | status 1: gpuflame: the input has anomalies or reports lost events, and --strict is on
- stats:       1 gpuflame: warning: 'run/link.gpuflame' is the same file as 'run/a.gpuflame': it is counted again | status 1: gpuflame: the input has anomalies or reports lost events, and --strict is on
- stats -r cuda_gpu_kern_sum:       1 gpuflame: warning: 'run/link.gpuflame' is the same file as 'run/a.gpuflame': it is counted again | status 1: gpuflame: the input has anomalies or reports lost events, and --strict is on
- stats --partial:       1 gpuflame: warning: 'run/link.gpuflame' is the same file as 'run/a.gpuflame': it is counted again | status 1: gpuflame: the input has anomalies or reports lost events, and --strict is on
- -o x.svg:       1 gpuflame: warning: 'run/link.gpuflame' is the same file as 'run/a.gpuflame': it is counted again | status 1: gpuflame: the input has anomalies or reports lost events, and --strict is on
- diff run:       2 gpuflame: warning: 'run/link.gpuflame' is the same file as 'run/a.gpuflame': it is counted again | status 1: gpuflame: the input has anomalies or reports lost events, and --strict is on
--- of several
--- findings
status 1: gpuflame: warning: 'b.sqlite' is the same file as 'a.sqlite': it is counted again
gpuflame: the input has anomalies or reports lost events, and --strict is on
--- by way of partial results
--- a pipe is no file
gemm 200
--- sides of a comparison may be equal
before: copies/a.gpuflame
STDOUT
gpuflame: warning: 'run/link.gpuflame' is the same file as 'run/a.gpuflame': it is counted again
STDERR

# Of a job that was started again, the last attempt is read.
attempts() {
  mkdir run alone
  for name in job7-rank{0,1} job7-attempt{1,2,10}-rank{0,1} job8-rank0 job9-attempt1-rank0 node-1; do
    cp "$FIXTURES/ranks.sqlite" "run/$name-n-1.sqlite"
  done
  cp run/node-1-n-1.sqlite alone/rank0-n-1.sqlite
  cp run/node-1-n-1.sqlite alone/attempt1-rank0-n-2.sqlite
  for folder in run alone; do
    gpuflame collapse --summary $folder 2>&1 >/dev/null | grep -o -e '^[a-z]*/[^:]*' -e '.*earlier.*'
  done
  gpuflame stats alone 2>&1 >/dev/null | grep earlier
  gpuflame findings alone 2>&1 >/dev/null | grep earlier
  gpuflame collapse -q run/job7-* | awk '{ sum += $NF } END { print sum }'
}
check attempts 0 <<'STDOUT'
run/job7-attempt10-rank0-n-1.sqlite
run/job7-attempt10-rank1-n-1.sqlite
run/job8-rank0-n-1.sqlite
run/job9-attempt1-rank0-n-1.sqlite
run/node-1-n-1.sqlite
gpuflame: note: 6 files of earlier attempts of a job are left out; files that are named are all read
alone/attempt1-rank0-n-2.sqlite
gpuflame: note: 1 file of earlier attempts of a job is left out; files that are named are all read [3 times]
560
STDOUT

# Bad input and options: one line each, and no picture is left half written.
bad-input() {
  : >empty
  try() { tell "" gpuflame "$@" -o out.svg; }
  try empty
  try absent.sqlite
  try --colour red empty
  try "$FIXTURES/demo.sqlite" --only 'no such frame'
  try
  try colapse
  ls
}
check bad-input 0 <<'STDOUT'
status 1: gpuflame: cannot read 'empty': the file is empty
status 1: gpuflame: cannot open 'absent.sqlite': No such file or directory
status 2: gpuflame: unknown option '--colour'; did you mean '--color'?
status 1: gpuflame: nothing is left: the rules leave out every stack, or no stack has a value; --summary shows the sums
status 2: gpuflame: no file given; see gpuflame help render
status 2: gpuflame: no command or file 'colapse'; did you mean 'gpuflame collapse'?
empty
STDOUT

# The header of a picture says in words what it is of; options override it.
header() {
  cp "$FIXTURES/demo.sqlite" .
  cp demo.sqlite again.sqlite
  head_of() { gpuflame "$@" 2>&1 | grep -oE 'class="gf-(sub)?title"[^<]*' | sed 's/.*>//'; }
  head_of demo.sqlite
  echo "== several, and idle time"
  head_of demo.sqlite again.sqlite --with-idle
  echo "== another value"
  head_of demo.sqlite --value count
  echo "== folded stacks"
  printf 'a;b 2000\n' >a.folded
  head_of ./a.folded
  echo "== two GPUs; the first finding is that of gpuflame findings"
  head_of "$FIXTURES/steps.sqlite" >header
  sed 1d header
  gpuflame findings -q -f json "$FIXTURES/steps.sqlite" | grep -o "\"title\":\"[^\"]*\"" | head -n 1
  echo "== what is selected is not all that there is"
  head_of demo.sqlite --skip-steps 1
  echo "== options"
  head_of demo.sqlite --title T --subtitle S
  echo "== a capture that was started while ranges were open"
  cp "$FIXTURES/stats_sums.sqlite" run.gpuflame
  sql run.gpuflame <<'END'
DELETE FROM GPUFLAME_LOSS; INSERT INTO GPUFLAME_META VALUES ("threads_in_ranges", "2");
END
  head_of run.gpuflame
}
check header 0 <<'STDOUT'
demo.sqlite
width is GPU time: 47.9 ms, 1 GPU, 3 steps, idle 0.9 %
Look at first: All-reduce that no computation hides: at most 5.4 % of the step, 929 us
== several, and idle time
2 files
width is GPU time: 96.7 ms, 2 files added up, idle 0.9 %
== another value
demo.sqlite
width is operations: 349, 1 GPU, 3 steps, idle 0.9 %
Look at first: All-reduce that no computation hides: at most 5.4 % of the step, 929 us
== folded stacks
a.folded
width is time: 2.00 us
== two GPUs; the first finding is that of gpuflame findings
width is GPU time: 1.22 us, 2 GPUs, 3 steps, idle 87.3 %
Look at first: The GPU is idle while the CPU launches: at most 22.3 % of the step, 326 ns
"title":"The GPU is idle while the CPU launches"
== what is selected is not all that there is
demo.sqlite
width is GPU time: 32.7 ms
== options
T
S
== a capture that was started while ranges were open
run.gpuflame
width is GPU time: 1.66 us, 1 step, without ranges opened before the start
STDOUT

# `gpuflame REPORT` draws what collapse and svg draw through a pipe.
same-as-pipe() {
  cp "$FIXTURES/demo.sqlite" .
  gpuflame demo.sqlite -o at-once.svg
  gpuflame collapse demo.sqlite | gpuflame svg >piped.svg
  titles() { grep -o '<title>[^<]*</title>' "$1"; }
  cmp <(titles at-once.svg) <(titles piped.svg) && titles at-once.svg | wc -l
  titles at-once.svg | grep -E '>(all|Train step|attention) \('
  gpuflame demo.sqlite --title 'GPT <1>' --only attention | grep -c 'GPT &lt;1&gt;'
}
check same-as-pipe 0 <<'STDOUT'
64
<title>all (47.9 ms, 100%)</title>
<title>Train step (22.0 ms, 45.93%)</title>
<title>attention (1.70 ms, 3.54%)</title>
<title>attention (5.04 ms, 10.52%)</title>
<title>attention (10.3 ms, 21.58%)</title>
2
STDOUT

# Values other than times have a unit: automatically when drawn directly, by --unit through a pipe.
# What has no effect on the input is reported.
value-unit() {
  cp "$FIXTURES/demo.sqlite" .
  titles() { grep -o '<title>[^<]*' | sed -n 1,2p; }
  gpuflame demo.sqlite --value bytes | titles
  gpuflame collapse demo.sqlite --value count | gpuflame svg --unit operations | titles
  gpuflame collapse demo.sqlite | gpuflame svg --unit ns | titles
  gpuflame demo.sqlite --value count --torch-frames modules | titles | tail -n 1
  gpuflame svg --unit '' </dev/null
}
check value-unit 2 <<'STDOUT' 3<<'STDERR'
<title>all (28,311,552 bytes, 100%)
<title>load batch (28,311,552 bytes, 100.00%)
<title>all (349 operations, 100%)
<title>Train step (214 operations, 61.32%)
<title>all (47.9 ms, 100%)
<title>Train step (22.0 ms, 45.93%)
<title>Train step (214 operations, 61.32%)
STDOUT
gpuflame: option '--unit': takes a unit, such as ns, bytes or operations
STDERR

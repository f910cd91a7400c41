# A full disk is reported, by every way of printing: one line, status 1. A closed pipe ends the
# command as SIGPIPE does, silently.
full-disk() {
  [ -c /dev/full ] || { echo "SKIP no /dev/full" && exit; }
  for words in --help --version help "help collapse" "help svg" "collapse --help" "svg --help"; do
    # shellcheck disable=SC2086
    gpuflame $words >/dev/full
    echo "$words: $?"
  done
  exec 9> >(:) # which has ended when it is written to
  wait $!
  gpuflame --help >&9
  echo "closed pipe: $?" >&2
  gpuflame --help >&-
  echo "closed stdout: $?"
}
check full-disk 0 <<'STDOUT' 3<<'STDERR'
--help: 1
--version: 1
help: 1
help collapse: 1
help svg: 1
collapse --help: 1
svg --help: 1
closed stdout: 1
STDOUT
gpuflame: cannot write 'stdout': No space left on device [7 times]
closed pipe: 141
gpuflame: cannot write 'stdout': Bad file descriptor
STDERR

# Where there is nothing to show, every command fails with the same message and status: about the file,
# if it holds no GPU operations, and else about the options that leave nothing of it.
nothing-to-show() {
  cp "$FIXTURES/no_kernels.sqlite" ranges.sqlite
  cp "$FIXTURES/demo.sqlite" .
  sql empty.sqlite "CREATE TABLE StringIds (id, value)"
  echo '{"traceEvents":[]}' >torch.json
  try() {
    "$@" >out 2>err
    echo "status $? $(wc -c <out) $(tail -n 1 err | cut -c 1-160)"
  }
  for file in empty.sqlite ranges.sqlite torch.json; do
    echo "--- $file"
    for command in collapse findings "diff $file" "diff demo.sqlite" "render -o x.svg"; do
      try gpuflame ${command/render/} "$file"
    done
  done
  echo "--- reports"
  try gpuflame stats empty.sqlite
  try gpuflame stats torch.json
  try gpuflame stats -r all empty.sqlite
  try gpuflame stats -r all -f json torch.json
  try gpuflame stats -r duration_histogram empty.sqlite
  for option in '--time 100s-' '--process 77' '--only none'; do
    echo "--- $option"
    for command in collapse findings stats "stats -r all" "stats -r cuda_gpu_kern_sum" "diff demo.sqlite" "render -o x.svg"; do
      case $command$option in findings--only*) continue ;; esac
      # shellcheck disable=SC2086
      try gpuflame ${command/render/} $option demo.sqlite
    done
  done
}
check nothing-to-show 0 <<'STDOUT'
--- empty.sqlite
status 1 0 gpuflame: 'empty.sqlite' holds no GPU operations; record with 'nsys profile -t cuda,nvtx ...' (nsys export, before 2022), and check that the profiled part launc [5 times]
--- ranges.sqlite
status 1 0 gpuflame: 'ranges.sqlite' holds ranges but no GPU operations: gpuflame collapse --value cpu-time shows the time of these; for the GPU's, record with 'nsys profi [5 times]
--- torch.json
status 1 0 gpuflame: 'torch.json' holds no GPU operations; record with torch.profiler and ProfilerActivity.CUDA (PyTorch profiler trace), and check that the profiled part  [5 times]
--- reports
status 1 0 gpuflame: 'empty.sqlite' holds no GPU operations; record with 'nsys profile -t cuda,nvtx ...' (nsys export, before 2022), and check that the profiled part launc
status 1 0 gpuflame: 'torch.json' holds no GPU operations; record with torch.profiler and ProfilerActivity.CUDA (PyTorch profiler trace), and check that the profiled part 
status 1 0 gpuflame: 'empty.sqlite' has no data for these reports: no kernels
status 1 0 gpuflame: 'torch.json' has no data for these reports: no kernels
status 1 0 gpuflame: 'empty.sqlite' has no data for duration_histogram: no kernels and no ranges
--- --time 100s-
status 1 0 gpuflame: nothing is left: all operations and ranges are outside the selection; they are between 0.000005s and 0.051791s [7 times]
--- --process 77
status 1 0 gpuflame: nothing is left: all operations and ranges are outside the selection [7 times]
--- --only none
status 1 0 gpuflame: no stack is left after the rules, or none has a value; --summary shows what they filter out
status 1 0 gpuflame: nothing is left: all operations and ranges are outside the selection [3 times]
status 1 0 gpuflame: no stack is left after the rules, or none has a value; --summary shows what they filter out [2 times]
STDOUT

# The name of -o says the format; one that contradicts --format, or cannot be written, is an error.
output-names() {
  cp "$FIXTURES"/{demo,steps}.sqlite .
  gpuflame collapse -q demo.sqlite >demo.folded
  kind() {
    case $(head -c 2 "$1" | od -An -tx1 | tr -d ' ') in
      1f8b) echo "gzip" ;;
      *) head -n 1 "$1" | cut -c-32 ;;
    esac
  }
  write() { gpuflame "$@" -o "$output" && kind "$output"; }
  # try OUTPUT ARGUMENT...: what is in OUTPUT then
  try() {
    local output=$1
    shift
    tell "$* -o $output" write "$@"
    rm -f "$output"
  }
  for name in x.folded x.json x.speedscope.json x.trace.json x.pb.gz x.pprof x.txt x X.JSON; do
    try $name collapse -q demo.sqlite
  done
  try x.json collapse -q --format speedscope demo.sqlite
  try x.json collapse -q --format folded demo.sqlite
  try x.speedscope.json collapse -q --format pprof demo.sqlite
  for name in x.svg x.png x.csv; do try $name collapse -q demo.sqlite; done
  for name in x.svg x.html x run.7 x.png x.pdf x.csv x.folded x.pftrace; do try $name -q demo.sqlite; done
  for name in x.html x.json; do try $name svg demo.folded; done
  for name in x.txt x.md x.json x.svg x.html x.folded x.csv; do try $name diff -q demo.sqlite steps.sqlite; done
  try x.md diff -q --format json demo.sqlite steps.sqlite
  for name in x.csv x.tsv x.json x.md x.txt x.png x.folded; do
    try $name stats -q -r nvtx_sum demo.sqlite
  done
  try x.csv stats -q -r nvtx_sum --format json demo.sqlite
  try x.md stats -q -r nvtx_sum --format markdown demo.sqlite
  echo "--- a page"
  gpuflame -q --title 'a<b>&"c' demo.sqlite -o x.html
  head -n 3 x.html | grep -c '<?xml'
  sed -n '2p' x.html
  sed -n '4p' x.html | cut -c-40
  tail -n 1 x.html
  echo "--- several reports into one CSV; into a folder"
  try x.csv stats -q -r nvtx_sum,cuda_gpu_kern_sum:base demo.sqlite
  gpuflame stats -q -r nvtx_sum,cuda_gpu_kern_sum:base -f csv -o tables/ demo.sqlite && head -n 1 tables/*
  gpuflame stats -q -r nvtx_sum,cuda_gpu_kern_sum:base -f csv demo.sqlite | grep -c '^$'
  rm tables/* && gpuflame stats -q -r nvtx_pace:name=forward -f tsv -o tables demo.sqlite && ls tables
  try tables stats -q -r nvtx_sum -f json demo.sqlite 2>&1
  try tables stats -q --per-rank -r nvtx_sum -f csv demo.sqlite 2>&1
  echo "--- a folder that cannot be is reported first; none is left where nothing was written"
  echo "not a report" >broken.sqlite
  try missing/tables/ stats -q -r nvtx_sum -f csv broken.sqlite
  try demo.sqlite/ stats -q -r nvtx_sum -f csv broken.sqlite
  gpuflame stats -q -r nvtx_sum -f csv -o new/ broken.sqlite
  [ -e new ] || echo "no folder"
}
check output-names 0 <<'STDOUT' 3<<'STDERR'
--- collapse -q demo.sqlite -o x.folded: Train step;Generation step;forwa
--- collapse -q demo.sqlite -o x.json: status 2: gpuflame: 'x.json' has the ending of JSON, and gpuflame collapse writes .folded .stacks .collapsed .txt .speedscope.json .pb.gz .pprof .tsv .csv; gpuflame stats, findings and diff write it
--- collapse -q demo.sqlite -o x.speedscope.json: {"$schema":"https://www.speedsco
--- collapse -q demo.sqlite -o x.trace.json: status 2: gpuflame: 'x.trace.json' has the ending of the Chrome trace format, and gpuflame collapse writes .folded .stacks .collapsed .txt .speedscope.json .pb.gz .pprof .tsv .csv; gpuflame stats --format timeline writes it
--- collapse -q demo.sqlite -o x.pb.gz: gzip
--- collapse -q demo.sqlite -o x.pprof: gzip
--- collapse -q demo.sqlite -o x.txt: Train step;Generation step;forwa
--- collapse -q demo.sqlite -o x: Train step;Generation step;forwa
--- collapse -q demo.sqlite -o X.JSON: status 2: gpuflame: 'X.JSON' has the ending of JSON, and gpuflame collapse writes .folded .stacks .collapsed .txt .speedscope.json .pb.gz .pprof .tsv .csv; gpuflame stats, findings and diff write it
--- collapse -q --format speedscope demo.sqlite -o x.json: {"$schema":"https://www.speedsco
--- collapse -q --format folded demo.sqlite -o x.json: status 2: gpuflame: 'x.json' has the ending of JSON, and --format says folded: change one of them
--- collapse -q --format pprof demo.sqlite -o x.speedscope.json: status 2: gpuflame: 'x.speedscope.json' has the ending of speedscope, and --format says pprof: change one of them
--- collapse -q demo.sqlite -o x.svg: status 2: gpuflame: 'x.svg' has the ending of a picture, and gpuflame collapse writes .folded .stacks .collapsed .txt .speedscope.json .pb.gz .pprof .tsv .csv; gpuflame FILE -o flame.svg draws
--- collapse -q demo.sqlite -o x.png: status 2: gpuflame: no command writes PNG: write 'x.svg', then run: rsvg-convert -o 'x.png' 'x.svg'
--- collapse -q demo.sqlite -o x.csv: job,attempt,rank,node,device,ste
--- -q demo.sqlite -o x.svg: <?xml version="1.0" encoding="UT
--- -q demo.sqlite -o x.html: <!DOCTYPE html>
--- -q demo.sqlite -o x: <?xml version="1.0" encoding="UT
--- -q demo.sqlite -o run.7: <?xml version="1.0" encoding="UT
--- -q demo.sqlite -o x.png: status 2: gpuflame: no command writes PNG: write 'x.svg', then run: rsvg-convert -o 'x.png' 'x.svg'
--- -q demo.sqlite -o x.pdf: status 2: gpuflame: no command writes PDF: write 'x.svg', then run: rsvg-convert -f pdf -o 'x.pdf' 'x.svg'
--- -q demo.sqlite -o x.csv: status 2: gpuflame: 'x.csv' has the ending of CSV, and gpuflame FILE writes .svg .html .htm; gpuflame stats --report NAME writes it
--- -q demo.sqlite -o x.folded: status 2: gpuflame: 'x.folded' has the ending of folded stacks, and gpuflame FILE writes .svg .html .htm; gpuflame collapse and diff write them
--- -q demo.sqlite -o x.pftrace: status 2: gpuflame: 'x.pftrace' has an ending that no format has; gpuflame FILE writes .svg .html .htm
--- svg demo.folded -o x.html: <!DOCTYPE html>
--- svg demo.folded -o x.json: status 2: gpuflame: 'x.json' has the ending of JSON, and gpuflame svg writes .svg .html .htm; gpuflame stats, findings and diff write it
--- diff -q demo.sqlite steps.sqlite -o x.txt: before: demo.sqlite (3 steps)
--- diff -q demo.sqlite steps.sqlite -o x.md: **gpuflame: not comparable: AFTE
--- diff -q demo.sqlite steps.sqlite -o x.json: {"schema":1,"command":"diff","fi
--- diff -q demo.sqlite steps.sqlite -o x.svg: <?xml version="1.0" encoding="UT
--- diff -q demo.sqlite steps.sqlite -o x.html: <!DOCTYPE html>
--- diff -q demo.sqlite steps.sqlite -o x.folded: relu(float *) 0 33
--- diff -q demo.sqlite steps.sqlite -o x.csv: status 2: gpuflame: 'x.csv' has the ending of CSV, and gpuflame diff writes .txt .md .markdown .json .folded .svg .html .htm; gpuflame stats --report NAME writes it
--- diff -q --format json demo.sqlite steps.sqlite -o x.md: status 2: gpuflame: 'x.md' has the ending of Markdown, and --format says json: change one of them
--- stats -q -r nvtx_sum demo.sqlite -o x.csv: Time (%),Total Time (ns),Instanc
--- stats -q -r nvtx_sum demo.sqlite -o x.tsv: Time (%)	Total Time (ns)	Instanc
--- stats -q -r nvtx_sum demo.sqlite -o x.json: {"schema":1,"command":"stats","f
--- stats -q -r nvtx_sum demo.sqlite -o x.md: ### NVTX range summary (nvtx_sum
--- stats -q -r nvtx_sum demo.sqlite -o x.txt: NVTX range summary (nvtx_sum)
--- stats -q -r nvtx_sum demo.sqlite -o x.png: status 2: gpuflame: no command writes PNG: write 'x.svg', then run: rsvg-convert -o 'x.png' 'x.svg'
--- stats -q -r nvtx_sum demo.sqlite -o x.folded: status 2: gpuflame: 'x.folded' has the ending of folded stacks, and gpuflame stats writes .txt .csv .tsv .json .md .markdown .svg .trace.json; gpuflame collapse and diff write them
--- stats -q -r nvtx_sum --format json demo.sqlite -o x.csv: status 2: gpuflame: 'x.csv' has the ending of CSV, and --format says json: change one of them
--- stats -q -r nvtx_sum --format markdown demo.sqlite -o x.md: ### NVTX range summary (nvtx_sum
--- a page
0
<html lang="en"><head><meta charset="UTF-8"/><meta name="viewport" content="width=device-width,initial-scale=1"/><title>a&lt;b&gt;&amp;&quot;c</title>
<svg xmlns="http://www.w3.org/2000/svg" 
</body></html>
--- several reports into one CSV; into a folder
--- stats -q -r nvtx_sum,cuda_gpu_kern_sum:base demo.sqlite -o x.csv: status 2: gpuflame: several reports do not fit one file of csv: give a folder, -o tables/, which gets a file of each
==> tables/cuda_gpu_kern_sum_base.csv <==
Time (%),Total Time (ns),Instances,Avg (ns),Med (ns),Min (ns),Max (ns),StdDev (ns),Name
==> tables/nvtx_sum.csv <==
Time (%),Total Time (ns),Instances,Avg (ns),Med (ns),Min (ns),Max (ns),StdDev (ns),Style,Range
1
nvtx_pace.tsv
--- stats -q -r nvtx_sum -f json demo.sqlite -o tables: status 2: gpuflame: 'tables' is a folder, for a CSV or TSV file of each report: add --format csv
rm: cannot remove 'tables': Is a directory
--- stats -q --per-rank -r nvtx_sum -f csv demo.sqlite -o tables: status 2: gpuflame: 'tables' is a folder, for a CSV or TSV file of each report: add --format csv, without --per-rank
rm: cannot remove 'tables': Is a directory
--- a folder that cannot be is reported first; none is left where nothing was written
--- stats -q -r nvtx_sum -f csv broken.sqlite -o missing/tables/: status 1: gpuflame: cannot make folder 'missing/tables/': No such file or directory
--- stats -q -r nvtx_sum -f csv broken.sqlite -o demo.sqlite/: status 1: gpuflame: cannot write to folder 'demo.sqlite/': Not a directory
no folder
STDOUT
gpuflame: cannot read 'broken.sqlite': neither an nsys report nor a trace; folded stacks are read by gpuflame collapse, diff and svg
STDERR

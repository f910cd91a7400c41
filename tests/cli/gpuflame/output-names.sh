# The name of -o says the format; one that contradicts --format, or cannot be written, is an error.
cp "$FIXTURES"/{demo,steps}.sqlite .
gpuflame collapse -q demo.sqlite >demo.folded
kind() {
  case $(head -c 2 "$1" | od -An -tx1 | tr -d ' ') in
    1f8b) echo "gzip" ;;
    *) head -n 1 "$1" | cut -c-32 ;;
  esac
}
# try OUTPUT ARGUMENT...: what is in OUTPUT then
try() {
  local output=$1
  shift
  echo "--- $* -o $output"
  if gpuflame "$@" -o "$output"; then kind "$output"; else echo "status $?"; fi
  rm -f "$output"
}
for name in x.folded x.json x.speedscope.json x.trace.json x.pb.gz x.pprof x.txt x X.JSON; do
  try $name collapse -q demo.sqlite
done
try x.json collapse -q --format speedscope demo.sqlite
try x.json collapse -q --format folded demo.sqlite
try x.speedscope.json collapse -q --format pprof demo.sqlite
for name in x.svg x.png x.csv; do try $name collapse -q demo.sqlite; done
for name in x.svg x.html x x.png x.pdf x.csv x.folded; do try $name -q demo.sqlite; done
for name in x.html x.json; do try $name svg demo.folded; done
for name in x.folded x.json; do try $name merge demo.folded; done
for name in x.txt x.md x.json x.svg x.html x.folded x.csv; do try $name diff -q demo.sqlite steps.sqlite; done
try x.md diff -q --format json demo.sqlite steps.sqlite
for name in x.csv x.tsv x.json x.md x.txt x.png x.folded; do
  try $name stats -q -r nvtx_sum demo.sqlite
done
try x.csv stats -q -r nvtx_sum --format json demo.sqlite
try x.md stats -q -r nvtx_sum --format md demo.sqlite
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
rm tables/* && gpuflame stats -q -r nvtx_pace,cuda_gpu_kern_pace --pace forward -f tsv -o tables demo.sqlite && ls tables
try tables stats -q -r nvtx_sum -f json demo.sqlite 2>&1
try tables stats -q --per-rank -r nvtx_sum -f csv demo.sqlite 2>&1
echo "--- a folder that cannot be is reported first; none is left where nothing was written"
echo "not a report" >broken.sqlite
try missing/tables/ stats -q -r nvtx_sum -f csv broken.sqlite
try demo.sqlite/ stats -q -r nvtx_sum -f csv broken.sqlite
gpuflame stats -q -r nvtx_sum -f csv -o new/ broken.sqlite
[ -e new ] || echo "no folder"

# Where there is nothing to show, every command fails with the same message and status: about the file,
# if it holds no GPU operations, and else about the options that leave nothing of it.
cp "$FIXTURES/no_kernels.sqlite" ranges.sqlite
cp "$FIXTURES/demo.sqlite" .
python3 -c 'import sqlite3; sqlite3.connect("empty.sqlite").execute("CREATE TABLE StringIds (id, value)")'
echo '{"traceEvents":[]}' >torch.json
try() {
  "$@" >out 2>err
  echo "status $? $(wc -c <out) $(tail -n 1 err | cut -c 1-160)"
}
for file in empty.sqlite ranges.sqlite torch.json; do
  echo "--- $file"
  for command in collapse merge findings "diff $file" "diff demo.sqlite" "render -o x.svg"; do
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

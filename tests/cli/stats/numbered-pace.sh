# The pace of numbered steps, a trace of API calls, and reports given as files.
cp "$FIXTURES/demo.sqlite" .
try() {
  echo "--- $*"
  gpuflame stats -q "$@" || echo "status $?"
}
try -r nvtx_pace -f csv demo.sqlite
try -r nvtx_gpu_proj_pace --pace 'Train step' -f csv demo.sqlite
try -r nvtx_pace --pace 'Train step N' -f csv demo.sqlite
try -r nvtx_pace --pace 'Train step 2' -f csv demo.sqlite
try -r nvtx_pace --pace 'Train step 9' -f csv demo.sqlite
try -r nvtx_pace --pace 'Train' -f csv demo.sqlite
try -r nvtx_pace --pace 'Train step' -o pace.svg demo.sqlite && grep -c '<svg' pace.svg
try -r cuda_api_trace -f csv --limit 3 demo.sqlite
try -r cuda_api_trace -f csv --range '^loss$' demo.sqlite
try nvtx_sum demo.sqlite

# Bad command lines and files; each says one line.
cp "$FIXTURES"/{stats_small,no_export,old2020,no_kernels}.sqlite .
f=stats_small.sqlite
try() { gpuflame stats "$@"; echo "status $?"; }
try
try --format csv "$f"
try no_kernels.sqlite
try --report nvtx_kern_sun "$f"
try --report zzz "$f"
try --report nvtx_sum:base "$f"
try --report nvtx_kern_sum:short "$f"
try --report nvtx_sum --format xml "$f"
try --report nvtx_sum no-such-file
try --report nvtx_sum no_export.sqlite
try --report nvtx_sum,nvtx_kern_sum old2020.sqlite | tail -n 1
try --report all no_kernels.sqlite | tail -n 1
try --report cuda_gpu_kern_sum no_kernels.sqlite
printf 'a;b 1\n' >folded && try --report nvtx_sum folded
gpuflame stats --report nvtx_sum "$f" >/dev/full

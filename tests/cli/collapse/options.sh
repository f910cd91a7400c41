# Each option, on its own.
each() {
  echo "# $*"
  gpuflame collapse -q "$@" "$FIXTURES/oddities.sqlite"
}
each --kernels-only --short-names
each --no-domain-prefix --only ncclAllReduce
each --rename '^(Train) step=$1ing' --only Training
each --rename 'g(?<rest>e+mm)=<${rest}>' --only '^<emm>' --filter-out '^(Train step|other process)$'
each --drop-frame '^Train step$' --drop-frame '^Layer$' --only '^gemm' --filter-out 'other|overlaps|its|start/end|NCCL|unnamed|registered|no launch|semi'
each --root '^NCCL:' --only NCCL
cat >my.rules <<'END'
# comment

range:rename ^Train step=step
kernel:only ^\[CUDA
END
each --rules my.rules --filter-out memcpy

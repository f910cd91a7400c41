# What findings cannot be made of, files that are skipped, and what a file says that it lacks.
try() {
  gpuflame findings "$@" | head -n 2
  echo "status ${PIPESTATUS[0]}"
}
try
try --format yaml x
try missing.sqlite
cp "$FIXTURES/no_kernels.sqlite" .
try no_kernels.sqlite
gpuflame stats --partial -q -o none.part no_kernels.sqlite
try none.part
printf 'a;b 5\n' >stacks.folded
try stacks.folded
gpuflame stats --partial -q -r nvtx_sum -o part.0 "$FIXTURES/stats_small.sqlite"
try part.0
cp "$FIXTURES/stats_small.sqlite" .
try -o stats_small.sqlite stats_small.sqlite
try -o x.csv stats_small.sqlite
try -o x.svg stats_small.sqlite
try -o x.md --format text stats_small.sqlite
try --keep-going missing.sqlite stats_small.sqlite
try --keep-going missing.sqlite missing2.sqlite
cp "$FIXTURES/stats_sums.sqlite" .
try stats_sums.sqlite
try --keep-going stats_sums.sqlite stats_small.sqlite
cp "$FIXTURES/oddities.sqlite" .
try oddities.sqlite
try --strict oddities.sqlite

# Folded stacks as input pass through the rules.
cat >a.folded <<'EOF'
# a comment
Train step 1;Layer 3;attention;flash_fwd 40
Train step 2;Layer 4;attention;flash_fwd 2.5
validation;Layer 1;k 7
[CUDA memset] 1
EOF
echo "Train step 9;Layer 4;attention;flash_fwd 100" >b.folded
gpuflame collapse --summary a.folded b.folded
echo "--- other rules"
gpuflame collapse --no-strip-layer-number --drop-frame attention --only flash b.folded
echo "--- what is none"
echo "this is no stack" >readme.txt
gpuflame collapse readme.txt
printf 'a;b 5\na;b five\n' >bad.folded
gpuflame collapse bad.folded
echo "# only a comment" >none.folded
gpuflame collapse none.folded
printf 'a 18446744073709551615\n' >big.folded
gpuflame collapse big.folded a.folded
gzip -k a.folded
gpuflame collapse a.folded.gz
head -c 20 a.folded.gz >cut.gz
gpuflame collapse cut.gz

# Each --format for other tools, read back, gives the stacks that went in.
cat >tiny.folded <<'EOF'
step;attention;flash <64>"fwd"\ 4000
step;attention 500
step;mlp 1500.25
[CUDA memset] 7
EOF
printf 'bytes \xff\x01 \xe2\x80\xae\xe2\x80\xa8;\xf0\x9f\x94\xa5 3\n' >>tiny.folded
for format in folded speedscope chrome collapse-json; do
  echo "--- $format"
  gpuflame collapse --format $format tiny.folded
done
python3 "$TESTS/tools/unfold.py" speedscope <(gpuflame collapse --format speedscope tiny.folded) |
  cmp - <(gpuflame collapse tiny.folded) && echo "same with fractions"
# same FILE...: each format, read by other code, gives the folded output
same() {
  gpuflame collapse -q "$@" >want
  for format in speedscope pprof chrome collapse-json; do
    gpuflame collapse -q --format $format -o "out.$format" "$@" &&
      python3 "$TESTS/tools/unfold.py" $format "out.$format" | cmp - want && echo "$format: same"
  done
}
same "$TESTS/fixtures/torch.json"
same --no-strip-layer-number "$FIXTURES/demo.sqlite"
printf 'b;c 9223372036854775807\n' >most.folded
same most.folded
echo "--- a value without a frame"
printf 'a 5\nb;c 6\na;b 7\n' >three.folded
same --drop-frame '^[ab]' three.folded
same --drop-frame . three.folded
cat want
echo "--- what can't be"
gpuflame collapse --format xml tiny.folded
echo "a 9223372036854775808" >big.folded
gpuflame collapse --format pprof big.folded -o big.pprof
ls big.pprof 2>&1
gpuflame collapse --format speedscope tiny.folded >/dev/full
gpuflame collapse --format pprof tiny.folded >/dev/full
echo "--- the documented example"
printf 'step;gemm 4000\nstep;copy 1250\nother;gemm 3\n' >step.folded
gpuflame collapse --format collapse-json step.folded |
  jq '.frames as $f | [.stacks[] | select(.stack | any($f[.] == "gemm")) | .value] | add'

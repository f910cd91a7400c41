# What zstd compressed is read like any other file, where gpuflame was built with libzstd.
# the bytes of `echo 'a;b 5' | zstd`
printf '\50\265\57\375\4\130\61\0\0a;b 5\n\16\360\260\55' >five.zst
gpuflame collapse five.zst >found 2>err
if grep -q 'this gpuflame was built without libzstd: unpack it first' err; then
  echo "SKIP gpuflame was built without libzstd" && exit
fi
cat found err
command -v zstd >/dev/null || { echo "SKIP no zstd" && exit; }
cp "$FIXTURES/demo.sqlite" report.sqlite
cp "$FIXTURES/stats_sums.sqlite" sums.gpuflame
cp "$TESTS/fixtures/torch.json" torch.json
gpuflame collapse -q report.sqlite -o stacks.folded
gpuflame report.sqlite -o picture.svg
for file in report.sqlite sums.gpuflame torch.json stacks.folded picture.svg; do
  zstd -q "$file"
  gpuflame collapse -q "$file" >expected
  gpuflame collapse -q "$file.zst" | cmp - expected && gpuflame collapse -q - <"$file.zst" | cmp - expected && echo "$file"
done
echo "--- several frames, and one to be skipped"
{ echo "a;b 5" | zstd -c; printf '\120\52\115\30\3\0\0\0xyz'; echo "a;c 5" | zstd -c; } | gpuflame collapse -
echo "--- damage"
head -c 20 torch.json.zst >cut.zst
gpuflame collapse cut.zst
{ head -c 1000 torch.json.zst; head -c 1000 /dev/zero; } >damaged.zst
gpuflame collapse damaged.zst
{ cat five.zst; echo "a;b 5"; } >more.zst
gpuflame collapse more.zst
echo "--- a window that takes too much memory"
seq 300000 | sed 's/.*/a;b &/' | zstd -q -1 --long=31 --no-content-size -c >long.zst
gpuflame collapse long.zst
echo "status $?"

# Runs compared: by step, by name whatever the numbers, with noise told from change.
printf 'step 1;a;k1 100\nstep 2;a;k1 120\nstep 1;b;k2 50\nstep 2;b;k2 50\nother 10\n' >before.folded
printf 'other 15\nstep 1;a;k1 130\nstep 2;a;k1 140\nstep 3;a;k1 140\nstep 1;c;k3 50\n' >after.folded
export COLUMNS=80
gpuflame diff before.folded after.folded
for format in json folded; do
  gpuflame diff before.folded after.folded --format $format
done
gpuflame diff --no-steps --only k1 before.folded after.folded
echo '--- conditions'
gpuflame diff before.folded after.folded -o out.folded --fail-if 'total > 5%' --fail-if 'k1 > 20 %'
echo "status $?"
gpuflame diff before.folded after.folded -o out.folded --fail-if 'total > 5%' --fail-if 'k1 > 30%' \
  --fail-if 'nothing > 1%'
echo "status $?"
gpuflame diff before.folded after.folded -o out.folded --fail-if 'k1 > 20%' --fail-if '^c$ > 0%'
echo "status $?"
wc -l <out.folded
echo '--- runs'
for i in 100 104 96; do printf 'a %s\nb %s\n' $i $i >b$i; done
for i in 101 97 105; do printf 'a %s\nb %s\n' $i $((i / 2)) >a$i; done
gpuflame diff --before b100 b104 b96 --after a101 a97 a105 --fail-if '^a$ > 0.5%'
echo "status $?"
gpuflame diff -f json --before=b100 --after a101 a97 | head -n 6
echo '--- a picture'
gpuflame diff before.folded after.folded -o out.svg && head -c 5 out.svg && echo
gpuflame diff "$FIXTURES/demo.sqlite" "$FIXTURES/demo.sqlite" | grep total

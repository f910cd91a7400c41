# Runs compared: by step, by name without its numbers, noise distinguished from change.
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
printf 'a 100\n' >hundred
printf 'a 105\n' >longer
gpuflame diff hundred longer -o out.folded --fail-if 'total > 5%' --fail-if '^a$ > 5%'
echo "status $?"
gpuflame diff hundred longer -o out.folded --fail-if 'zzz > -5%'
echo "status $?"
gpuflame diff hundred longer -o out.folded --fail-if ' total > 4% '
echo "status $?"
echo '--- one side has no steps'
gpuflame diff before.folded hundred | head -n 4
gpuflame diff -q before.folded hundred -o out.folded
gpuflame diff --no-steps before.folded hundred -o out.folded
echo '--- as much per step'
printf 'step 0;k 100000\n' >one
for i in $(seq 49); do echo "step $i;k 100000"; done >many
gpuflame diff many one --fail-if 'total > 0%'
echo "status $?"
gpuflame diff many one -f json
echo '--- runs'
for i in 100 104 96; do printf 'a %s\nb %s\n' $i $i >b$i; done
for i in 101 97 105; do printf 'a %s\nb %s\n' $i $((i / 2)) >a$i; done
gpuflame diff --before b100 b104 b96 --after a101 a97 a105 --fail-if '^a$ > 0.5%'
echo "status $?"
gpuflame diff --before b100 b104 b96 --after a101 a97 a105 -o out.folded --fail-if '^a$ > -5%'
echo "status $?"
for i in 1 2 3; do echo 'a 100' >n$i; done
echo 'once 5' >>n3
gpuflame diff --before n1 n2 --after n2 n3
gpuflame diff -f json --before=b100 --after a101 a97 | head -n 11
echo '--- a picture'
gpuflame diff before.folded after.folded -o out.svg && head -c 5 out.svg && echo
gpuflame diff "$FIXTURES/demo.sqlite" "$FIXTURES/demo.sqlite" | grep total
echo '--- what is cut away is no step to divide by; values are those of collapse'
gpuflame diff --steps 1-9 "$FIXTURES/demo.sqlite" "$FIXTURES/demo.sqlite" | sed -n 's/.*demo/demo/p'
for value in cpu-time idle exposed; do
  gpuflame diff --value $value -f json "$FIXTURES/demo.sqlite" "$FIXTURES/demo.sqlite" |
    sed -n '2s/.*"total":\([0-9]*\).*/\1/p'
  gpuflame collapse --value $value "$FIXTURES/demo.sqlite" | awk '{ sum += $NF } END { print sum }'
done
echo "--- what was read"
cp "$FIXTURES/steps.sqlite" run.sqlite
# shellcheck disable=SC2069 # only the messages
gpuflame diff --summary run.sqlite run.sqlite 2>&1 >/dev/null
echo "--- what is counted is no time"
for value in count bytes; do
  gpuflame diff --value $value run.sqlite "$FIXTURES/demo.sqlite" | sed 's/[^ ]*demo/demo/'
  gpuflame diff --value $value -f json run.sqlite "$FIXTURES/demo.sqlite" | grep '"unit"'
done
for value in gpu-time count bytes idle exposed launch-latency cpu-time critical; do
  gpuflame diff --value $value -f svg run.sqlite "$FIXTURES/demo.sqlite" >out.svg
  grep -oE 'data-(unit|title)="[^"]*"' out.svg | paste -sd' '
done
gpuflame diff --unit samples before.folded after.folded
gpuflame diff --unit samples before.folded after.folded -f svg | grep -oE 'data-(unit|title)="[^"]*"'
echo "--- what is refused is not offered"
gpuflame diff --help | grep -e --aggregate -e --normalize
for option in --aggregate=mean --normalize=steps; do
  gpuflame diff before.folded after.folded $option
  echo "status $?"
done

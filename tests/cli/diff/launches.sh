# Fewer launches are distinguished from faster ones; a page for a review has the same.
export COLUMNS=120
rules=(--kernel-names family)
gpuflame -q "$FIXTURES/demo.sqlite" "${rules[@]}" -o all.svg
gpuflame -q "$FIXTURES/demo.sqlite" "${rules[@]}" --filter-out flash_fwd --skip-steps 1 -o fewer.svg
gpuflame diff all.svg fewer.svg
for format in markdown json; do
  gpuflame diff all.svg fewer.svg --limit 2 -f $format --fail-if 'total > 5%' \
    --fail-if 'backward < -30%' >page
  head -n 22 page
done
echo '--- the same work'
gpuflame diff "$FIXTURES/demo.sqlite" "$FIXTURES/demo.sqlite" | tail -n 3
echo '--- operations are not counted beside operations'
gpuflame diff --value count --limit 1 "$FIXTURES/demo.sqlite" "$FIXTURES/steps.sqlite" | tail -n 4
echo '--- ranks'
mkdir two
gpuflame collapse -q all.svg -o two/rank0.folded
cp two/rank0.folded two/rank1.folded
cp two/rank0.folded one.folded
gpuflame diff one.folded two | grep -e total -e verdict
echo '--- names are no Markdown'
printf 'a|b;<i>`x`</i>* 5\n' >before
printf 'a|b;<i>`x`</i>* 9\n' >after
gpuflame diff before after -o page.md && cat page.md
gpuflame diff before after -f md | cmp - page.md
gpuflame diff before after --limit x
echo "status $?"

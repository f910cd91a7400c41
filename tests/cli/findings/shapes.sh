# Shapes of training and serving runs: the findings of each, in the order that an experienced
# engineer would give (tests/fixtures/findings/shapes.py says which, and why).
shapes=$TESTS/fixtures/findings/shapes.py
python3 "$shapes" --all
for name in $(python3 "$shapes" --list); do
  found=$(gpuflame findings -f json "$name"/run*.sqlite | jq -r '[.findings[].rule] | join(" ")')
  if [ "$found" = "$(cat "$name/expect")" ]; then
    echo "$name: ${found:-nothing}"
  else
    echo "$name: found ${found:-nothing}, not $(cat "$name/expect")"
  fi
done

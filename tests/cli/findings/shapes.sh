# Shapes of training and serving runs: the findings of each, in the order that an experienced
# engineer would give (tests/fixtures/findings/shapes.py says which, and why).
shapes() {
  python3 "$TESTS/fixtures/findings/shapes.py" "$@"
}
for name in $(shapes --list); do
  shapes "$name" "$name.sqlite"
  found=$(gpuflame findings -f json "$name"*.sqlite |
    python3 -c 'import json, sys; print(*(finding["rule"] for finding in json.load(sys.stdin)["findings"]))')
  if [ "$found" = "$(shapes --expect "$name")" ]; then
    echo "$name: ${found:-nothing}"
  else
    echo "$name: found ${found:-nothing}, not $(shapes --expect "$name")"
  fi
done

# Findings as text, Markdown and JSON; the command of each finding runs and shows something.
shapes=$TESTS/fixtures/findings/shapes.py
schema=$TESTS/../docs/gpuflame.schema.json
python3 "$shapes" pageable_and_item pageable.sqlite
python3 "$shapes" fsdp_straggler run.sqlite
mkdir run7 && mv run-rank?.sqlite run7
gpuflame findings pageable.sqlite
COLUMNS=60 gpuflame findings pageable.sqlite >narrow
awk 'length > 60 && NF > 3 { print "too wide: " $0 }' narrow
cp pageable.sqlite "$(printf 'a `b_\033[31m'"'"'.sqlite')"
gpuflame findings -f markdown run7
gpuflame findings -f markdown a*.sqlite | grep -E 'see|device'
gpuflame findings -f json pageable.sqlite
for ending in md json txt other; do
  gpuflame findings -o "out.$ending" pageable.sqlite && head -c 14 "out.$ending" && echo
done
gpuflame findings -f markdown -o out.txt pageable.sqlite && head -c 14 out.txt && echo
gpuflame findings -f json - <pageable.sqlite | head -n 1
command=$(gpuflame findings - <pageable.sqlite | sed -n 's/^ *see *//p' | head -n 1)
bash -c "$command" <pageable.sqlite | head -n 1
echo '--- all are as the schema says, and all commands run'
for name in $(python3 "$shapes" --list); do
  rm -f -- run*.sqlite
  python3 "$shapes" "$name" run.sqlite
  gpuflame findings -f json run*.sqlite >out.json
  python3 "$TESTS/tools/check_schema.py" "$schema" <out.json
  python3 -c 'import json
for finding in json.load(open("out.json"))["findings"]:
    print(finding["evidence"]["command"])' | while read -r command; do
    bash -c "$command" >shown 2>&1 && [ -s shown ] || echo "$name: $command: $?"
  done
done
bash -c "$(gpuflame findings -f json -- a*.sqlite | python3 -c 'import json, sys
print(json.load(sys.stdin)["findings"][0]["evidence"]["command"])')" | head -n 1

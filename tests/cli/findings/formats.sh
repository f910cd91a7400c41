# Findings as text, Markdown and JSON; the command of each finding runs and shows something.
shapes=$TESTS/fixtures/findings/shapes.py
schema=$TESTS/../docs/gpuflame.schema.json
python3 "$shapes" pageable_and_item pageable.sqlite
python3 "$shapes" fsdp_straggler run.sqlite
mkdir run7 && mv run-rank?.sqlite run7
gpuflame findings pageable.sqlite
COLUMNS=60 gpuflame findings pageable.sqlite >narrow
awk 'length > 60 && NF > 3 && $1 != "see" { print "too wide: " $0 }' narrow
bash -c "$(sed -n 's/^ *see *//p' narrow | head -n 1)" | head -n 1
cp pageable.sqlite "$(printf 'a `b_\033[31m'"'"'.sqlite')"
gpuflame findings -f markdown run7
gpuflame findings -f md a*.sqlite | grep -E 'see|device'
gpuflame findings -f json pageable.sqlite
for ending in md json txt other; do
  gpuflame findings -o "out.$ending" pageable.sqlite && head -c 14 "out.$ending" && echo
done
gpuflame findings -f markdown -o out.txt pageable.sqlite && head -c 14 out.txt && echo
gpuflame findings -f json - <pageable.sqlite | head -n 1
command=$(gpuflame findings - <pageable.sqlite | sed -n 's/^ *see *//p' | head -n 1)
bash -c "$command" <pageable.sqlite | head -n 1
echo '--- the command of idle time shows all of it, and nothing else'
python3 "$shapes" launch_bound idle.sqlite
bash -c "$(gpuflame findings idle.sqlite | sed -n 's/^ *see *//p' | head -n 1)" >idle.folded
grep -vc 'GPU idle' idle.folded
diff <(awk '{ sum += $NF } END { print sum }' idle.folded) \
  <(gpuflame stats -q -r step_sum -f csv idle.sqlite | awk -F, 'NR > 1 { sum += $6 } END { print sum }')
echo '--- all are as the schema says'
python3 "$shapes" --all
for name in $(python3 "$shapes" --list); do gpuflame findings -f json "$name"/run*.sqlite >"$name/findings.json"; done
python3 "$TESTS/tools/check_schema.py" "$schema" ./*/findings.json
bash -c "$(gpuflame findings -f json -- a*.sqlite | python3 -c 'import json, sys
print(json.load(sys.stdin)["findings"][0]["evidence"]["command"])')" | head -n 1

# Findings of part of a run: what is left out makes no idle time.
shapes=$TESTS/fixtures/findings/shapes.py
for name in recompilation ddp fsdp_straggler; do python3 "$shapes" $name $name.sqlite; done
gpuflame findings recompilation.sqlite | head -n 1
gpuflame findings --skip-steps slowest:2 recompilation.sqlite
gpuflame findings --steps 2-5 ddp.sqlite | head -n 1
gpuflame findings --skip-steps slowest:3 ddp.sqlite | head -n 1
gpuflame findings --time 20ms-60ms ddp.sqlite | head -n 1
gpuflame findings --device 0 --process 7 ddp.sqlite | head -n 1
gpuflame findings --rank 0,1 fsdp*.sqlite | head -n 1
gpuflame findings --device 1 ddp.sqlite
gpuflame findings --step-range '^layer 0' ddp.sqlite | head -n 1
gpuflame findings --step-range '^backward' ddp.sqlite | head -n 1
for option in --range --stream; do
  gpuflame findings $option 1 ddp.sqlite
done
echo '--- the commands select the same, from what was given'
commands() { gpuflame findings -q -f json "$@" | python3 -c 'import json, sys
for finding in json.load(sys.stdin)["findings"]:
    print(finding["evidence"]["command"])'; }
mkdir 'my run' && mv fsdp*.sqlite 'my run'
python3 "$shapes" pageable_and_item pageable.sqlite
{
  commands --steps 2- ddp.sqlite
  commands --steps 2- --rank 0,1 'my run'
  commands --skip-steps 1 --skip-steps slowest:2 --step-range "^backward|it's" ddp.sqlite
  commands --step-range '^layer 0' --time 20ms- --device 0 --process 7 --nsys 'no nsys' ddp.sqlite
  commands --keep-going --device 0 --time -60ms pageable.sqlite missing.sqlite
  cp ddp.sqlite -- -dash.sqlite
  commands -- -dash.sqlite
} 2>&1 | tee commands
grep '^gpuflame [cs]' commands | while read -r command; do
  bash -c "$command" >shown 2>said && [ -s shown ] || { echo "$command: $?" && cat said; }
done

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

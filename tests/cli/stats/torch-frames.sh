# Which events of PyTorch's traces are ranges in reports, and the shapes of tensors in their names.
cp "$FIXTURES/demo.sqlite" "$TESTS/fixtures/torch_memory.json" .
gpuflame stats -q -f csv -r nvtx_kern_sum --torch-frames shapes torch_memory.json
gpuflame stats -q -f csv -r nvtx_kern_sum --torch-frames operators torch_memory.json | cut -d, -f1
gpuflame stats -q -f csv -r nvtx_kern_sum torch_memory.json | cut -d, -f1
gpuflame stats -q --torch-frames shapes torch_memory.json | sed -n '/Top ranges/,$p'
gpuflame stats -q --torch-frames shapes --strip-numbers all torch_memory.json | sed -n '/Top ranges/,$p'
echo '--- each report alone, and together'
gpuflame stats -q -f csv -r nvtx_kern_sum,nvtx_gpu_proj_sum --torch-frames operators,shapes -o tables/ torch_memory.json
cut -d, -f1 tables/nvtx_gpu_proj_sum.csv
gpuflame stats -q -f csv -r nvtx_gpu_proj_sum --torch-frames operators,shapes torch_memory.json | cmp - tables/nvtx_gpu_proj_sum.csv
echo '--- where it does nothing, and what is no such event'
gpuflame stats -r nvtx_sum --torch-frames python demo.sqlite | wc -l
gpuflame stats -r nvtx_sum --torch-frames python demo.sqlite torch_memory.json | wc -l
gpuflame stats --torch-frames shape torch_memory.json

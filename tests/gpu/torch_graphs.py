"""Steps that replay a CUDA graph: see torch_run.py."""
import torch

import torch_run

torch.manual_seed(0)
weights = [torch.randn(1024, 1024, device="cuda") for _ in range(6)]
static = torch.randn(1024, 1024, device="cuda")
graph = torch.cuda.CUDAGraph()


def forward():
    out = static
    for layer, weight in enumerate(weights):
        with torch.cuda.nvtx.range(f"Layer {layer}"):
            out = torch.tanh(out @ weight)
    return out


side = torch.cuda.Stream()
side.wait_stream(torch.cuda.current_stream())
with torch.cuda.stream(side):
    for _ in range(3):
        forward()
torch.cuda.current_stream().wait_stream(side)
with torch.cuda.nvtx.range("capture"), torch.cuda.graph(graph):
    forward()


def step(i):
    with torch.cuda.nvtx.range(f"Train step {i}"):
        graph.replay()


torch_run.main(step, 200)

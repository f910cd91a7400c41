"""Steps that replay a CUDA graph. With an argument, torch.profiler writes the
same steps there. Prints the median time of a step."""
import statistics
import sys
import time

import torch

STEPS, WARMUP = 200, 20
torch.manual_seed(0)
weights = [torch.randn(1024, 1024, device="cuda") for _ in range(6)]
static = torch.randn(1024, 1024, device="cuda")
graph = torch.cuda.CUDAGraph()
times = []


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


def run():
    for i in range(STEPS):
        torch.cuda.synchronize()
        begin = time.perf_counter()
        with torch.cuda.nvtx.range(f"Train step {i}"):
            graph.replay()
        torch.cuda.synchronize()
        times.append((time.perf_counter() - begin) * 1e3)


run()
print("step_ms", statistics.median(times[WARMUP:]))
if len(sys.argv) > 1:
    with torch.profiler.profile(
        activities=[torch.profiler.ProfilerActivity.CPU, torch.profiler.ProfilerActivity.CUDA]
    ) as profile:
        run()
    profile.export_chrome_trace(sys.argv[1])

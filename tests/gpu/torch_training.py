"""A training loop with torch.cuda.nvtx ranges. With an argument, torch.profiler
writes the same steps there. Prints the median time of a step."""
import statistics
import sys
import time

import torch

STEPS, WARMUP = 60, 10
torch.manual_seed(0)
model = torch.nn.Sequential(
    *[torch.nn.TransformerEncoderLayer(512, 8, batch_first=True) for _ in range(4)]
).cuda()
optimizer = torch.optim.AdamW(model.parameters(), fused=True)
batch = torch.randn(16, 256, 512, device="cuda")
times = []


def step(i):
    with torch.cuda.nvtx.range(f"Train step {i}"):
        with torch.cuda.nvtx.range("forward"):
            loss = batch
            for layer, block in enumerate(model):
                with torch.cuda.nvtx.range(f"Layer {layer}"):
                    loss = block(loss)
            loss = loss.square().mean()
        with torch.cuda.nvtx.range("backward"):
            loss.backward()
        with torch.cuda.nvtx.range("optimizer"):
            optimizer.step()
            optimizer.zero_grad(set_to_none=True)


def run():
    for i in range(STEPS):
        torch.cuda.synchronize()
        begin = time.perf_counter()
        step(i)
        torch.cuda.synchronize()
        times.append((time.perf_counter() - begin) * 1e3)


run()
print("step_ms", statistics.median(times[WARMUP:]))
if len(sys.argv) > 1:
    # the same once more, the model's set-up and all: what `record` sees is one run
    with torch.profiler.profile(
        activities=[torch.profiler.ProfilerActivity.CPU, torch.profiler.ProfilerActivity.CUDA]
    ) as profile:
        run()
    profile.export_chrome_trace(sys.argv[1])

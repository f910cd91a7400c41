"""One rank, two communicators of NCCL: see torch_run.py. What runs after they were made is in
the ranges of the program, and not in NCCL's."""
import os

import torch
import torch.distributed as dist

import torch_run

os.environ.setdefault("MASTER_ADDR", "127.0.0.1")
os.environ.setdefault("MASTER_PORT", "29517")
dist.init_process_group("nccl", rank=0, world_size=1)
second = dist.new_group([0])
batch = torch.randn(1 << 20, device="cuda")


def step(i):
    with torch.cuda.nvtx.range(f"Train step {i}"):
        with torch.cuda.nvtx.range("reduce"):
            dist.all_reduce(batch)
            dist.all_reduce(batch, group=second)
        with torch.cuda.nvtx.range("after"):
            batch.mul_(0.5)


torch_run.main(step, 20)
dist.destroy_process_group()
